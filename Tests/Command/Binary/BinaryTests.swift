import Foundation
import Testing

@testable import RehearsalCommand

// One after the other: Foundation loses track of processes that several threads start.
@Suite("The built command", .serialized)
struct BinaryTests {
  @Test("exit status and streams are those of the contract")
  func statusAndStreams() throws {
    let passed = try Binary.run(Binary.misbehaving, "fine")
    #expect(passed.status == 0)
    #expect(passed.notes.isEmpty)
    #expect(passed.results.contains("1 passed (1 run in "))

    let failed = try Binary.run(Binary.misbehaving, "fails")
    #expect(failed.status == 1)
    #expect(failed.notes.isEmpty)

    let usage = try Binary.run(Binary.misbehaving, "nonsense")
    #expect(usage.status == 64)
    #expect(usage.results.isEmpty)
    #expect(usage.notes.contains("usage: misbehaving run"))
  }

  @Test("a file gets no colour, whatever the terminal")
  func noColour() throws {
    let output = try Binary.run(
      Binary.misbehaving, "fails", environment: ["TERM": "xterm-256color"])
    #expect(!output.results.contains("\u{1B}"))
  }

  @Test("what an app prints stays out of JSON, even where it looks like a result")
  func printedAndJSON() throws {
    let output = try Binary.run(
      Binary.misbehaving, "prints", "printsResults", "fine", "--format", "json")
    #expect(output.status == 0)
    let kinds = try output.lines.map { line in
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return "\(value?["kind"] ?? "none") \(value?["scenario"] ?? "")"
    }
    #expect(
      kinds == ["result fine", "result prints", "result printsResults", "summary "])
    #expect(!output.results.contains("forged") && !output.results.contains("hello from seed"))
  }

  @Test("every kind of ending is reported, and does not keep the others from running")
  func endings() throws {
    // A machine that is busy with other things must not look like a run that hangs: only what spins has little time.
    #expect(
      try outcomes(
        "good", "fails", "ends", "calls", "--hang-timeout", "5m")
        == [
          "fine passed", "fails failed", "failsSometimes passed", "throws failed", "stalls stalled",
          "loops exhausted", "sleepsForHours passed", "leaks leaked", "hashes passed",
          "hides passed", "calls/home passed", "calls/work passed",
        ])
    #expect(
      try outcomes("spins", "fine", "--hang-timeout", "2s") == ["fine passed", "spins exhausted"])
  }

  /// What became of each run, where at least one did not pass.
  private func outcomes(_ arguments: String...) throws -> [String] {
    let output = try Binary.runAll(
      Binary.misbehaving, arguments + ["--format", "json", "--jobs", "3"])
    #expect(output.status == 1)
    return output.lines.compactMap {
      $0.firstMatch(of: /"scenario":"([^"]+)".*?"outcome":"(\w+)"/).map { "\($0.1) \($0.2)" }
    }
  }

  @Test("digests are the same in every process and on any number of threads")
  func digests() throws {
    let outputs = try ["1", "2", "5"].map { jobs in
      try Binary.run(
        Binary.misbehaving, "sweep", "fine", "failsSometimes", "calls", "--seeds", "40",
        "--schedule", "random", "--jobs", jobs, "--format", "json"
      )
      .lines.map { $0.replacing(/"wall_ns":\d+/, with: "") }
    }
    #expect(outputs[0].count > 160)
    #expect(outputs[0] == outputs[1])
    #expect(outputs[0] == outputs[2])
  }

  @Test(
    "a scenario that depends on the order of a set is caught, with the first event that differs")
  func verification() throws {
    let output = try Binary.run(Binary.misbehaving, "fine", "hashes", "--verify-determinism")
    #expect(output.status == 1)
    #expect(output.results.contains("1 passed, 1 failed"))
    #expect(output.results.contains("the first event that differs is number "))
    #expect(output.results.contains("both had before: 1 s "))
    #expect(output.results.contains(": is asked"))
  }

  @Test("what is left at the end is compared too, and what differs is named")
  func finalState() throws {
    let output = try Binary.run(Binary.misbehaving, "fine", "hides", "--verify-determinism")
    #expect(output.status == 1)
    #expect(output.results.contains("1 passed, 1 failed"))
    #expect(output.results.contains("what was left at the end is not"))
    #expect(output.results.contains("the drawer: holds note/1 at the end"))
  }

  @Test("verification passes what is deterministic, also in sweeps and replays")
  func verificationPasses() throws {
    for arguments in [
      ["run", "fine", "calls", "failsSometimes"],
      ["sweep", "fine", "calls", "--seeds", "20", "--schedule", "random", "--shard", "2/3"],
      ["replay", "r1:fine:7:random:debug", "r1:calls/home:1:fifo:debug"],
    ] {
      let output = try Binary.runAll(Binary.misbehaving, arguments + ["--verify-determinism"])
      #expect(output.status == 0, "\(output.results)")
    }
  }

  @Test("a trap that only the other process runs into is reported, and the rest is verified")
  func trapElsewhere() throws {
    let output = try Binary.run(
      Binary.misbehaving, "fine", "trapsElsewhere", "calls", "--verify-determinism")
    #expect(output.status == 1)
    #expect(output.results.contains("3 passed, 1 failed"))
    #expect(output.results.contains("0000000000000000 (crashed) in another process"))
  }

  @Test("a trap in a scenario names the run and the line that brings it back")
  func trap() throws {
    let output = try Binary.run(
      Binary.misbehaving, "sweep", "fine", "traps", "--seeds", "7..<8", "--schedule", "fifo")
    #expect(output.status == 1)
    #expect(output.results.contains("1 passed, 1 failed (2 runs in"))
    #expect(output.results.contains("the run ended its process by signal"))
    #expect(output.results.contains("Fatal error: this scenario always does that"))
    #expect(output.results.contains("at Misbehaving/Misbehaviour.swift:"))
    #expect(output.results.contains("misbehaving replay r1:traps:7:fifo:"))
  }

  @Test("a trap in an app's own code is told with its place")
  func trapInAnApp() throws {
    let output = try Binary.run(Binary.misbehaving, "run", "trapsInAnApp")
    #expect(output.status == 1)
    #expect(output.results.contains("Fatal error: this app always does that"))
    #expect(output.results.contains("at Misbehaving/Misbehaviour.swift:"))
  }

  @Test("an interrupted sweep keeps what was played")
  func interrupt() throws {
    let folder = try TemporaryFolder()
    let process = try Binary.start(
      Binary.misbehaving,
      [
        "sweep", "fine", "--seeds", "100000000", "--format", "json", "--output",
        folder.path("results"), "--time", "10m",
      ])
    while try folder.names.isEmpty {}
    process.interrupt()
    process.waitUntilExit()
    let lines = try folder.text("results").split(separator: "\n")
    #expect(try folder.names == ["results"])
    #expect(lines.last?.contains(#""kind":"summary","passed":"#) ?? false)
    #expect(lines.dropLast().last?.contains(#""stopped":"interrupted""#) ?? false)
    #expect(process.terminationStatus == 130)
  }

  @Test("the line that a failure prints brings it back")
  func reproduction() throws {
    let first = try Binary.run(
      Binary.misbehaving, "sweep", "failsSometimes", "--seeds", "10", "--format", "json",
      "--fail-fast")
    let token = try #require(first.results.firstMatch(of: /"replay":"([^"]+)"/)).1
    let digest = try #require(
      first.results.firstMatch(of: /"outcome":"failed","digest":"([^"]+)"/)
    ).1
    let again = try Binary.run(Binary.misbehaving, "replay", String(token), "--format", "json")
    #expect(again.status == 1)
    #expect(again.lines.first?.contains("\"outcome\":\"failed\",\"digest\":\"\(digest)\"") ?? false)
  }

  @Test("an unwritable place for results is an error of use")
  func unwritable() throws {
    let output = try Binary.run(Binary.misbehaving, "fine", "--output", "/no/such/folder/x")
    #expect(output.status == 64)
    #expect(output.notes.contains("/no/such/folder/x"))
    #expect(output.results.isEmpty)
  }

  @Test("the scenarios of the package are listed by the real command")
  func realCatalog() throws {
    let output = try Binary.run(Binary.rehearse, "list", "--format", "json")
    #expect(output.status == 0)
    #expect(!output.lines.isEmpty)
    for line in output.lines {
      #expect(line.hasPrefix(#"{"version":1,"kind":"scenario","name":""#))
      #expect(line.contains(#""file":"scenarios/"#))
    }
  }
}
