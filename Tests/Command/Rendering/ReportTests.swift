import Foundation
import Harness
import Simulator
import Testing

@testable import RehearsalCommand

@Suite("Reports")
struct ReportTests {
  @Test("the table has a row for each run, in the order of the catalog, and a summary")
  func table() throws {
    let captured = Captured()
    let status = captured.run(
      "run", "--jobs", "2", catalog: Sample.catalog(Sample.fine, Sample.fails, Sample.thirds))
    #expect(status == .failed)
    let lines = captured.lines
    #expect(lines[0].hasPrefix("scenario  outcome"))
    #expect(lines[0].hasSuffix("worst latency"))
    #expect(lines[1].hasPrefix("fine      passed"))
    #expect(lines[1].hasSuffix("turn 11 ms"))
    #expect(lines[2].hasPrefix("fails     failed"))
    #expect(lines[3].hasPrefix("thirds    passed"))
    #expect(captured.results.contains("✗ fails failed at 3 s of virtual time"))
    #expect(lines.last?.hasPrefix("2 passed, 1 failed (3 runs in ") ?? false)
    #expect(captured.notes.isEmpty)
  }

  @Test("a line of a result has the members of the contract, in their order")
  func resultLine() throws {
    let captured = Captured()
    captured.run(
      "--format", "json", "--seed", "6", "--schedule", "fifo", catalog: Sample.catalog(Sample.fine))
    let line = try #require(captured.lines.first)
    let result = Sample.play(Sample.fine, seed: 6).result
    let (digest, shape) = (result.digestText, result.shapeText)
    #expect(
      line.hasPrefix(
        """
        {"version":1,"kind":"result","scenario":"fine","seed":6,"schedule":"fifo",\
        "outcome":"passed","digest":"\(digest)","virtual_ns":1000000000,"wall_ns":
        """))
    #expect(
      line.hasSuffix(
        #","events":2,"measures":[{"name":"turn","ns":16000000}],"failure":null,"shape":"\#(shape)"}"#
      ))
    #expect(captured.lines.count == 2)
  }

  @Test("the last line counts and folds the digests")
  func summaryLine() throws {
    let captured = Captured()
    captured.run("--format", "json", catalog: Sample.catalog(Sample.fine, Sample.fails))
    var fold = DigestFold()
    fold.append(Sample.play(Sample.fine).result.digest)
    fold.append(Sample.play(Sample.fails).result.digest)
    let digest = Hexadecimal.text(fold.value)
    #expect(
      captured.lines.last?.hasPrefix(
        """
        {"version":1,"kind":"summary","passed":1,"failed":1,"runs":2,"digest":"\(digest)",\
        "wall_ns":
        """) ?? false)
  }

  @Test("a failure is an object with the whole story")
  func failureObject() throws {
    let captured = Captured()
    captured.run("--format", "json", catalog: Sample.catalog(Sample.fails))
    let line = try #require(captured.lines.first)
    for part in [
      #""failure":{"summary":"the bubble is read within 1 s","location":{"file":"#,
      #""instant_ns":3000000000,"observed":["hello ✓✓ grey"]"#,
      #""under_way":[{"title":"on Alice's phone","lines":["1 queued write: messages/1"]}]"#,
      #""last_events":[{"subject":"Alice","events":[{"ns":3000000000,"text":"sent hello"}]}]"#,
      #""kind":"expectation","build":""#,
      #""replay":"r1:fails:1:fifo:"#,
    ] {
      #expect(line.contains(part))
    }
  }

  @Test("JUnit's XML carries counts and failures, with what XML cannot carry escaped")
  func junit() throws {
    let captured = Captured()
    captured.run("--format", "junit", catalog: Sample.catalog(Sample.fine, Sample.fails))
    #expect(captured.results.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "))
    #expect(captured.results.contains(#"tests="2" failures="1" errors="0""#))
    #expect(captured.results.contains(#"<failure type="expectation" message="the bubble is read"#))
    #expect(captured.results.hasSuffix("</testsuites>\n"))
    #expect(
      JUnitDocument.escaped("<a & \"b\">\u{1B}\n")
        == #"&lt;a &amp; &quot;b&quot;&gt;\u{1B}&#10;"#)
  }

  @Test(
    "a page that was asked for is an attachment of what did not pass", arguments: ["run", "sweep"])
  func junitAttachment(subcommand: String) throws {
    let folder = try TemporaryFolder()
    let page = folder.path("page.html")
    let captured = Captured()
    captured.run(
      subcommand, "--format", "junit", "--report", page,
      catalog: Sample.catalog(Sample.fine, Sample.fails))
    #expect(captured.results.components(separatedBy: "[[ATTACHMENT|\(page)]]").count == 2)
    #expect(captured.results.contains("[[ATTACHMENT|\(page)]]</system-out>"))
  }

  @Test("a suite has its file, and a case a name that is the same for every seed")
  func junitPlace() {
    for seed in ["1", "77"] {
      let captured = Captured()
      captured.run("--format", "junit", "--seed", seed, catalog: Sample.catalog(Sample.fine))
      let file = ScenarioFile.path(of: Sample.fine)
      #expect(captured.results.contains(#"<testsuite name="\#(file)" file="\#(file)" "#))
      #expect(captured.results.contains(#"name="fine""#))
      #expect(captured.results.contains(#"<property name="seeds" value="\#(seed)"/>"#))
      #expect(captured.results.contains(/timestamp="\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d"/))
    }
  }

  @Test("a run that threw or came to no end is an error, one that found something wrong a failure")
  func junitErrors() {
    let captured = Captured()
    captured.run(
      "--format", "junit",
      catalog: Sample.catalog(Sample.fails, Sample.throwing, Sample.stalls, Sample.loops))
    #expect(captured.results.contains(#"tests="4" failures="1" errors="3""#))
    for type in ["error", "stalled", "exhausted"] {
      #expect(captured.results.contains(#"<error type="\#(type)" message=""#))
    }
  }

  @Test("a failure is told to GitHub beside its line, where its runner plays")
  func annotations() {
    var notes = ""
    let console = Console(
      hasColour: false, isWatched: false, annotates: true, results: { _ in }, notes: { notes += $0 }
    )
    _ = RehearseCommand(
      catalog: Sample.catalog(Sample.fine, Sample.fails), host: .thisProcess
    ).run([], on: console)
    #expect(notes.hasPrefix("::error file="))
    #expect(
      notes.contains(
        ",line=\(Sample.failureLine),title=fails failed::the bubble is read within 1 s%0Aswift run")
    )
    #expect(notes.split(separator: "\n").count == 1)
  }

  @Test("so is a failure that is found by trying every order")
  func exhaustiveAnnotations() {
    let captured = Captured(annotates: true)
    captured.run("run", "--schedule", "exhaustive", catalog: Sample.catalog(Sample.fails))
    let line = ",line=\(Sample.failureLine),title=fails failed::the bubble is read within 1 s"
    #expect(captured.notes.contains(line))
  }

  @Test("progress is only for somebody who watches")
  func progress() {
    let watched = Captured(isWatched: true)
    let console = watched.console
    var progress = Progress(console: console, total: 10, begin: .now)
    progress.show(Tally(passed: 3, failed: 1, digest: 0), now: .now)
    #expect(watched.notes.contains("4 of 10 runs"))
    console.results("a row\n")
    #expect(watched.notes.hasSuffix("left\r\u{1B}[K"))
    #expect(watched.results == "a row\n")

    let unwatched = Captured()
    progress = Progress(console: unwatched.console, total: 10, begin: .now)
    progress.show(Tally(), now: .now)
    #expect(unwatched.notes.isEmpty)
  }

  @Test("progress tells rate, failures and the time that is left")
  func progressLine() {
    let line = Progress.line(
      Tally(passed: 99, failed: 1, digest: 0), of: 1000, after: .seconds(10))
    #expect(line == "100 of 1000 runs, 10/s, 1 failed, about 1:30 left")
    var result = Sample.play(Sample.fine).result
    result.probes = [ProbeCount(name: "a", count: 2), ProbeCount(name: "b", count: 0)]
    var tally = Tally()
    tally.add(result)
    #expect(
      Progress.line(tally, of: 2, after: .seconds(1))
        == "1 of 2 runs, 1.0/s, 1 probe reached, about 1 s left")
  }

  @Test("columns are as wide as their widest cell")
  func columns() {
    #expect(
      Columns.lines([["a", "n"], ["long", "10"], ["x"]], right: [1]) == [
        "a      n", "long  10", "x",
      ])
  }
}
