import Backend
import ConformanceSuites
import Foundation

/// The suites that can be run; each has a file of its own in ConformanceSuites.
let suites: [any ConformanceSuite.Type] = [
  RulesExpressionsSuite.self, RulesVerdictsSuite.self,
  SyncPointsSuite.self, RTDBRecordingsSuite.self, TransportSuite.self,
]

let usage = """
  usage: conformance SUITE FILE...
  suites: \(suites.map { $0.name }.joined(separator: ", "))
  Prints one line per case that differs from its record and "N passed, M failed" last.
  Exits with 0 when all passed, 1 when one failed, 64 for bad arguments or files.
  """

/// Ends with a message on standard error and exit code 64.
func stop(_ message: String) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(64)
}

let arguments = CommandLine.arguments.dropFirst()
if arguments.contains("--help") || arguments.contains("-h") {
  print(usage)
  exit(0)
}
guard let suiteName = arguments.first else { stop("conformance: no suite is named\n\(usage)") }
guard let suite = suites.first(where: { $0.name == suiteName }) else {
  stop("conformance: there is no suite '\(suiteName)'\n\(usage)")
}
guard arguments.count > 1 else {
  stop("conformance: \(suiteName) needs at least one file\n\(usage)")
}

var cases: [ConformanceCase] = []
for path in arguments.dropFirst() {
  guard let data = FileManager.default.contents(atPath: path) else {
    stop("conformance: \(path) can't be read")
  }
  guard let text = String(bytes: data, encoding: .utf8) else {
    stop("conformance: \(path) isn't UTF-8")
  }
  do {
    cases += try suite.cases(in: try JSON(parsing: text))
  } catch {
    stop("conformance: \(path), \(error)")
  }
}

var report = ConformanceReport()
report.run(cases)
for failure in report.failures { print(failure) }
print(report.summary)
exit(report.failures.isEmpty ? 0 : 1)
