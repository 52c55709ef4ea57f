import Foundation
import Simulator
import Testing

@testable import Command

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
