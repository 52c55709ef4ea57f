import Harness
package import Simulator

/// What an exploration of a small program found.
package struct ExploredEnds {
  /// The states in which runs ended, the way they ended among it.
  package private(set) var ends: Set<String> = []
  /// The number of runs.
  package let runs: Int
  /// The number of runs that turned out to be another one's.
  package let redundant: Int
  /// Whether there are no other runs.
  package let isComplete: Bool
  /// The instant from which on every order was played; nil for the whole run.
  package let beginningNanoseconds: Int64?
  /// Whether each run came to the choices from which it was planned.
  package private(set) var isAsPlanned = true

  /// Plays every order of a program.
  ///
  /// - Parameters:
  ///   - isReduced: Whether orders are left out that come to the same as a played one.
  ///   - runs: The most runs.
  ///   - program: Returns the state at the end; called once a run.
  package init(isReduced: Bool, runs: Int, of program: (World) -> String) {
    let limits = Exploration.Limits(runs: runs, isReduced: isReduced)
    var exploration = Exploration(RunConfiguration(), limits: limits)
    while exploration.explored < exploration.planned {
      let log = ChoiceLog(limits)
      let configuration = exploration.configuration(of: exploration.explored)
      let world = World(seed: 1, overrides: configuration.overrides, log: log)
      ends.insert(program(world))
      if !exploration.note(log) { isAsPlanned = false }
    }
    self.runs = exploration.explored
    redundant = exploration.redundant
    isComplete = exploration.extent == .complete
    beginningNanoseconds = exploration.beginningNanoseconds
  }
}

/// The comparison of explorations of many small programs, with and without orders that come to the same.
package struct ReductionComparison {
  /// The number of programs of which all orders could be played.
  package private(set) var compared = 0
  /// The number of their runs without a reduction.
  package private(set) var plain = 0
  /// The number of their runs with it.
  package private(set) var reduced = 0
  /// The programs whose ends differ, or that were not explored as planned.
  package private(set) var differing: [String] = []

  package init() {}

  /// Compares a program unless it has more than so many orders.
  package mutating func add(_ name: String, limit: Int = 4_000, _ program: (World) -> String) {
    let all = ExploredEnds(isReduced: false, runs: limit, of: program)
    guard all.isComplete else { return }
    let few = ExploredEnds(isReduced: true, runs: 2 * limit, of: program)
    let isSame = few.ends == all.ends && few.isComplete && few.isAsPlanned && all.isAsPlanned
    if !isSame { differing.append(name) }
    compared += 1
    plain += all.runs
    reduced += few.runs
  }
}

/// Draws for a program that chance makes.
package struct ProgramDraws {
  private let seed: UInt64
  private var count: UInt64 = 0

  package init(seed: UInt64) { self.seed = seed }

  /// A number from 0 to `bound` - 1.
  package mutating func next(below bound: Int) -> Int {
    count += 1
    return Int(StableHash.finalize(seed &* 1_000_003 &+ count) % UInt64(bound))
  }
}
