import Foundation
import FoundationXML
internal import Harness
import Simulator
import Testing

@testable import RehearsalCommand

/// Texts of messages and names come from scenarios and from outside; a terminal must not act upon them.
@Suite("Control characters in what is told")
struct HostileTextTests {
  private static let text = "\u{1B}[2J\0\u{9B}31m\u{202E}\r\nforged"
  private static let name = "hostile \u{1B}[8m\u{202E}"

  private static let scenario = Scenario("a title \(text)", probes: [Probe("probe \(text)")]) {
    (stage: Stage) in
    let world = stage.world
    world.addReporter("on \(text)") { ["queued \(text)"] }
    world.journal.record(
      JournalNote(.message, "sent \(text)"), about: JournalSource("Alice \(text)"))
    world.measure("measure \(text)", .seconds(1))
    world.fail(
      Failure(
        kind: "expectation", expected: "expected \(text)", observed: ["observed \(text)"],
        location: CodeLocation()))
  }.named(name)

  /// What was printed for these arguments, results and notes.
  private static func printed(_ arguments: String...) -> (results: String, notes: String) {
    let captured = Captured()
    _ = RehearseCommand(catalog: Sample.catalog(scenario), host: .thisProcess).run(
      arguments, on: captured.console)
    return (captured.results, captured.notes)
  }

  private static func isHarmless(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { !$0.isHidden || $0 == "\n" || $0 == "\t" }
  }

  @Test(
    "every text for a person has them written out",
    arguments: [
      ["run"], ["run", "--shrink"], ["sweep", "--seeds", "2"], ["list"],
      ["budget", "--seeds", "1"],
      ["run", "--schedule", "exhaustive", "--max-runs", "3"], ["run", "\u{1B}[2J"],
      ["run", "--format", "\u{1B}[2J"], ["--\u{1B}[2J"], ["replay", "\u{1B}[2J"],
      ["replay", "--journal", "r1:\(name):1:fifo:debug"],
    ])
  func texts(arguments: [String]) {
    let captured = Captured()
    _ = RehearseCommand(catalog: Sample.catalog(Self.scenario), host: .thisProcess).run(
      arguments, on: captured.console)
    #expect(Self.isHarmless(captured.results))
    #expect(Self.isHarmless(captured.notes))
    #expect((captured.results + captured.notes).contains(#"\u{1B}["#))
  }

  @Test("a story shows what was sent, and nothing that looks like its own lines")
  func story() {
    let results = Self.printed("run", "--long").results
    #expect(results.contains(#"observed \u{1B}[2J\0\u{9B}31m\u{202E}\r"#))
    #expect(results.contains(#"sent \u{1B}[2J\0\u{9B}31m\u{202E}\r\nforged"#))
    #expect(!results.split(separator: "\n").contains { $0.hasPrefix("forged") })
  }

  @Test("colours are the only control sequences of coloured results")
  func coloured() {
    var results = ""
    let console = Console(
      hasColour: true, isWatched: false, results: { results += $0 }, notes: { _ in })
    _ = RehearseCommand(catalog: Sample.catalog(Self.scenario), host: .thisProcess).run(
      ["run"], on: console)
    #expect(results.contains("\u{1B}[31m"))
    #expect(Self.isHarmless(results.replacing(/\u{1B}\[(32|31|1|2|0)m/, with: "")))
    #expect(!results.contains("\u{1B}[8m"))
  }

  @Test("JSON is harmless too, and loses nothing")
  func json() throws {
    let results = Self.printed("run", "--format", "json").results
    #expect(Self.isHarmless(results))
    let line = try #require(results.split(separator: "\n").first)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(object["scenario"] as? String == Self.name)
    let failure = try #require(object["failure"] as? [String: Any])
    #expect(failure["summary"] as? String == "expected \(Self.text)")
    #expect((failure["observed"] as? [String])?.first == "observed \(Self.text)")
  }

  @Test("JUnit's XML is well-formed and loses nothing")
  func junit() throws {
    let results = Self.printed("run", "--format", "junit").results
    final class Reader: NSObject, XMLParserDelegate {
      var message: String?
      func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
      ) {
        message = message ?? attributes["message"]
      }
    }
    let parser = XMLParser(data: Data(results.utf8))
    let reader = Reader()
    parser.delegate = reader
    #expect(parser.parse())
    #expect(
      reader.message == "expected " + #"\u{1B}[2J\0"# + "\u{9B}31m\u{202E}\r\nforged")
  }
}
