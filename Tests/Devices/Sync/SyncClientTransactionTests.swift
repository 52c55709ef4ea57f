import Backend
import Network
import Simulator
import Testing

@testable import Devices

@Suite("How a client tells of transactions")
struct SyncClientTransactionTests {
  /// Puts the server's time at "x", and writes down how it ended.
  private static func stamp(_ client: TestClient) async {
    let (name, log) = (client.name, client.log)
    await client.sync.transaction(
      "x", update: { _ in Node(.timestamp) },
      ended: { outcome in
        switch outcome {
        case .committed(let node): log.add("\(name): committed \(node)")
        case .abandoned: log.add("\(name): abandoned")
        case .failed(let reason): log.add("\(name): failed \(reason)")
        }
      })
  }

  @Test("one that is committed ends with what was shown, before what the server has made of it")
  func committedFirst() {
    DeviceRig.run { rig in
      let a = try rig.client("a", on: .lte)
      await a.listen(to: "x")
      try await rig.sleep(.seconds(2))
      await Self.stamp(a)
      try await rig.sleep(.seconds(2))
      let (guess, truth) = try Self.values(rig.log)
      #expect(await rig.backend.read("x").description == truth && guess != truth)
      #expect(
        rig.log.texts == [
          "a: value null", "a: value \(guess)", "a: committed \(guess)", "a: value \(truth)",
        ])
    }
  }

  @Test("one that is refused is taken back first")
  func refusedLast() {
    DeviceRig.run(rules: #"{"rules": {".read": true}}"#) { rig in
      let a = try rig.client("a", on: .lte)
      await a.listen(to: "x")
      try await rig.sleep(.seconds(2))
      await Self.stamp(a)
      try await rig.sleep(.seconds(2))
      #expect(rig.log.texts(of: "a: value ").count == 3)
      #expect(rig.log.texts.last?.hasPrefix("a: failed") == true)
    }
  }

  /// What the listener was told second and last.
  private static func values(_ log: Log) throws -> (guess: String, truth: String) {
    let values = log.texts(of: "a: value ")
    try #require(values.count == 3, "\(values)")
    return (values[1], values[2])
  }
}
