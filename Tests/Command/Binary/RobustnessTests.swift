import Foundation
import Testing

@testable import RehearsalCommand

@Suite("Sweeps that come to a bad end", .serialized)
struct RobustnessTests {
  @Test("a sweep that is killed leaves no result, and the next one works")
  func killed() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("results.jsonl")
    let arguments = [
      "sweep", "calls", "--seeds", "100000000", "--format", "json", "--output", path,
    ]
    let process = try Binary.start(Binary.misbehaving, arguments)
    while try folder.names.isEmpty, process.isRunning {}
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(!FileManager.default.fileExists(atPath: path))

    let next = try Binary.run(
      Binary.misbehaving, "sweep", "calls", "--seeds", "10", "--format", "json", "--output", path)
    #expect(next.status == 0)
    #expect(try folder.text("results.jsonl").contains("\"kind\":\"summary\""))
  }

  @Test("a sweep that is killed leaves the results of the one before as they were")
  func killedOverOld() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "results.jsonl")
    let process = try Binary.start(
      Binary.misbehaving,
      ["sweep", "calls", "--seeds", "100000000", "--output", folder.path("results.jsonl")])
    while try folder.names.count < 2, process.isRunning {}
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(try folder.text("results.jsonl") == "old")
  }

  /// A device that is always full stands for a disk that is; `.ci/full-disk` does it with a real one.
  @Test("a full disk is told as such, and ends the sweep with status 70")
  func fullDisk() throws {
    let output = try Binary.run(
      Binary.misbehaving, "sweep", "calls", "--seeds", "5000", "--format", "json", "--output",
      "/dev/full")
    #expect(output.status == 70)
    #expect(output.notes.contains("the results could not be written: No space left on device"))
  }

  @Test("a scenario that never gives control back does not keep a sweep from its end")
  func stuck() throws {
    let output = try Binary.run(
      Binary.misbehaving, "sweep", "spins", "fine", "--seeds", "40", "--jobs", "8",
      "--hang-timeout", "50ms")
    #expect(output.status == 1)
    #expect(output.results.contains("40 passed, 40 failed (80 runs in"))
  }
}
