import PlantedBugs
import TestSupport
import Testing

@testable import Harness
@testable import Simulator

@Suite("Orders that come to the same are left out, and nothing else")
struct ReductionTests {
  /// What an exploration found.
  private struct Findings {
    /// The states in which runs ended, the way they ended among it.
    var ends: Set<String> = []
    var runs = 0
    var redundant = 0
    var isComplete = false
  }

  /// Plays every order of a program.
  ///
  /// - Parameter program: Returns the state at the end; called once a run.
  private func explore(
    isReduced: Bool, runs: Int = 20_000,
    _ program: (World) -> String
  ) -> Findings {
    let limits = Exploration.Limits(runs: runs, isReduced: isReduced)
    var exploration = Exploration(RunConfiguration(), limits: limits)
    var findings = Findings()
    while exploration.explored < exploration.planned {
      let log = ChoiceLog(limits)
      let configuration = exploration.configuration(of: exploration.explored)
      let world = World(seed: 1, overrides: configuration.overrides, log: log)
      findings.ends.insert(program(world))
      let isAsPlanned = exploration.note(log)
      #expect(isAsPlanned)
    }
    findings.runs = exploration.explored
    findings.redundant = exploration.redundant
    findings.isComplete = exploration.extent == .complete
    return findings
  }

  // MARK: - Programs that chance makes

  @Test("random programs end in the same states and the same failures", arguments: 0..<4)
  func random(part: UInt64) {
    var (plain, reduced, compared) = (0, 0, 0)
    for seed in (part * 50)..<(part * 50 + 50) {
      let program = RandomProgram(seed: seed)
      let all = explore(isReduced: false, runs: 4_000, program.end(in:))
      guard all.isComplete else { continue }
      let few = explore(isReduced: true, runs: 8_000, program.end(in:))
      #expect(few.isComplete)
      #expect(few.ends == all.ends, "seed \(seed)")
      compared += 1
      plain += all.runs
      reduced += few.runs
    }
    #expect(compared > 25)
    #expect(reduced < plain)
  }

  // MARK: - Programs with bugs

  @Test("planted bugs show where they show among all orders", arguments: PlantedBug.corpus)
  func bugs(bug: PlantedBug) {
    let plain = bug.explore(limit: 3_000)
    let reduced = bug.explore(limit: 3_000, isReduced: true)
    guard let plain, let reduced else { return }
    #expect((plain.failing > 0) == (reduced.failing > 0))
    #expect(reduced.schedules <= plain.schedules)
  }
}

/// A small program of a few lanes, whose steps read and write what they share, send each other steps, set timers, toss coins and
/// fail.
struct RandomProgram: Sendable {
  enum Deed: Sendable {
    case read(Int)
    case write(Int)
    case unseen
    case send(to: Int, cell: Int)
    case timer(on: Int, cell: Int)
    case coin
    case fail(cell: Int)
    case nothing
  }

  /// The deeds of each lane, one a step.
  let lanes: [(isConfined: Bool, deeds: [Deed])]

  init(seed: UInt64) {
    var count: UInt64 = 0
    func draw(_ bound: Int) -> Int {
      count += 1
      return Int(StableHash.finalize(seed &* 1_000_003 &+ count) % UInt64(bound))
    }
    let laneCount = 2 + draw(2)
    lanes = (0..<laneCount).map { _ in
      let isConfined = draw(4) > 0
      let deeds = (0..<(1 + draw(laneCount == 2 ? 4 : 2))).map { _ -> Deed in
        switch draw(12) {
        case 0, 1: .read(draw(3))
        case 2, 3, 4: .write(draw(3))
        case 5: isConfined ? .nothing : .unseen
        case 6: .send(to: draw(laneCount), cell: draw(3))
        case 7: .timer(on: draw(laneCount), cell: draw(3))
        case 8: .coin
        case 9: .fail(cell: draw(3))
        default: .nothing
        }
      }
      return (isConfined, deeds)
    }
  }

  /// Memory that the kernel knows nothing of.
  private final class Unseen: @unchecked Sendable { var value: UInt64 = 0 }

  /// Plays the program in a world; returns the state at its end.
  func end(in world: World) -> String {
    let cells = (0..<3).map { _ in WorldBound<UInt64>(0, in: world) }
    let own = lanes.map { _ in WorldBound<UInt64>(0, in: world) }
    let unseen = Unseen()
    let verdict = world.run {
      let strands = lanes.enumerated().map { index, lane in
        world.lane("lane \(index)", isConfined: lane.isConfined)
      }
      @Sendable func mix(_ value: inout UInt64, _ word: UInt64) {
        value = StableHash.finalize(value &* 31 &+ word)
      }
      @Sendable func perform(_ deed: Deed, _ lane: Int, _ number: Int) {
        let name = UInt64(lane * 100 + number)
        switch deed {
        case .read(let cell):
          let seen = cells[cell].withValue { $0 }
          own[lane].withValue { mix(&$0, seen) }
        case .write(let cell):
          let word = own[lane].withValue { $0 }
          cells[cell].withValue { mix(&$0, word &+ name) }
        case .unseen: mix(&unseen.value, name)
        case .send(let other, let cell):
          strands[other].post { perform(.write(cell), other, 50 + number) }
        case .timer(let other, let cell):
          strands[other].schedule(after: .zero) { perform(.write(cell), other, 70 + number) }
        case .coin:
          let isHeads = world.choices.happens(
            0.5, ChoiceStream("test.coin"), entity: name, ordinal: 0)
          own[lane].withValue { mix(&$0, isHeads ? 1 : 2) }
        case .fail(let cell):
          if cells[cell].withValue({ $0 }) % 3 == 1 {
            world.fail(Failure(kind: "test", expected: "no failure of \(name)"))
          }
        case .nothing: break
        }
      }
      @Sendable func post(_ lane: Int, _ number: Int) {
        guard number < lanes[lane].deeds.count else { return }
        strands[lane].post {
          perform(lanes[lane].deeds[number], lane, number)
          post(lane, number + 1)
        }
      }
      for lane in lanes.indices { post(lane, 0) }
      try await world.untilQuiet()
    }
    let values = Ambient.drive(world) { (cells + own).map { $0.withValue { $0 } } }
    var end = "\(verdict.outcome)"
    if case .failed(let failure) = verdict { end = failure.expected }
    return "\(end) \(values) \(unseen.value)"
  }
}
