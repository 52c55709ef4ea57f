import Foundation
import Simulator
import Testing

@testable import RehearsalCommand

/// Files of results changed at random: none is believed.
///
/// `REHEARSAL_MUTATIONS=10000` tries so many changes a file; CONTRIBUTING.md tells more.
@Suite("Shards that were changed at random")
struct MutatedShardTests {
  private static let count = Mutation.count(usually: 400)

  private static func merged(_ path: String) -> (
    status: RehearsalCommand.ExitStatus, console: Captured
  ) {
    let captured = Captured()
    let status = captured.run(
      "merge", path, "--format", "json", catalog: TamperedShardTests.catalog)
    return (status, captured)
  }

  @Test(
    "a changed file is refused, or merges to what it merged to before",
    arguments: [["--shard", "2/3"], ["--fail-fast", "--shrink"], ["--schedule", "pct:3"]])
  func mutations(options: [String]) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("shard")
    _ = RehearseCommand(catalog: TamperedShardTests.catalog, host: .thisProcess).run(
      ["sweep", "--seeds", "8", "--format", "json", "--output", path] + options,
      on: Captured().console)
    let whole = Array(try folder.text("shard").utf8)
    let before = Self.merged(path)
    #expect(before.status == .failed)
    var (refused, harmless) = (0, 0)
    for number in 0..<Self.count {
      var mutation = Mutation(seed: UInt64(number))
      let text = mutation.changed(whole)
      try Data(text).write(to: URL(fileURLWithPath: path))
      let after = Self.merged(path)
      if after.status == .usage {
        refused += 1
        #expect(after.console.results.isEmpty)
        #expect(after.console.notes.contains("shard cannot be used: "), "mutation \(number)")
      } else {
        harmless += 1
        #expect(after.console.results == before.console.results, "mutation \(number)")
      }
    }
    #expect(refused > Self.count * 3 / 4)
    #expect(refused + harmless == Self.count)
  }
}
