import Devices
import Harness
import Network
import Testing

@testable import Chat
@testable import Simulator

@Suite("The pace of receipts")
struct FlushLedgerTests {
  /// A phone's outbox and its ledger, in milliseconds.
  private struct Rig {
    var store = ChatStore(of: "bob")
    var ledger = DeviceLedger(phone: "Bob", user: "bob", policies: ChatPolicies())
    private(set) var flushed: [OutboxOperation] = []
    private(set) var breaches: [String] = []

    private static func instant(_ time: Int) -> Instant {
      .zero.advanced(by: .milliseconds(time))
    }

    static func message(_ number: Int) -> MessageID { MessageID("\(number)") }

    private mutating func keep(at time: Int) {
      ledger.store(store.takeUncommitted(), at: Self.instant(time))
      breaches += ledger.takeBreaches().compactMap(\.invariant)
    }

    mutating func flush(at time: Int) {
      flushed.append(store.enqueue(.read([Self.message(flushed.count)])))
      keep(at: time)
    }

    mutating func commit(_ number: Int, at time: Int) {
      ledger.committed(Self.message(number), at: Self.instant(time))
      breaches += ledger.takeBreaches().compactMap(\.invariant)
    }

    mutating func answer(at time: Int) {
      guard let operation = flushed.last else { return }
      _ = store.complete(operation.number)
      keep(at: time)
    }

    mutating func erase(at time: Int) {
      store = ChatStore(of: "bob")
      ledger.store(nil, at: Self.instant(time))
    }
  }

  /// Flushes at `times`, each of which takes `latency` to the backend and as long back.
  private func breaches(at times: [Int], latency: Int = 0) -> [String] {
    var rig = Rig()
    for (number, time) in times.enumerated() {
      rig.flush(at: time)
      rig.commit(number, at: time + latency)
      rig.answer(at: time + 2 * latency)
    }
    return rig.breaches
  }

  @Test(
    "a flush within a second of one that was within a second of another breaks I-14",
    arguments: [
      ([0, 500, 1500, 2500], 0), ([0, 500, 1500, 2000, 3000], 0), ([0, 1000, 1500, 2500], 0),
      ([0, 500, 1499], 1), ([0, 500, 1000], 1), ([0, 0, 0, 0], 2),
    ])
  func judgesPauses(times: [Int], count: Int) {
    #expect(breaches(at: times) == Array(repeating: "I-14", count: count))
  }

  @Test("a pause counts from the commit of the flush before")
  func countsFromCommit() {
    #expect(breaches(at: [0, 800, 1900], latency: 100).isEmpty)
    #expect(breaches(at: [0, 800, 1899], latency: 100) == ["I-14"])
  }

  @Test("a flush before the answer to the one before breaks I-14")
  func judgesQueue() {
    var rig = Rig()
    rig.flush(at: 0)
    rig.flush(at: 60_000)
    #expect(rig.breaches == ["I-14"])
  }

  @Test("flushes that a fault has held up may be sent again, and be committed long after")
  func ignoresResends() {
    var rig = Rig()
    rig.flush(at: 0)
    rig.commit(0, at: 90_000)
    rig.commit(0, at: 90_100)
    rig.answer(at: 90_200)
    rig.flush(at: 90_200)
    rig.commit(1, at: 90_300)
    #expect(rig.breaches.isEmpty)
  }

  @Test("a refused flush has cost nothing")
  func ignoresRefusals() {
    var rig = Rig()
    for time in stride(from: 0, to: 500, by: 50) {
      rig.flush(at: time)
      rig.answer(at: time + 40)
    }
    #expect(rig.breaches.isEmpty)
  }

  @Test("receipts that no outbox has held break I-14")
  func judgesBypasses() {
    var rig = Rig()
    rig.commit(0, at: 0)
    #expect(rig.breaches == ["I-14"])
    rig.flush(at: 10)
    rig.commit(7, at: 20)
    #expect(rig.breaches == ["I-14", "I-14"])
  }

  @Test(
    "an app that is installed anew owes neither an answer nor a pause, and paces itself from then on"
  )
  func judgesReinstalled() {
    var rig = Rig()
    rig.flush(at: 0)
    rig.commit(0, at: 10)
    rig.answer(at: 20)
    rig.flush(at: 500)
    rig.commit(1, at: 510)
    rig.erase(at: 520)
    for (index, time) in [600, 900].enumerated() {
      rig.flush(at: time)
      rig.commit(2 + index, at: time + 10)
      rig.answer(at: time + 20)
      #expect(rig.breaches.isEmpty)
    }
    rig.flush(at: 1000)
    #expect(rig.breaches == ["I-14"])
  }

  @Test(
    "a flush that was under way when the app was installed anew may arrive after the next one's")
  func allowsOrphans() {
    var rig = Rig()
    rig.flush(at: 0)
    rig.erase(at: 100)
    rig.flush(at: 5_000)
    rig.commit(0, at: 5_050)
    rig.commit(1, at: 5_060)
    #expect(rig.breaches.isEmpty)
    rig.commit(0, at: 5_070)
    #expect(rig.breaches == ["I-14"])
  }

  // MARK: - In whole runs

  /// Bob reads two messages; a careless app hands their receipts over by itself, past the pacer.
  private static func reading(hasty: Bool) -> Scenario {
    Scenario("Bob reads", faults: .allowed) { (world: ChatWorld) in
      let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
      let chat = try await alice.startConversation(with: bob)
      let messages = [
        try await alice.send("first", in: chat), try await alice.send("second", in: chat),
      ]
      try await bob.expect { $0.conversation(chat)?.unread == 2 }
      await bob.open(chat)
      try await alice.expect { $0.bubble(messages[1])?.status == .read }
      guard hasty else { return }
      for message in messages {
        let here = CodeLocation(fileID: #fileID, filePath: #filePath, line: #line)
        await bob.gesture("hurry", at: here) { app in
          app.change { model, _ in model.submit(.read([message])) }
        }
      }
    }
  }

  @Test(
    "an app that does not wait is found out, with faults as without, and one that waits is not",
    arguments: [0, 3])
  func findsHaste(faults: Int) {
    var struck = 0
    for seed in 1...20 as ClosedRange<UInt64> {
      let configuration = RunConfiguration(seed: seed, faults: faults)
      let hasty = Runner.run(Self.reading(hasty: true), configuration)
      #expect(hasty.failure?.kind == "invariant I-14", "\(hasty)")
      if !hasty.faults.isEmpty { struck += 1 }
      let patient = Runner.run(Self.reading(hasty: false), configuration)
      #expect(patient.outcome == .passed, "\(patient)")
    }
    #expect(faults == 0 ? struck == 0 : struck > 5, "runs with faults: \(struck)")
  }
}
