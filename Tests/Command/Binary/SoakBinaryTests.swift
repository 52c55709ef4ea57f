import Foundation
import RehearsalTesting
import Testing

@testable import RehearsalCommand

@Suite("A soak that is ended from outside", .serialized)
struct SoakBinaryTests {
  private static func start(_ folder: borrowing TemporaryFolder) throws -> Process {
    let process = try Binary.start(
      Binary.misbehaving,
      [
        "soak", "quick", "failsSometimes", "--for", "10m", "--jobs", "2", "--folder",
        folder.path("soak"),
      ])
    // Until the first class is shrunk, and the state of a turn is kept.
    while process.isRunning, (try? Self.state(folder))?.tally.runs ?? 0 == 0 {}
    return process
  }

  private static func state(_ folder: borrowing TemporaryFolder) throws -> SoakState {
    try SoakState(parsing: try folder.text("soak/state"))
  }

  @Test("killed at any moment, it goes on from its folder")
  func killed() throws {
    let folder = try TemporaryFolder()
    let process = try Self.start(folder)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let before = try Self.state(folder)
    let output = try Binary.run(
      Binary.misbehaving, "soak", "quick", "failsSometimes", "--runs", "50", "--folder",
      folder.path("soak"))
    #expect(output.status == 1)
    #expect(output.notes.contains("going on from"))
    #expect(try Self.state(folder).tally.runs == before.tally.runs + 50)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("soak/Failures")).count == 1)
  }

  @Test("each cause of a crash is a class of its own, shrunk and told")
  func crashes() throws {
    let folder = try TemporaryFolder()
    let output = try Binary.run(
      Binary.misbehaving, "soak", "aborts", "badIndex", "fine", "--runs", "6", "--jobs", "1",
      "--folder", folder.path("soak"))
    #expect(output.status == 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("soak/Failures"))
    #expect(names.count == 2)
    for name in names {
      let failure = try SoakClass(parsing: try folder.text("soak/Failures/\(name)"))
      #expect(failure.statement.hasPrefix("crashed at signal"))
      #expect(failure.runs == 2 && failure.isShrunk)
      #expect(failure.story.contains("To see it again"))
    }
  }

  @Test("asked to stop, it keeps what was played")
  func stopped() throws {
    let folder = try TemporaryFolder()
    let process = try Self.start(folder)
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    #expect(try Self.state(folder).tally.runs > 0)
    #expect(try folder.text("soak/summary.txt").contains("interrupted"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("soak")).sorted()
        == ["Failures", "state", "summary.txt"])
  }
}
