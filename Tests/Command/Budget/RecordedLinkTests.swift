import Foundation
internal import Harness
import Testing

@testable import Network
@testable import RehearsalCommand
@testable import Simulator

@Suite("Budgets on recorded links")
struct RecordedLinkTests {
  /// Its latency is the number of milliseconds of the recording that its link plays.
  private static let linked = Scenario("a latency that the recording decides") { (stage: Stage) in
    let name = stage.world.profileInForce() ?? "wifi"
    let period = try LinkProfile.named(name).up.trace?.period ?? .milliseconds(1)
    stage.world.measure("answer", period, limit: .milliseconds(10))
  }.named("linked")

  private static let catalog = Sample.catalog(linked)

  /// Runs `body` with the files of a recorded link whose period is that of `text`.
  private func withFiles(_ text: String, _ body: (_ files: String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (up, down) = (folder.appending(path: "a b.up"), folder.appending(path: "a.down"))
    try text.write(to: up, atomically: true, encoding: .utf8)
    try "1\n".write(to: down, atomically: true, encoding: .utf8)
    try body("\(up.path),\(down.path)")
  }

  @Test("the recorded link stands beside the named ones, and its token is replayed with its files")
  func budget() throws {
    try withFiles("2\n7\n") { files in
      let captured = Captured()
      let status = captured.run(
        "budget", "linked", "--seeds", "3", "--profiles", "lte", "--trace", files,
        catalog: Self.catalog)
      #expect(status == .passed)
      #expect(captured.results.contains("Trace "))
      let token = try #require(
        captured.results.firstMatch(of: /replay (r1:linked@trace[0-9a-f]{16}:\S+) --trace '/))
      let replayed = Captured()
      #expect(
        replayed.run("replay", "\(token.1)", "--trace", files, catalog: Self.catalog) == .passed)
    }
  }

  @Test("a link that is too slow is told with its files")
  func slow() throws {
    try withFiles("11\n") { files in
      let captured = Captured()
      let status = captured.run(
        "budget", "linked", "--seeds", "3", "--trace", files, catalog: Self.catalog)
      #expect(status == .failed)
      #expect(captured.results.contains("11 ms"))
    }
  }

  @Test(
    "what is no pair of recordings is refused",
    arguments: [
      ("one", "two files with a comma between them"), ("a,b,c", "two files with a comma"),
      (",b", "two files with a comma"), ("/no/such,/no/such", "there is no such file"),
    ])
  func malformed(value: String, words: String) {
    let captured = Captured()
    let status = captured.run("budget", "linked", "--trace", value, catalog: Self.catalog)
    #expect(status == .usage)
    #expect(captured.notes.contains(words))
  }

  @Test("a malformed recording is refused with its line")
  func malformedFile() throws {
    try withFiles("3\n2\n") { files in
      let captured = Captured()
      #expect(
        captured.run("budget", "linked", "--trace", files, catalog: Self.catalog) == .usage)
      #expect(captured.notes.contains("line 2: 2 comes after 3, and times never fall"))
    }
  }

  @Test("a token of a recorded link whose files are not given says what to do")
  func unread() {
    let captured = Captured()
    let status = captured.run(
      "replay", "r1:linked@trace0123456789abcdef:1:fifo:\(BuildMode.current.rawValue)",
      catalog: Self.catalog)
    #expect(status == .usage)
    #expect(captured.notes.contains("--trace UP,DOWN"))
  }
}
