import Foundation
import Simulator
import Testing

@testable import RehearsalCommand

@Suite("Shrinking and keeping failures")
struct RegressionCommandTests {
  private static let catalog = Sample.catalog(Sample.fine, Sample.fails, Sample.thirds)

  @Test("a failure is shrunk behind the table, and the summary stays the last of the JSON Lines")
  func shrink() {
    let text = Captured()
    text.run("fails", "--schedule", "random", "--shrink", catalog: Self.catalog)
    #expect(text.results.contains("Shrunk r1:fails:1:random:"))
    #expect(text.results.contains("in the plain order of steps"))
    #expect(text.results.contains("rehearse replay r1:fails:1:fifo:"))

    let json = Captured()
    json.run(
      "sweep", "thirds", "--seeds", "9", "--schedule", "fifo", "--shrink", "--format", "json",
      catalog: Self.catalog)
    #expect(json.lines.last?.contains(#""kind":"summary""#) == true)
    let shrunk = json.lines.filter { $0.contains(#""kind":"shrunk""#) }
    #expect(shrunk.count == 1)
    #expect(shrunk.first?.contains(#""from":"r1:thirds:3:fifo:"#) == true)
  }

  @Test("what is kept is played first, and told with the name of its file")
  func keeping() throws {
    let folder = try TemporaryFolder()
    let sweep = Captured()
    sweep.run(
      "sweep", "thirds", "--seeds", "1..<8", "--save", "--regressions", folder.path("kept"),
      catalog: Self.catalog)
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("kept")).first)
    #expect(name.hasPrefix("thirds-") && name.hasSuffix(".regression"))
    #expect(sweep.notes.contains("kept as \(folder.path("kept"))/\(name)"))

    let run = Captured()
    let status = run.run(
      "fine", "thirds", "--regressions", folder.path("kept"), "--format", "json",
      catalog: Self.catalog)
    #expect(status == .failed)
    #expect(run.lines.count == 4)
    #expect(run.lines[0].contains(#""scenario":"thirds","seed":3"#))
    #expect(run.lines[0].contains(#""regression":"\#(name)""#))
    #expect(!run.lines[1].contains("regression"))

    let other = Captured()
    other.run(
      "fine", "--regressions", folder.path("kept"), "--format", "json", catalog: Self.catalog)
    #expect(other.lines.count == 2)
  }

  @Test("a file that cannot be used is told and fails the command; all else is played")
  func unusable() throws {
    let folder = try TemporaryFolder()
    try folder.write("token: r1:fine:1:lifo:debug\n", to: "a.regression")
    try folder.write("token: r1:gone:1:fifo:debug\n", to: "b.regression")
    try folder.write("token: r1:fine:4:fifo:debug\n", to: "c.regression")
    try folder.write("for people", to: "README.md")
    let run = Captured()
    let status = run.run("fine", "--regressions", folder.url.path, catalog: Self.catalog)
    #expect(status == .failed)
    #expect(run.results.contains("2 passed"))
    #expect(
      run.notes.contains("a.regression cannot be used: line 1: there is no schedule \"lifo\""))
    #expect(run.notes.contains("b.regression cannot be used: there is no scenario gone any more"))
    #expect(!run.notes.contains("README"))
  }

  @Test("check tells what still fails, list shows what is kept, prune takes away what is void")
  func tidying() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.path
    try folder.write(
      "token: r1:fine:4:fifo:debug:fault.strike@Bob.open#0=max\nexpected: more\n",
      to: "a.regression")
    try folder.write("token: r1:gone:1:fifo:debug\n", to: "b.regression")
    try folder.write("token: r1:fine:5:fifo:debug\nexpected: all well\n", to: "c.regression")
    try folder.write("token: r1:thirds:3:fifo:debug\n", to: "d.regression")

    let list = Captured()
    #expect(list.run("regressions", "--regressions", path, catalog: Self.catalog) == .failed)
    #expect(list.results.contains("all well"))
    #expect(list.results.contains("3 regressions kept in"))

    let check = Captured(annotates: true)
    #expect(
      check.run("regressions", "check", "--regressions", path, catalog: Self.catalog) == .failed)
    #expect(check.notes.components(separatedBy: "::error file=").count == 2)
    #expect(check.results.contains("c.regression  passes"))
    #expect(check.results.contains("d.regression  fails in another way: a seed that three"))
    #expect(check.results.contains("nothing asked for the fixed choice fault.strike@Bob.open#0"))

    let prune = Captured()
    #expect(
      prune.run("regressions", "prune", "--regressions", path, catalog: Self.catalog) == .passed)
    #expect(try folder.names == ["c.regression", "d.regression"])
    #expect(prune.results.contains("2 files taken away"))
  }

  @Test("a token is added where its run fails, and only there")
  func adding() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("new")
    let captured = Captured()
    let status = captured.run(
      "regressions", "add", "r1:thirds:6:fifo:debug", "r1:thirds:7:fifo:debug", "--regressions",
      path, catalog: Self.catalog)
    #expect(status == .failed)
    #expect(captured.notes.contains("r1:thirds:7:fifo:debug passes"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == 1)
  }

  @Test("replay says which fixed choice found no taker")
  func unusedOverrides() {
    let captured = Captured()
    captured.run(
      "replay", "r1:fine:4:fifo:debug:fault.strike@Bob.open#0=max", catalog: Self.catalog)
    #expect(
      captured.notes.contains(
        "note: fine: nothing asked for the fixed choice fault.strike@Bob.open#0; what it is about"))
  }
}
