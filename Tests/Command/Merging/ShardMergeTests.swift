import Foundation
import Harness
import Simulator
import Testing

@testable import RehearsalCommand

@Suite("Sweeps in shards")
struct ShardMergeTests {
  private static let catalog = Sample.catalog(Sample.fine, Sample.thirds)

  private static func sweep(
    _ folder: borrowing TemporaryFolder, _ name: String, shard: String, seeds: String = "50"
  ) -> RehearsalCommand.ExitStatus {
    Captured().run(
      "sweep", "--seeds", seeds, "--shard", shard, "--format", "json", "--output",
      folder.path(name), catalog: catalog)
  }

  /// Everything but real time, which no two sweeps share.
  private static func withoutWallTime(_ text: String) -> String {
    text.replacing(/"wall_ns":\d+/, with: "")
  }

  @Test("merged shards are the sweep without shards, to the byte", arguments: [1, 3, 7])
  func merges(count: Int) throws {
    let folder = try TemporaryFolder()
    #expect(Self.sweep(folder, "whole", shard: "1/1") == .failed)
    var paths: [String] = []
    for index in 1...count {
      _ = Self.sweep(folder, "part\(index)", shard: "\(index)/\(count)")
      paths.insert(folder.path("part\(index)"), at: 0)
    }
    let captured = Captured()
    let status = RehearseCommand(catalog: Self.catalog, host: .thisProcess).run(
      ["merge", "--format", "json", "--output", folder.path("merged")] + paths,
      on: captured.console)
    #expect(status == .failed)
    #expect(captured.notes.isEmpty)
    #expect(
      Self.withoutWallTime(try folder.text("merged"))
        == Self.withoutWallTime(try folder.text("whole")))
  }

  @Test("shards count different runs as one sweep does, each scenario in a line")
  func variety() throws {
    let folder = try TemporaryFolder()
    let catalog = Sample.catalog(Sample.fine, Sample.races)
    for index in 1...3 {
      Captured().run(
        "sweep", "--seeds", "50", "--shard", "\(index)/3", "--format", "json", "--output",
        folder.path("part\(index)"), catalog: catalog)
    }
    let captured = Captured()
    captured.run(
      "merge", "--format", "json", folder.path("part1"), folder.path("part2"),
      folder.path("part3"), catalog: catalog)
    let lines = captured.lines.filter { $0.contains(#""kind":"variety""#) }
    #expect(lines.count == 2)
    #expect(
      lines.first?.hasPrefix(
        """
        {"version":1,"kind":"variety","scenario":"fine","runs":50,"distinct":1,"last_new":1,
        """) == true)
    // Two lanes with two steps each, in every order that keeps each lane's own.
    #expect(lines.last?.contains(#""scenario":"races","runs":50,"distinct":"#) == true)
    #expect(lines.last?.contains(#""distinct":1,"#) == false)
  }

  @Test("a missing shard is named")
  func missing() throws {
    let folder = try TemporaryFolder()
    _ = Self.sweep(folder, "a", shard: "1/4")
    _ = Self.sweep(folder, "c", shard: "3/4")
    let captured = Captured()
    let status = captured.run("merge", folder.path("a"), folder.path("c"), catalog: Self.catalog)
    #expect(status == .failed)
    #expect(captured.notes.contains("25 of 100 runs are missing: shard 2/4\n"))
    #expect(captured.notes.contains("25 of 100 runs are missing: shard 4/4\n"))
    #expect(captured.lines.last?.contains("(50 runs") ?? false)
  }

  @Test("a shard that is given twice is counted once, and named")
  func doubled() throws {
    let folder = try TemporaryFolder()
    _ = Self.sweep(folder, "a", shard: "1/2")
    _ = Self.sweep(folder, "b", shard: "2/2")
    try folder.write(try folder.text("a"), to: "again")
    let captured = Captured()
    captured.run(
      "merge", folder.path("a"), folder.path("b"), folder.path("again"), catalog: Self.catalog)
    #expect(captured.notes.contains("holds the same runs as"))
    #expect(captured.lines.last?.contains("(100 runs") ?? false)
  }

  @Test("shards that contradict each other fail")
  func contradiction() throws {
    let folder = try TemporaryFolder()
    _ = Self.sweep(folder, "a", shard: "1/1")
    // The same names and seeds in other sources.
    let other = Scenario("every third seed fails") { (_: Stage) in }.named("thirds")
    Captured().run(
      "sweep", "--seeds", "50", "--format", "json", "--output", folder.path("b"),
      catalog: Sample.catalog(Sample.fine, other))
    let captured = Captured()
    let status = captured.run("merge", folder.path("a"), folder.path("b"), catalog: Self.catalog)
    #expect(status == .failed)
    #expect(captured.notes.contains("but not the same; left out"))
  }

  @Test("files of different sweeps are not merged")
  func differentSweeps() throws {
    let folder = try TemporaryFolder()
    _ = Self.sweep(folder, "a", shard: "1/2")
    _ = Self.sweep(folder, "b", shard: "2/2", seeds: "60")
    let captured = Captured()
    #expect(
      captured.run("merge", folder.path("a"), folder.path("b"), catalog: Self.catalog) == .usage)
    #expect(captured.notes.contains("it is not of the same sweep as"))
  }

  @Test("a file that was cut off, or is something else, is refused")
  func malformedFiles() throws {
    let folder = try TemporaryFolder()
    _ = Self.sweep(folder, "a", shard: "1/1")
    let lines = try folder.text("a").split(separator: "\n")
    try folder.write(lines.dropLast().joined(separator: "\n"), to: "cut")
    try folder.write(lines.dropFirst().map { $0 + "\n" }.joined(), to: "beheaded")
    try folder.write("hello\n", to: "other")
    try folder.write("", to: "empty")
    try folder.write("{\"version\":2,\"kind\":\"result\"}\n", to: "newer")
    for (name, text) in [
      ("cut", "it does not end with a summary"), ("beheaded", "line 1 holds thirds with seed 1"),
      ("other", "line 1 is no line of"), ("none", "No such file"),
      ("empty", "it does not end with a summary"),
      ("newer", "line 1 is of version 2 of the format, and this build reads version 1"),
      ("", "it is a folder"),
    ] {
      let captured = Captured()
      #expect(captured.run("merge", folder.path(name), catalog: Self.catalog) == .usage)
      #expect(captured.notes.contains(text))
    }
  }

  @Test("a shard that was stopped, one without runs and one whose failure was shrunk are merged")
  func unusualShards() throws {
    let folder = try TemporaryFolder()
    Captured().run(
      "sweep", "thirds", "--seeds", "9", "--fail-fast", "--shrink", "--format", "json", "--output",
      folder.path("stopped"), catalog: Self.catalog)
    Captured().run(
      "sweep", "thirds", "--seeds", "2", "--shard", "1/5", "--format", "json", "--output",
      folder.path("empty"), catalog: Self.catalog)
    let stopped = Captured()
    #expect(stopped.run("merge", folder.path("stopped"), catalog: Self.catalog) == .failed)
    #expect(stopped.notes.contains("6 of 9 runs are missing: shard 1/1 (stopped: a run failed)"))
    let empty = Captured()
    #expect(empty.run("merge", folder.path("empty"), catalog: Self.catalog) == .failed)
    #expect(empty.notes.contains("2 of 2 runs are missing"))
  }

  @Test("merged results can be merged again where they are whole")
  func mergedAgain() throws {
    let folder = try TemporaryFolder()
    _ = Self.sweep(folder, "a", shard: "1/2")
    _ = Self.sweep(folder, "b", shard: "2/2")
    let root = folder.url.path
    for (from, to) in [(["a", "b"], "once"), (["once"], "twice"), (["a"], "half")] {
      _ = RehearseCommand(catalog: Self.catalog, host: .thisProcess).run(
        ["merge", "--format", "json", "--output", folder.path(to)] + from.map { root + "/" + $0 },
        on: Captured().console)
    }
    #expect(try folder.text("once") == folder.text("twice"))
    let captured = Captured()
    #expect(captured.run("merge", folder.path("half"), catalog: Self.catalog) == .failed)
    #expect(captured.notes.contains("50 of 100 runs are missing"))
  }
}
