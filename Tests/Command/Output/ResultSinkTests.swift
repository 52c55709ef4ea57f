import Foundation
import Harness
import Simulator
import SystemSupport
import Testing

@testable import RehearsalCommand

@Suite("Files of results")
struct ResultSinkTests {
  @Test("a file appears whole, at the end")
  func appearsAtTheEnd() throws {
    let folder = try TemporaryFolder()
    let sink = try ResultSink(path: folder.path("results"), console: Captured().console)
    try sink.write("first\n")
    try sink.flush()
    #expect(!FileManager.default.fileExists(atPath: folder.path("results")))
    try sink.write("second\n")
    try sink.finish()
    #expect(try folder.text("results") == "first\nsecond\n")
    #expect(try folder.names == ["results"])
  }

  @Test("a file that was there stays as it was until it is replaced")
  func replaces() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "results")
    let sink = try ResultSink(path: folder.path("results"), console: Captured().console)
    try sink.write("new")
    try sink.flush()
    #expect(try folder.text("results") == "old")
    try sink.finish()
    #expect(try folder.text("results") == "new")
    #expect(try folder.names == ["results"])
  }

  @Test("a command that does not come to its end leaves nothing behind")
  func abandons() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "results")
    let sink = try ResultSink(path: folder.path("results"), console: Captured().console)
    try sink.write("half")
    try sink.flush()
    sink.abandon()
    #expect(try folder.text("results") == "old")
    #expect(try folder.names == ["results"])
  }

  @Test("a link is followed, not replaced")
  func followsLinks() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "target")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: folder.path("target"))
    let sink = try ResultSink(path: folder.path("link"), console: Captured().console)
    try sink.write("new")
    try sink.finish()
    #expect(try folder.text("target") == "new")
    #expect(try folder.names == ["link", "target"])
  }

  @Test("a file that is not there yet is made where a link points")
  func followsDanglingLinks() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("inner"), withDestinationPath: "target")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: folder.path("inner"))
    try Self.write("new", to: folder.path("link"))
    #expect(try folder.text("target") == "new")
    #expect(try folder.names == ["inner", "link", "target"])
  }

  @Test("links that lead in a circle are refused")
  func circles() throws {
    let folder = try TemporaryFolder()
    for (link, target) in [("a", "b"), ("b", "a")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(link), withDestinationPath: target)
    }
    let error = try #require(throws: UsageError.self) {
      try ResultSink(path: folder.path("a"), console: Captured().console)
    }
    #expect("\(error)".contains("its links lead in a circle"))
  }

  private static func write(_ text: String, to path: String) throws {
    let sink = try ResultSink(path: path, console: Captured().console)
    try sink.write(text)
    try sink.finish()
  }

  private static func attribute(_ key: FileAttributeKey, of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[key] as? Int
  }

  @Test("a file keeps its mode", arguments: [0o640, 0o600, 0o755, 0o666])
  func keepsMode(mode: Int) throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "results")
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: folder.path("results"))
    try Self.write("new", to: folder.path("results"))
    #expect(try folder.text("results") == "new")
    #expect(try Self.attribute(.posixPermissions, of: folder.path("results")) == mode)
  }

  @Test("results of a file that others may not read cannot be read before it is replaced")
  func privateMeanwhile() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "results")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder.path("results"))
    let sink = try ResultSink(path: folder.path("results"), console: Captured().console)
    let part = try #require(try folder.names.first { $0.hasSuffix(".part") })
    #expect(try Self.attribute(.posixPermissions, of: folder.path(part)) == 0o600)
    sink.abandon()
  }

  @Test("a file with several names stays one file", arguments: ["new", "a text that is longer"])
  func keepsHardLinks(text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("an old text", to: "results")
    try FileManager.default.linkItem(
      atPath: folder.path("results"), toPath: folder.path("other"))
    let number = try Self.attribute(.systemFileNumber, of: folder.path("results"))
    let sink = try ResultSink(path: folder.path("results"), console: Captured().console)
    try sink.write(text)
    try sink.flush()
    #expect(try folder.text("other") == "an old text")
    try sink.finish()
    #expect(try folder.text("other") == text)
    #expect(try folder.text("results") == text)
    #expect(try Self.attribute(.systemFileNumber, of: folder.path("results")) == number)
    #expect(try folder.names == ["other", "results"])
  }

  /// A process number that no process has: the greatest of Linux is 2^22.
  private static let dead = 2_147_483_646

  @Test("what a killed command left beside a result file goes with the next one, and nothing else")
  func leftovers() throws {
    let folder = try TemporaryFolder()
    let parent = getppid()
    let kept = [
      ".results.\(parent).part", ".results.0\(Self.dead).part", ".results.-1.part",
      ".results.x.part", ".other.\(Self.dead).part", "results.\(Self.dead).part",
      ".results.\(Self.dead).part.old",
    ]
    for name in kept + [".results.\(Self.dead).part"] { try folder.write("half", to: name) }
    try FileManager.default.createDirectory(
      atPath: folder.path(".results.\(Self.dead - 1).part"), withIntermediateDirectories: false)
    try Self.write("new", to: folder.path("results"))
    #expect(
      try folder.names == (kept + [".results.\(Self.dead - 1).part", "results"]).sorted())
  }

  @Test("a file that somebody still writes is no leftover, whatever its process is called")
  func lockedLeftovers() throws {
    let folder = try TemporaryFolder()
    let name = ".results.\(Self.dead).part"
    guard case .descriptor(let descriptor) = LockedFile.make(folder.path(name), isPrivate: false)
    else {
      Issue.record("the file cannot be made")
      return
    }
    try Self.write("new", to: folder.path("results"))
    #expect(try folder.names == [name, "results"])
    close(descriptor)
    try Self.write("newer", to: folder.path("results"))
    #expect(try folder.names == ["results"])
  }

  @Test("a device is written to, not replaced")
  func devices() throws {
    let sink = try ResultSink(path: "/dev/null", console: Captured().console)
    try sink.write("gone")
    try sink.finish()
    let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type]
    #expect(type as? FileAttributeType == .typeCharacterSpecial)
  }

  @Test(
    "a place that cannot be written is refused before anything runs", arguments: ["", "no/such"])
  func unwritable(name: String) throws {
    let folder = try TemporaryFolder()
    let path = name.isEmpty ? folder.url.path : folder.path(name)
    let isPlayed = Flag()
    let scenario = Scenario("raises a flag") { (_: Stage) in isPlayed.raise() }.named("raises")
    let captured = Captured()
    #expect(captured.run("--output", path, catalog: Sample.catalog(scenario)) == .usage)
    #expect(captured.notes.contains("the results cannot be written to \(path): "))
    #expect(captured.results.isEmpty)
    #expect(!isPlayed.isRaised)
  }
}
