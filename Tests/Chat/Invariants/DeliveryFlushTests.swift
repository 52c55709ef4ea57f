import Devices
import Testing

@testable import Chat
@testable import Simulator

@Suite("The pace of deliveries (I-14)")
struct DeliveryFlushTests {
  /// A phone's outbox and its ledger, in milliseconds.
  private struct Rig {
    var store = ChatStore(of: "bob")
    var ledger: DeviceLedger
    private(set) var breaches: [String] = []

    init(hasExtension: Bool = false) {
      var policies = ChatPolicies()
      policies.confirmsByExtension = hasExtension
      ledger = DeviceLedger(phone: "Bob", user: "bob", policies: policies)
    }

    private static func instant(_ time: Int) -> Instant {
      .zero.advanced(by: .milliseconds(time))
    }

    private mutating func keep(at time: Int) {
      ledger.store(store.takeUncommitted(), at: Self.instant(time))
      breaches += ledger.takeBreaches().compactMap(\.invariant)
    }

    /// Hands deliveries to the outbox.
    mutating func flush(_ ids: [String], at time: Int) -> OutboxOperation {
      let operation = store.enqueue(.deliver(ids.map { MessageID($0) }))
      keep(at: time)
      return operation
    }

    mutating func answer(_ operation: OutboxOperation, at time: Int) {
      _ = store.complete(operation.number)
      keep(at: time)
    }

    /// Hands deliveries over that the backend takes and answers in the same millisecond.
    mutating func deliver(_ id: String, at time: Int) {
      let operation = flush([id], at: time)
      ledger.committedDelivery(of: MessageID(id), at: Self.instant(time))
      answer(operation, at: time)
    }

    mutating func end(at time: Int) { ledger.live(.terminated, at: Self.instant(time)) }
  }

  @Test(
    "after the leading edge there is one flush of deliveries a second",
    arguments: [([0, 500, 1_500], []), ([0, 500, 1_400], ["I-14"]), ([0, 1_100, 1_700], [])]
      as [([Int], [String])])
  func pace(times: [Int], breaches: [String]) {
    var rig = Rig()
    for (number, time) in times.enumerated() { rig.deliver("\(number)", at: time) }
    #expect(rig.breaches == breaches)
  }

  @Test("a flush of deliveries waits for the answer to the one before")
  func answers() {
    var rig = Rig()
    _ = rig.flush(["a"], at: 0)
    _ = rig.flush(["b"], at: 2_000)
    #expect(rig.breaches == ["I-14"])
  }

  @Test("what was refused together goes out one by one, and no pause is due behind it")
  func refused() {
    var rig = Rig()
    rig.deliver("a", at: 0)
    let batch = rig.flush(["b", "c"], at: 500)
    rig.ledger.refusedDeliveries()
    rig.answer(batch, at: 600)
    let parts = ["b", "c"].map { rig.flush([$0], at: 600) }
    for part in parts { rig.answer(part, at: 700) }
    rig.deliver("d", at: 700)
    #expect(rig.breaches == [])
  }

  @Test("each launch of the app begins anew")
  func launches() {
    var rig = Rig()
    rig.deliver("a", at: 0)
    rig.deliver("b", at: 500)
    rig.end(at: 600)
    rig.deliver("c", at: 700)
    #expect(rig.breaches == [])
  }

  @Test(
    "what no flush has held breaks it, but where the app has an extension",
    arguments: [false, true])
  func others(hasExtension: Bool) {
    var rig = Rig(hasExtension: hasExtension)
    rig.ledger.committedDelivery(of: MessageID("x"), at: .zero)
    #expect(rig.ledger.takeBreaches().map(\.invariant) == (hasExtension ? [] : ["I-14"]))
  }
}
