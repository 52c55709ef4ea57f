import Foundation
import Simulator
import Testing

@testable import Network

@Suite("The throughput of a connection over recorded links")
struct RecordedThroughputTests {
  /// The folder of recorded traces: beside the package, or where `REHEARSAL_TRACES` says.
  private static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["REHEARSAL_TRACES"] {
      return URL(fileURLWithPath: path)
    }
    return URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("shared/traces")
  }()

  private static let networks = ["Verizon-LTE-short", "Verizon-EVDO-driving"]

  /// How much is under way at any time: what a slow link delivers in half a minute.
  private static let ahead = 300
  private static let messageBytes = 16_384

  @Test(
    "a connection that always has something to send gets what was recorded, but for 2 %",
    .enabled(
      if: FileManager.default.fileExists(atPath: folder.path),
      "there are no recorded traces: put them beside the package or set REHEARSAL_TRACES"),
    arguments: networks, [true, false])
  func saturated(network: String, isUpload: Bool) throws {
    let path = Self.folder.appendingPathComponent(network).path
    let profile = try LinkProfile.trace(up: "\(path).up", down: "\(path).down")
    let trace = try #require(isUpload ? profile.up.trace : profile.down.trace)
    let period = trace.period
    Rig.run { rig in
      let received = WorldBound(0, in: rig.world)
      let connection = WorldBound<Connection?>(nil, in: rig.world)
      @Sendable func write(_ connection: Connection?, _ count: Int) {
        for _ in 0..<count { connection?.send(Note("data", bytes: Self.messageBytes)) }
      }
      @Sendable func took(_ payload: any Payload) {
        received.withValue { $0 += payload.byteCount }
        let sender = connection.withValue { $0 }
        sender?.lane.post { write(sender, 1) }
      }
      let phone = try rig.network.addHost("Alice", on: profile)
      let backend = try rig.network.addHost("backend")
      try rig.network.listen(on: backend, service: "database", lane: rig.world.lane("backend")) {
        accepted in
        { event in
          switch event {
          case .opened where !isUpload:
            connection.withValue { $0 = accepted }
            write(accepted, Self.ahead)
          case .received(let payload) where isUpload: took(payload)
          case .opened, .received, .closed: break
          }
        }
      }
      let opened = rig.network.connect(
        from: phone, to: backend, service: "database", lane: rig.world.lane("Alice/main")
      ) { event in
        switch event {
        case .opened where isUpload: write(connection.withValue { $0 }, Self.ahead)
        case .received(let payload) where !isUpload: took(payload)
        case .opened, .received, .closed: break
        }
      }
      if isUpload { connection.withValue { $0 = opened } }
      // The window has opened by then; a whole round of the recording has its mean, wherever it begins.
      try await rig.sleep(.seconds(30))
      let before = received.withValue { $0 }
      try await rig.sleep(period)
      let segments =
        Double(received.withValue { $0 } - before) / Double(1_500 - Segment.headerBytes)
      let rate = segments * 1_500 * 8 / (period / .seconds(1))
      let share = rate / Double(trace.meanBandwidth.bitsPerSecond)
      #expect(abs(share - 1) < 0.02)
      opened.close()
    }
  }
}
