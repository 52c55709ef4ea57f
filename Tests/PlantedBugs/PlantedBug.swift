public import Harness
public import Simulator

/// A small program with one ordering bug whose depth is known: how many constraints "this step before that one"
/// are enough for it to show, and no fewer are.
///
/// A run of its scenario fails when the bug shows.
public struct PlantedBug: Sendable, CustomStringConvertible {
  /// The program's name.
  public let name: String
  /// The number of ordering constraints.
  public let depth: Int
  /// The number of lanes: those of the program and the scenario's own.
  public let lanes: Int
  /// The program.
  public let scenario: Scenario

  /// A program of strands: lanes whose steps run one after the other and never wait for another strand.
  ///
  /// - Parameters:
  ///   - title: What goes wrong, in one sentence.
  ///   - strands: Makes the strands over a memory that they share.
  init(
    _ name: String, depth: Int, lanes: Int, _ title: String,
    strands: @escaping @Sendable (Memory) -> [Strand]
  ) {
    self.init(name, depth: depth, lanes: lanes, title) { world in
      let memory = Memory(in: world)
      for strand in strands(memory) { strand.start(in: world) }
      try await world.untilQuiet()
    }
  }

  /// A program of any kind.
  init(
    _ name: String, depth: Int, lanes: Int, _ title: String,
    body: @escaping @Sendable (World) async throws -> Void
  ) {
    self.name = name
    self.depth = depth
    self.lanes = lanes
    scenario = Scenario(title) { (stage: Bare) in try await body(stage.world) }.named(name)
  }

  /// A world without furniture.
  private struct Bare: ScenarioWorld {
    let world: World
    init(in world: World) { self.world = world }
  }

  public var description: String { name }

  /// The least share of seeds that `pct:D` with D = `depth` shows the bug for, as its paper promises, in a run of
  /// `steps` steps: 1 / (n · k^(d - 1)).
  public func guarantee(steps: UInt64) -> Double {
    var share = 1 / Double(lanes)
    for _ in 1..<depth { share /= Double(steps) }
    return share
  }

  /// How many steps the program takes in one plain order.
  public var steps: UInt64 { run(seed: 1, .fifo).events }

  /// Whether the bug shows under `schedule` for a seed.
  public func shows(seed: UInt64, _ schedule: Schedule) -> Bool {
    run(seed: seed, schedule).outcome != .passed
  }

  /// For how many of the seeds from 0 the bug shows.
  public func hits(seeds: UInt64, _ schedule: Schedule) -> Int {
    (0..<seeds).count { shows(seed: $0, schedule) }
  }

  private func run(seed: UInt64, _ schedule: Schedule) -> RunResult {
    Runner.attempt(scenario, RunConfiguration(seed: seed, schedule: schedule))
  }

  /// Tries every order; the second number is in how many of them the bug shows.
  ///
  /// - Parameter isReduced: Whether orders that come to the same as another one are left out.
  /// - Returns: Nil when there are more than `limit`.
  public func explore(
    limit: Int, isReduced: Bool = false
  ) -> (schedules: Int, failing: Int)? {
    let limits = Exploration.Limits(runs: limit, isReduced: isReduced)
    var exploration = Exploration(RunConfiguration(), limits: limits)
    var failing = 0
    while exploration.explored < exploration.planned {
      let log = ChoiceLog(limits)
      let configuration = exploration.configuration(of: exploration.explored)
      let result = Runner.attempt(scenario, configuration, log: log)
      if result.outcome != .passed { failing += 1 }
      precondition(exploration.note(log), "\(name) is not deterministic")
      if case .stopped(let atLeast) = exploration.extent, atLeast > limit { return nil }
    }
    return (exploration.explored, failing)
  }
}

/// A lane whose steps run one after the other.
struct Strand: Sendable {
  let name: String
  let steps: [@Sendable () -> Void]

  init(_ name: String, _ steps: [@Sendable () -> Void]) {
    self.name = name
    self.steps = steps
  }

  /// Makes the lane and posts its first step; each step posts the next.
  func start(in world: World) { post(0, on: world.lane(name, isConfined: true)) }

  private func post(_ index: Int, on lane: Lane) {
    guard index < steps.count else { return }
    lane.post {
      steps[index]()
      post(index + 1, on: lane)
    }
  }
}

/// A few numbers that the strands of a program share.
struct Memory: Sendable {
  private let world: World
  private let cells: [WorldBound<Int>]

  init(in world: World) {
    self.world = world
    cells = (0..<4).map { _ in WorldBound(0, in: world) }
  }

  subscript(cell: Int) -> Int {
    get { cells[cell].withValue { $0 } }
    nonmutating set { cells[cell].withValue { $0 = newValue } }
  }

  /// Says that the bug has shown.
  func fail(_ what: String) {
    world.fail(Failure(kind: "invariant", expected: "no \(what)"))
  }

  /// A step that does nothing that matters, so many times.
  static func idle(_ count: Int) -> [@Sendable () -> Void] {
    Array(repeating: {}, count: count)
  }
}
