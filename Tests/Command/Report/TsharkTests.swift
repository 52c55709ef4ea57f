import Foundation
import Testing

@testable import RehearsalCommand

/// What Wireshark's own program reads from a capture. Debian's package `tshark` has it; without it the test is skipped.
// One after the other: Foundation loses track of processes that several threads start.
@Suite("Packet captures in tshark", .serialized, .enabled(if: Tshark.path != nil))
struct TsharkTests {
  @Test(
    "it finds no malformed packet and no wrong checksum, and as many losses as the run has",
    arguments: ["offlineRead/lte", "groupOfTen"])
  func reads(_ scenario: String) throws {
    let folder = try TemporaryFolder()
    let capture = folder.path("run.pcapng")
    let data = folder.path("run.json")
    let output = try Binary.runAll(
      Binary.rehearse, ["run", scenario, "--pcap", capture, "--report", data])
    #expect(output.status == 0, "\(output.notes)")
    let sent = try Self.segments(in: data)
    #expect(try Tshark.count(capture, "frame") == sent.count)
    #expect(try Tshark.count(capture, "tcp") == sent.count)
    let flaws = "_ws.malformed || ip.checksum.status == 0 || tcp.checksum.status == 0"
    #expect(try Tshark.count(capture, flaws) == 0)
    let sums = "ip.checksum.status == 1 && tcp.checksum.status == 1"
    #expect(try Tshark.count(capture, sums) == sent.count)
    #expect(try Tshark.count(capture, "frame.comment contains \": lost\"") == sent.lost)
    #expect(try Tshark.count(capture, "tcp.analysis.ack_lost_segment") == 0)
  }

  /// The number of segments that were sent in the data of a report, and of those that were lost.
  private static func segments(in path: String) throws -> (count: Int, lost: Int) {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let run = try #require((document["runs"] as? [[String: Any]])?.first)
    let film = try #require(run["film"] as? [String: Any])
    let flights = try #require((film["flights"] as? [String: [Int]])?["r"])
    return (flights.count, flights.count { $0 & 3 == 2 })
  }
}

/// Wireshark's program for a terminal.
private enum Tshark {
  /// Its path; nil where there is none.
  static let path = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { "\($0)/tshark" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// The number of packets of a file that a display filter takes.
  static func count(_ file: String, _ filter: String) throws -> Int {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(path))
    process.arguments = [
      "-r", file, "-Y", filter, "-T", "fields", "-e", "frame.number",
      "-o", "ip.check_checksum:TRUE", "-o", "tcp.check_checksum:TRUE",
    ]
    let (output, notes) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = notes
    try process.run()
    let lines = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(filter)")
    return String(decoding: lines, as: UTF8.self).split(separator: "\n").count
  }
}
