internal import Harness
import Simulator

/// The XML that continuous integration systems read (the schema of Apache Ant's JUnit task).
struct JUnitReport: Report {
  private let sink: ResultSink
  private var cases: [String] = []
  private var seconds = 0.0

  init(sink: ResultSink) {
    self.sink = sink
  }

  mutating func begin(_ plan: RunPlan) {}

  mutating func add(_ run: FinishedRun) {
    let result = run.result
    let time = Double(run.wallTime.nanoseconds) / 1e9
    seconds += time
    let suite = ScenarioFile.path(of: run.plan.scenario)
    let strikes = (result.configuration.strikes ?? []).map { " \($0)" }.joined()
    let name = "\(result.scenario) seed \(result.configuration.seed)\(strikes)"
    let head = """
        <testcase classname="\(Self.escaped(suite))" name="\(Self.escaped(name))" \
      time="\(Self.decimal(time))"
      """
    guard let story = StoryText(run, style: Style(hasColour: false)),
      let summary = result.story?.summary
    else {
      cases.append(head + "/>\n")
      return
    }
    cases.append(
      head + ">\n    <failure type=\"\(result.outcome.rawValue)\" message=\""
        + Self.escaped(summary) + "\">" + Self.escaped(story.text)
        + "</failure>\n  </testcase>\n")
  }

  mutating func end(_ tally: Tally, wallTime: Duration) throws(OutputFault) {
    try sink.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    try sink.write(
      """
      <testsuite name="\(Program.name)" tests="\(tally.runs)" failures="\(tally.failed)" errors="0" \
      time="\(Self.decimal(seconds))">\n
      """)
    for text in cases { try sink.write(text) }
    try sink.write("</testsuite>\n")
  }

  static func decimal(_ seconds: Double) -> String {
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
