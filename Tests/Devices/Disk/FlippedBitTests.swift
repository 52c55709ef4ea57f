import Backend
import Network
import Simulator
import Testing

@testable import Devices

/// An app that shows one number, which it does not describe.
private actor GaugeApp: PhoneApp {
  struct Screen: Digestible, Equatable, Sendable, CustomStringConvertible {
    let number: UInt64
    var description: String { "a gauge" }
  }

  nonisolated let lane: Lane
  private let services: PhoneServices<Screen>

  init(services: PhoneServices<Screen>, configuration: Void) {
    lane = services.lane
    self.services = services
  }

  func start() { services.show(Screen(number: 0)) }

  func show(_ number: UInt64) { services.show(Screen(number: number)) }
}

/// One flipped bit in what happens is another run.
@Suite("A digest sees every bit")
struct FlippedBitTests {
  /// Something that happens in a world, with 52 bits that a test chooses.
  enum Happening: CaseIterable {
    /// A write that the rules refuse: nothing but its message carries the bits.
    case payload
    /// A row on a phone's disk.
    case row
    /// A number on a screen whose description is always the same.
    case screen
    /// What a function writes.
    case effect
    /// The token of a phone that a function sends a push message to, and that nobody has.
    case token
    /// How wrong a phone's clock is, in nanoseconds.
    case clock
  }

  private static let bitCount = 52

  private static func digest(_ happening: Happening, _ bits: UInt64) -> UInt64 {
    let number = Double(bitPattern: 1.0.bitPattern | bits)
    let world = World(seed: 1)
    let verdict = world.run {
      let network = Network(world: world)
      let function = try ServerFunction("answer", .onCreate, at: "asked") { run in
        if happening == .effect { try await run.set("answered", Node(.number(number))) }
        if happening == .token {
          let token = PushToken(String(bits, radix: 2))
          _ = try await run.send([(PushMessage(notification: nil, data: [:]), token)])
        }
      }
      let backend = try BackendHost(
        rules: try RuleSet(#"{"rules": {".read": false}}"#), functions: [function], on: network)
      let phone = try Phone<GaugeApp>(
        name: "Alice", user: "alice", on: .wifi, network: network, server: backend.host,
        configuration: ())
      switch happening {
      case .payload:
        let rig = DeviceRig(world: world, network: network, backend: backend, log: Log(in: world))
        let bob = try rig.client("Bob")
        await bob.set("asked", to: Node(.number(number)))
        try await world.clock.sleep(for: .seconds(10))
        #expect(rig.log.texts == ["Bob: /asked refused"])
      case .row:
        var transaction = DiskTransaction()
        transaction.put(bits, at: "a", in: DiskTable<UInt64>("numbers"))
        try Disk(in: world, of: JournalSource("Alice")).commit(transaction)
      case .screen:
        try await phone.launch()
        await (try phone.app()).show(bits)
      case .effect, .token: await backend.administer(set: 1, at: "asked")
      case .clock: await phone.setClock { $0.skew = .nanoseconds(Int64(bits)) }
      }
      try await world.clock.sleep(for: .seconds(10))
    }
    if case .passed = verdict {
    } else {
      Issue.record("the world ended as \(verdict)")
    }
    return world.journal.digest
  }

  @Test(
    "one flipped bit of a payload, a row, a screen, an effect, a token or a clock is another digest",
    arguments: Happening.allCases)
  func flipped(happening: Happening) {
    for bit in 0..<Self.bitCount {
      let bits = UInt64(bit).digest >> (64 - Self.bitCount)
      let digest = Self.digest(happening, bits)
      #expect(digest != Self.digest(happening, bits ^ (1 << bit)), "bit \(bit) of \(bits)")
      #expect(digest == Self.digest(happening, bits))
    }
  }
}
