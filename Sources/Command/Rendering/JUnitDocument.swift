import Foundation
internal import Harness
import Simulator

/// A file that continuous integration systems read as the results of tests: JUnit's XML, as the schema of Jenkins'
/// xUnit plugin has it (`junit-10.xsd`), which GitLab, GitHub's reporters and Azure read, too.
///
/// Beyond that schema a case has its file and line where a system for continuous integration plays it, as pytest writes them and
/// GitLab shows them. Jenkins' plugin refuses a file with anything beyond its schema, so they are left out there, and where
/// somebody plays by hand and may validate it; the suite has the file everywhere.
///
/// A suite for each source file, in the order in which they come. Names stay the same from seed to seed, so that the
/// history of a case holds and one that comes and goes is found.
struct JUnitDocument {
  /// Why a case did not pass.
  struct Problem {
    /// Whether the run could not come to its end, instead of finding something wrong.
    var isError = false
    /// The kind of problem in a word.
    let type: String
    /// The problem in a sentence.
    let message: String
    /// The whole story.
    let text: String
  }

  /// One test case.
  struct Case {
    /// The path of the source file below its package, such as `scenarios/OfflineReads.swift`; empty for none.
    var file = ""
    /// The line of the declaration; nil where there is none.
    var line: Int?
    /// The name, the same for every seed.
    let name: String
    /// The real time that it took, in seconds.
    var seconds = 0.0
    /// The reasons why it did not pass; none where it did.
    var problems: [Problem] = []
    /// What its runs printed, and what else is to be known of them.
    var output = ""
  }

  /// The name of the whole.
  let name: String
  /// The instant at which the first run began.
  let start: Date
  /// Whether nothing is written that the schema does not have.
  let isStrict: Bool
  /// The seeds that were played, in words; nil where there were none.
  var seeds: String?
  /// What is to be known of the whole, such as why it was stopped.
  var output: String?
  /// The file that shows the runs that did not pass; nil for none.
  ///
  /// It is named as Jenkins' plugin for attachments reads it, and GitLab: `[[ATTACHMENT|/path]]` in the output of a case.
  var attachment: String?
  private(set) var cases: [Case] = []

  /// Begins a document.
  ///
  /// - Parameter environment: The variables of the process; most systems set `CI` for their builds, and Jenkins `JENKINS_URL`.
  init(
    name: String, start: Date = Date(),
    in environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.name = name
    self.start = start
    isStrict =
      environment["JENKINS_URL"] != nil || !ContinuousIntegration.isPresent(in: environment)
  }

  /// Adds a case behind the others.
  mutating func add(_ entry: Case) { cases.append(entry) }

  /// The file.
  var text: String {
    var files: [String] = []
    for file in cases.map(\.file) where !files.contains(file) { files.append(file) }
    let suites = files.map { file in suite(file, cases.filter { $0.file == file }) }
    let rest = output.map { text in
      "  <testsuite name=\"\(Self.escaped(name))\" tests=\"0\" failures=\"0\" errors=\"0\">\n"
        + "    <system-out>\(Self.escaped(text))</system-out>\n  </testsuite>\n"
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="\(Self.escaped(name))" \(Self.counts(cases))>
      \(suites.joined())\(rest ?? "")</testsuites>

      """
  }

  private func suite(_ file: String, _ cases: [Case]) -> String {
    let place = file.isEmpty ? "" : " file=\"\(Self.escaped(file))\""
    let properties = seeds.map { seeds in
      """
          <properties>
            <property name="seeds" value="\(Self.escaped(seeds))"/>
          </properties>

      """
    }
    return "  <testsuite name=\"\(Self.escaped(file.isEmpty ? name : file))\"\(place) "
      + "\(Self.counts(cases)) timestamp=\"\(Self.instant(start))\">\n"
      + (properties ?? "") + cases.map(text).joined() + "  </testsuite>\n"
  }

  private func text(_ entry: Case) -> String {
    var head =
      "    <testcase classname=\"\(Self.escaped(Self.className(of: entry.file, or: name)))\" "
    head += "name=\"\(Self.escaped(entry.name))\""
    if !entry.file.isEmpty, !isStrict { head += " file=\"\(Self.escaped(entry.file))\"" }
    if let line = entry.line, !isStrict { head += " line=\"\(line)\"" }
    head += " time=\"\(Self.decimal(entry.seconds))\""
    var body = entry.problems.map { problem -> String in
      let element = problem.isError ? "error" : "failure"
      return "      <\(element) type=\"\(Self.escaped(problem.type))\" "
        + "message=\"\(Self.escaped(problem.message))\">\(Self.escaped(problem.text))</\(element)>\n"
    }.joined()
    let attached = entry.problems.isEmpty ? nil : attachment.map { "[[ATTACHMENT|\($0)]]" }
    let output = [entry.output, attached ?? ""].filter { !$0.isEmpty }.joined(separator: "\n")
    if !output.isEmpty {
      body += "      <system-out>\(Self.escaped(output))</system-out>\n"
    }
    return body.isEmpty ? head + "/>\n" : head + ">\n" + body + "    </testcase>\n"
  }

  private static func counts(_ cases: [Case]) -> String {
    let errors = cases.count { $0.problems.contains(where: \.isError) }
    let failures = cases.count { !$0.problems.isEmpty } - errors
    return "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\" "
      + "time=\"\(decimal(cases.reduce(0) { $0 + $1.seconds }))\""
  }

  /// The class of a file's cases: what Jenkins shows as package and class, divided at the last dot.
  private static func className(of file: String, or name: String) -> String {
    guard !file.isEmpty else { return name }
    let path = file.hasSuffix(".swift") ? String(file.dropLast(".swift".count)) : file
    return path.split(separator: "/").joined(separator: ".")
  }

  /// An instant in UTC as the schema writes it, such as `2026-11-22T21:40:02`.
  private static func instant(_ date: Date) -> String {
    String(date.ISO8601Format().prefix { $0 != "Z" })
  }

  private static func decimal(_ seconds: Double) -> String {
    "\((seconds * 1000).rounded() / 1000)"
  }

  /// The text as it may stand in an attribute or an element; what XML 1.0 cannot carry is written out.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      case "\t": result += "&#9;"
      case "\r": result += "&#13;"
      case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": result += scalar.writtenOut
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension JUnitDocument.Problem {
  /// The problem of a run; nil where it passed.
  ///
  /// A statement that did not hold is a failure. A run that threw, asked for what cannot be, or came to no end is an error.
  init?(_ run: FinishedRun) {
    let result = run.result
    guard let told = StoryText(run, style: Style(hasColour: false)), let story = result.story
    else { return nil }
    let stated = result.outcome == .failed && story.kind != "error" && story.kind != Misuse.kind
    self.init(
      isError: !stated,
      type: result.outcome == .failed ? story.kind ?? "failed" : result.outcome.rawValue,
      message: ([story.statement] + story.brokenValues).joined(separator: "; "), text: told.text)
  }
}
