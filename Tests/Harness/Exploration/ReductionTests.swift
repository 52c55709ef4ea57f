import PlantedBugs
import TestSupport
import Testing

@testable import Harness
@testable import Simulator

@Suite("Orders that come to the same are left out, and nothing else")
struct ReductionTests {
  // MARK: - Programs that chance makes

  @Test("random programs end in the same states and the same failures", arguments: 0..<4)
  func random(part: UInt64) {
    var comparison = ReductionComparison()
    for seed in (part * 50)..<(part * 50 + 50) {
      comparison.add("seed \(seed)", RandomProgram(seed: seed).end(in:))
    }
    #expect(comparison.differing.isEmpty)
    #expect(comparison.compared > 25)
    #expect(comparison.reduced < comparison.plain)
  }

  @Test("programs that change parts of what they share end in the same states", arguments: 0..<2)
  func parts(part: UInt64) {
    var comparison = ReductionComparison()
    for seed in (part * 40)..<(part * 40 + 40) {
      comparison.add("seed \(seed)", RandomProgram(seed: 10_000 + seed, kinds: 8).end(in:))
    }
    #expect(comparison.differing.isEmpty)
    #expect(comparison.compared > 20)
    #expect(comparison.reduced < comparison.plain)
  }

  // MARK: - From a point on

  @Test(
    "from a point on all orders are played behind it, and the plain one before it",
    arguments: [false, true])
  func fromHere(isReduced: Bool) {
    let found = ExploredEnds(isReduced: isReduced, runs: 1_000) { world in
      let trace = Trace(in: world)
      _ = world.mustPass {
        for name in ["a", "b"] { Self.strand(2, name, on: world.lane("early \(name)"), trace) }
        try await world.sleep(for: .seconds(1))
        world.exploreFromHere()
        world.exploreFromHere()
        for name in ["c", "d"] { Self.strand(3, name, on: world.lane("late \(name)"), trace) }
        try await world.untilQuiet()
        world.exploreFromHere()
      }
      return trace.all.joined()
    }
    #expect(found.isComplete)
    #expect(found.isAsPlanned)
    #expect(found.beginningNanoseconds == 1_000_000_000)
    // Each note depends on each other one: all orders of three and three steps.
    #expect(found.ends.count == 20)
    #expect(found.runs == 20)
    #expect(found.ends.allSatisfy { $0.hasPrefix("abab") })
  }

  private static func strand(_ count: Int, _ text: String, on lane: Lane, _ trace: Trace) {
    guard count > 0 else { return }
    lane.post {
      trace.note(text)
      strand(count - 1, text, on: lane, trace)
    }
  }

  @Test("random programs end in the same states from a point on", arguments: 0..<2)
  func randomFromHere(part: UInt64) {
    var comparison = ReductionComparison()
    for seed in (part * 40)..<(part * 40 + 40) {
      let program = RandomProgram(seed: 20_000 + seed, begins: true)
      comparison.add("seed \(seed)", program.end(in:))
    }
    #expect(comparison.differing.isEmpty)
    #expect(comparison.compared > 20)
    #expect(comparison.reduced < comparison.plain)
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
    /// Changes one of two parts of a value, all of it, or looks at what no part is.
    case part(Int)
    case whole
    case look
  }

  /// Whether all that comes first is played in one order.
  private let begins: Bool

  /// The deeds of each lane, one a step.
  let lanes: [(isConfined: Bool, deeds: [Deed])]

  /// - Parameters:
  ///   - kinds: The number of kinds of deeds that concern parts of a value, among twelve others.
  ///   - begins: Whether all that comes first is played in one order.
  init(seed: UInt64, kinds: Int = 0, begins: Bool = false) {
    var draws = ProgramDraws(seed: seed)
    let laneCount = 2 + draws.next(below: 2)
    self.begins = begins
    lanes = (0..<laneCount).map { _ in
      let isConfined = draws.next(below: 4) > 0
      let deeds = (0..<(1 + draws.next(below: laneCount == 2 ? 4 : 2))).map { _ -> Deed in
        switch draws.next(below: 12 + kinds) {
        case 0, 1: .read(draws.next(below: 3))
        case 2, 3, 4: .write(draws.next(below: 3))
        case 5: isConfined ? .nothing : .unseen
        case 6: .send(to: draws.next(below: laneCount), cell: draws.next(below: 3))
        case 7: .timer(on: draws.next(below: laneCount), cell: draws.next(below: 3))
        case 8: .coin
        case 9: .fail(cell: draws.next(below: 3))
        case 10, 11: .nothing
        case 12: .whole
        case 13, 14: .look
        default: .part(draws.next(below: 2))
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
    let parted = WorldBound<[UInt64]>([0, 0, 0], in: world)
    let begins = begins
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
        case .part(let part):
          let word = own[lane].withValue { $0 }
          parted.withValue(parts: [UInt32(part)]) { mix(&$0[part], word &+ name &+ $0[2]) }
        case .whole: parted.withValue { for place in 0..<3 { mix(&$0[place], name &+ $0[0]) } }
        case .look:
          let seen = parted.withValue(parts: []) { $0[2] }
          own[lane].withValue { mix(&$0, seen) }
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
      if begins {
        try await world.untilQuiet()
        world.exploreFromHere()
        for lane in lanes.indices { post(lane, 0) }
      }
      try await world.untilQuiet()
    }
    let values = Ambient.drive(world) { (cells + own).map { $0.withValue { $0 } } }
    var end = "\(verdict.outcome)"
    if case .failed(let failure) = verdict { end = failure.expected }
    let parts = Ambient.drive(world) { parted.withValue { $0 } }
    return "\(end) \(values) \(unseen.value) \(parts)"
  }
}
