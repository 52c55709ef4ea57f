import Foundation
import FoundationXML
import Testing

@testable import RehearsalCommand
@testable import Simulator

/// The rules of a schema for JUnit's XML: for each element what may be in it.
///
/// Source: jenkinsci/xunit-plugin, `junit-10.xsd`, read on 2026-11-23, as far as it speaks of the elements that are written here.
private final class JUnitSchema: NSObject, XMLParserDelegate {
  private struct Rule {
    var required: Set<String> = []
    var optional: Set<String> = []
    var children: Set<String> = []
    var holdsText = false
  }

  private static let rules: [String: Rule] = [
    "testsuites": Rule(
      optional: ["name", "time", "tests", "failures", "errors"], children: ["testsuite"]),
    "testsuite": Rule(
      required: ["name", "tests", "failures", "errors"],
      optional: ["time", "timestamp", "file"],
      children: ["properties", "testcase", "system-out"]),
    "properties": Rule(children: ["property"]),
    "property": Rule(required: ["name", "value"]),
    "testcase": Rule(
      required: ["name"], optional: ["time", "classname"],
      children: ["failure", "error", "system-out"]),
    "failure": Rule(optional: ["type", "message"], holdsText: true),
    "error": Rule(optional: ["type", "message"], holdsText: true),
    "system-out": Rule(holdsText: true),
  ]

  private(set) var flaws: [String] = []
  private var open: [String] = []

  static func flaws(of text: String) -> [String] {
    let schema = JUnitSchema()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = schema
    if !parser.parse() { schema.flaws.append("it is no XML") }
    return schema.flaws
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    defer { open.append(name) }
    guard let rule = Self.rules[name] else { return flaws.append("there is no \(name)") }
    if let parent = open.last {
      if Self.rules[parent]?.children.contains(name) != true {
        flaws.append("\(name) in \(parent)")
      }
    } else if name != "testsuites" {
      flaws.append("\(name) is the root")
    }
    let names = Set(attributes.keys)
    for missing in rule.required.subtracting(names).sorted() {
      flaws.append("\(name) lacks \(missing)")
    }
    for odd in names.subtracting(rule.required).subtracting(rule.optional).sorted() {
      flaws.append("\(name) has \(odd)")
    }
    if let time = attributes["time"], time.wholeMatch(of: /[0-9]*(\.[0-9]*)?/) == nil {
      flaws.append("\(name) takes \(time)")
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    let isBlank = text.allSatisfy(\.isWhitespace)
    if let name = open.last, Self.rules[name]?.holdsText != true, !isBlank {
      flaws.append("text in \(name)")
    }
  }
}

@Suite("JUnit's XML and its schema")
struct JUnitSchemaTests {
  private static func document(in environment: [String: String]) -> String {
    var document = JUnitDocument(name: "rehearse & more", in: environment)
    document.seeds = "1...20"
    document.output = "stopped <early>"
    document.add(
      JUnitDocument.Case(
        file: "scenarios/A.swift", line: 12, name: "first", seconds: 3_912.000_1,
        problems: [
          .init(
            type: "expectation", message: "“hello” to be \"read\"", text: "the story\n\u{1B}[1m"),
          .init(isError: true, type: "stalled", message: "nothing <is> left", text: ""),
        ], output: "printed"))
    document.add(JUnitDocument.Case(name: "elsewhere"))
    return document.text
  }

  @Test(
    "for Jenkins, and where nobody says who reads it, a file has nothing that the schema has not",
    arguments: [["JENKINS_URL": "https://ci"], ["JENKINS_URL": "https://ci", "CI": "true"], [:]])
  func strict(_ environment: [String: String]) {
    #expect(JUnitSchema.flaws(of: Self.document(in: environment)) == [])
  }

  @Test("in other systems a case has its file and line, and nothing else beyond the schema")
  func others() {
    let document = Self.document(in: ["CI": "true"])
    #expect(JUnitSchema.flaws(of: document) == ["testcase has file", "testcase has line"])
    #expect(document.contains(#"name="first" file="scenarios/A.swift" line="12" time="#))
  }

  @Test("what the command writes of runs that passed, failed and came to no end keeps to it")
  func command() {
    for arguments in [["run"], ["sweep", "--seeds", "9", "--schedule", "fifo"]] {
      let captured = Captured()
      _ = RehearseCommand(
        catalog: Sample.catalog(
          Sample.fine, Sample.fails, Sample.throwing, Sample.stalls, Sample.loops, Sample.thirds),
        host: .thisProcess
      ).run(arguments + ["--format", "junit"], on: captured.console)
      let flaws = Set(JUnitSchema.flaws(of: captured.results))
      #expect(flaws.subtracting(["testcase has file", "testcase has line"]) == [])
    }
  }

  @Test("the schema's rules find what breaks them")
  func rules() {
    #expect(
      JUnitSchema.flaws(
        of: """
          <testsuites><testcase time="1e9" line="1">x</testcase><testsuite name="a" tests="1"><b/></testsuite></testsuites>
          """) == [
          "testcase in testsuites", "testcase lacks name", "testcase has line",
          "testcase takes 1e9",
          "text in testcase", "testsuite lacks errors", "testsuite lacks failures", "there is no b",
        ])
  }
}
