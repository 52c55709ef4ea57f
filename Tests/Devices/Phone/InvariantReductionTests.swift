import Backend
import Network
import Simulator
import TestSupport
import Testing

@testable import Devices

@Suite("Orders of what invariants look at that come to the same")
struct InvariantReductionTests {
  @Test("random programs end in the same states and the same breaches", arguments: 0..<2)
  func random(part: UInt64) {
    var comparison = ReductionComparison()
    for seed in (part * 20)..<(part * 20 + 20) {
      comparison.add("seed \(seed)", PhoneProgram(seed: seed).end(in:))
    }
    #expect(comparison.differing.isEmpty)
    #expect(comparison.compared > 10)
    #expect(comparison.reduced < comparison.plain)
  }
}

/// An app that shows and keeps words.
private actor WordApp: PhoneApp {
  struct Screen: Digestible, Hashable, Sendable, CustomStringConvertible {
    var words: [String] = []
    var description: String { words.joined(separator: " ") }
  }

  nonisolated let lane: Lane
  private let services: PhoneServices<Screen>
  private var screen = Screen()

  private static let table = DiskTable<String>("words")

  static var isConfined: Bool { true }

  init(services: PhoneServices<Screen>, configuration: Int) {
    lane = services.lane
    self.services = services
  }

  func start() { show("begun") }

  func lifeChanged(to state: LifeState) { show(state.rawValue) }

  func keep(_ word: String) {
    var transaction = DiskTransaction()
    transaction.put(word, at: word, in: Self.table)
    try? services.process.commit(transaction)
  }

  func show(_ word: String) {
    screen.words.append(word)
    services.show(screen, word)
  }
}

/// Forbids a word that a phone shows when another one has shown enough; what it keeps lies in the world.
private struct KeptLedger: Invariant {
  typealias App = WordApp

  static let isConfined = true

  let id = "kept"
  let counts: [String: WorldBound<Int>]
  let total: WorldBound<Int>
  let isShared: Bool

  init(in world: World, isShared: Bool) {
    counts = ["A": WorldBound(0, in: world), "B": WorldBound(0, in: world)]
    total = WorldBound(0, in: world)
    self.isShared = isShared
  }

  func check(_ event: WorldEvent<WordApp>, phone: String?, at now: Instant) -> Breach? {
    guard let phone, let cell = counts[phone], now > .zero else { return nil }
    let count = cell.withValue { count in
      count += 1
      return count
    }
    guard isShared else { return nil }
    let sum = total.withValue { total in
      total = 3 * total + (phone == "A" ? 1 : 2)
      return total
    }
    return sum % 7 == 3 ? Breach("no sum of \(sum) after \(count)") : nil
  }
}

/// The same by memory of its own, which the kernel doesn't see.
private struct OwnLedger: Invariant {
  typealias App = WordApp

  let id = "own"
  private var total = 0

  mutating func check(_ event: WorldEvent<WordApp>, phone: String?, at now: Instant) -> Breach? {
    guard let phone, now > .zero else { return nil }
    total = 3 * total + (phone == "A" ? 1 : 2)
    return total % 7 == 3 ? Breach("no total of \(total)") : nil
  }
}

/// A small program of the apps of two phones, which show and keep words at the same instant, and die.
private struct PhoneProgram: Sendable {
  enum Deed {
    case show
    case keep
    case die
    case nothing
  }

  /// The deeds of each phone's app, one a step.
  let deeds: [[Deed]]
  /// Whether there is an invariant that looks at one phone by itself, at both, or has memory of its own.
  let ledger: Int

  init(seed: UInt64) {
    var draws = ProgramDraws(seed: seed)
    ledger = draws.next(below: 3)
    deeds = (0..<2).map { _ in
      (0..<(1 + draws.next(below: 3))).map { _ in
        switch draws.next(below: 8) {
        case 0, 1, 2: .show
        case 3, 4: .keep
        case 5: .die
        default: .nothing
        }
      }
    }
  }

  func end(in world: World) -> String {
    let kept = KeptLedger(in: world, isShared: ledger == 1)
    let screens = WorldBound<[Display<WordApp.Screen>]>([], in: world)
    let verdict = world.run {
      let stage = try AppStage(in: world)
      var made: [Phone<WordApp>] = []
      for name in ["A", "B"] {
        let phone = try Phone<WordApp>(
          name: name, user: name.lowercased(), on: name == "A" ? .wifi : .lte,
          network: stage.network, server: stage.backend.host, configuration: 0)
        stage.watch(phone, ledger == 2 ? [OwnLedger()] : [kept])
        try await phone.launch()
        made.append(phone)
      }
      let phones = made
      let displays = phones.map(\.display)
      screens.withValue { $0 = displays }
      try await world.untilQuiet()
      world.exploreFromHere()
      @Sendable func post(_ phone: Int, _ place: Int, _ phones: [Phone<WordApp>]) {
        guard place < deeds[phone].count, let app = try? phones[phone].app() else { return }
        app.post { app in
          switch deeds[phone][place] {
          case .show: app.show("\(place)")
          case .keep: app.keep("\(place)")
          case .die: phones[phone].post { try? $0.die() }
          case .nothing: break
          }
          post(phone, place + 1, phones)
        }
      }
      for phone in deeds.indices { post(phone, 0, phones) }
      try await world.untilQuiet()
    }
    var end = "\(verdict.outcome)"
    if case .failed(let failure) = verdict { end = failure.expected }
    return Ambient.drive(world) {
      let shown = screens.withValue { $0 }.map { $0.screen?.description ?? "gone" }
      let counts = ["A", "B"].map { kept.counts[$0]!.withValue { $0 } }
      return "\(end) \(shown) \(counts) \(kept.total.withValue { $0 })"
    }
  }
}
