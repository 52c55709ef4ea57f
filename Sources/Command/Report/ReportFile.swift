internal import Harness
import Simulator

/// A file of `--report`, `--chrome-trace` or `--pcap`: a page with everything in it, its data, or what other tools read.
///
/// It is written whole or not at all.
final class ReportFile {
  /// The content of the file.
  enum Content {
    /// One HTML page that loads nothing.
    case page
    /// The data of the page as JSON, with the descriptions of screens.
    case data
    /// The first recorded run as Chrome's trace events.
    case chromeTrace
    /// The segments of the first recorded run as a packet capture.
    case packets
  }

  /// The path as it was typed.
  let path: String
  private let content: Content
  private let sink: ResultSink

  /// Opens the file of `--report` before anything is run.
  init(report path: String, on console: Console) throws(UsageError) {
    self.path = path
    if path.hasSuffix(".html") {
      content = .page
    } else if path.hasSuffix(".json") {
      content = .data
    } else {
      throw .badValue(
        option: CommandOption.report.name, value: path,
        expected: "a name that ends in .html, or in .json for the data alone")
    }
    sink = try ResultSink(path: path, console: console)
  }

  /// Opens a file for another tool before anything is run.
  init(_ content: Content, _ path: String, on console: Console) throws(UsageError) {
    self.path = path
    self.content = content
    sink = try ResultSink(path: path, console: console)
  }

  /// Writes the file and puts it in its place; returns its size in bytes.
  func write(_ index: ReportIndex, _ runs: [RunDocument]) throws(OutputFault) -> Int {
    var count = 0
    func write(_ text: String) throws(OutputFault) {
      count += text.utf8.count
      try sink.write(text)
    }
    switch content {
    case .page:
      try write(ReportPage.beginning(title: Self.title(of: index)))
      try write(ReportPage.block(id: "index", index.text))
      for (number, run) in runs.enumerated() {
        try write(ReportPage.block(id: "run-\(number)", run.text))
      }
      try write(ReportPage.ending)
    case .data:
      let texts = runs.map { run in
        var run = run
        run.describesScreens = true
        return run.text
      }
      try write("{\"index\":\(index.text),\n\"runs\":[\n\(texts.joined(separator: ",\n"))\n]}\n")
    case .chromeTrace:
      let recording = runs.lazy.compactMap(\.recording).first
      try write(ChromeTrace(recording ?? .init()).text)
    case .packets:
      let recording = runs.lazy.compactMap(\.recording).first
      let bytes = PacketCapture(recording ?? .init()).bytes
      count = bytes.count
      try sink.write(bytes)
    }
    try sink.finish()
    return count
  }

  /// Leaves no file behind.
  func abandon() { sink.abandon() }

  private static func title(of index: ReportIndex) -> String {
    let names = index.rows.count == 1 ? index.rows[0].scenario : "\(index.tally.runs) runs"
    return "\(names) \(index.tally.failed == 0 ? "passed" : "failed")"
  }
}
