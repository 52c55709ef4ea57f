import Simulator
import TestSupport
import Testing

@testable import Devices

@Suite("Orders of what lanes do with a process that come to the same")
struct ProcessReductionTests {
  @Test("random programs end in the same states", arguments: 0..<2)
  func random(part: UInt64) {
    var comparison = ReductionComparison()
    for seed in (part * 40)..<(part * 40 + 40) {
      comparison.add("seed \(seed)", ProcessProgram(seed: seed).end(in:))
    }
    #expect(comparison.differing.isEmpty)
    #expect(comparison.compared > 20)
    #expect(comparison.reduced < comparison.plain)
  }
}

/// A small program of three lanes of one process, which commit, look at the last gesture, leave something for the end, and end it.
private struct ProcessProgram: Sendable {
  enum Deed {
    case commit
    case beginGesture
    case look
    case leave
    case spawn
    case isAlive
    case end
  }

  /// The deeds of each lane, one a step.
  let lanes: [[Deed]]

  private static let table = DiskTable<String>("rows")

  init(seed: UInt64) {
    var draws = ProgramDraws(seed: seed)
    lanes = (0..<3).map { _ in
      (0..<(1 + draws.next(below: 2))).map { _ in
        switch draws.next(below: 11) {
        case 0, 1: .commit
        case 2: .beginGesture
        case 3, 4: .look
        case 5, 6: .leave
        case 7: .spawn
        case 8, 9: .isAlive
        default: .end
        }
      }
    }
  }

  func end(in world: World) -> String {
    let notes = lanes.map { _ in WorldBound<[String]>([], in: world) }
    let endings = WorldBound<[String]>([], in: world)
    let disks = lanes.map { Disk(in: world, of: JournalSource("disk \($0.count)")) }
    let verdict = world.run {
      // Commits of one lane don't touch those of another one; what the process notes of them is the matter here.
      let processes = disks.prefix(1).map {
        AppProcess(
          name: "process", world: world, disk: $0,
          wallClock: WorldBound(WallClock(), in: world))
      }
      let process = processes[0]
      let own = lanes.indices.map { world.lane("lane \($0)", isConfined: true) }
      @Sendable func perform(_ deed: Deed, _ lane: Int, _ place: Int) {
        let name = "\(lane).\(place)"
        switch deed {
        case .commit:
          var transaction = DiskTransaction()
          transaction.put(name, at: name, in: Self.table)
          let isKept = (try? process.commit(transaction)) != nil
          notes[lane].withValue { $0.append("kept \(isKept)") }
        case .beginGesture: process.beginGesture()
        case .look:
          let isKept = process.keptGesture
          notes[lane].withValue { $0.append("gesture \(isKept)") }
        case .leave: process.atEnd { endings.withValue { $0.append(name) } }
        case .spawn: process.spawn(on: own[lane]) {}
        case .isAlive:
          let isAlive = process.isAlive
          notes[lane].withValue { $0.append("alive \(isAlive)") }
        case .end: process.end()
        }
      }
      @Sendable func post(_ lane: Int, _ place: Int) {
        guard place < lanes[lane].count else { return }
        own[lane].post {
          perform(lanes[lane][place], lane, place)
          post(lane, place + 1)
        }
      }
      world.exploreFromHere()
      for lane in lanes.indices { post(lane, 0) }
      try await world.untilQuiet()
    }
    return Ambient.drive(world) {
      let rows = disks[0].image.rows(in: Self.table).map(\.row)
      return
        "\(verdict.outcome) \(notes.map { $0.withValue { $0 } }) \(endings.withValue { $0 }) \(rows)"
    }
  }
}
