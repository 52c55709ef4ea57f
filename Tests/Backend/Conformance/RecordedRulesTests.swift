import Backend
import ConformanceSuites
import Foundation
import Testing

/// Where the recorded cases lie.
enum RecordedCases {
  /// The folder: `REHEARSAL_CONFORMANCE`, else `../shared/conformance` beside the package.
  static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["REHEARSAL_CONFORMANCE"] {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return package.appendingPathComponent("../shared/conformance", isDirectory: true)
  }()

  static func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

  static func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: file(name).path)
  }

  /// Runs all cases of a file.
  static func report(
    _ suite: any ConformanceSuite.Type, _ name: String
  ) throws -> ConformanceReport {
    let text = try String(contentsOf: file(name), encoding: .utf8)
    var report = ConformanceReport()
    report.run(try suite.cases(in: try JSON(parsing: text)))
    return report
  }
}

@Suite("Recorded rules")
struct RecordedRulesTests {
  @Test(
    "Every recorded expression has its verdict",
    .enabled(
      if: RecordedCases.exists("rules-expressions.json"),
      "no recorded cases: set REHEARSAL_CONFORMANCE to their folder"))
  func expressions() throws {
    let report = try RecordedCases.report(RulesExpressionsSuite.self, "rules-expressions.json")
    #expect(report.passed > 0)
    #expect(report.failures == [])
  }

  @Test(
    "Every recorded operation has its verdict",
    .enabled(
      if: RecordedCases.exists("rules-verdicts.json"),
      "no recorded cases: set REHEARSAL_CONFORMANCE to their folder"))
  func verdicts() throws {
    let report = try RecordedCases.report(RulesVerdictsSuite.self, "rules-verdicts.json")
    #expect(report.passed > 0)
    #expect(report.failures == [])
  }

  @Test("A case that differs is named with what differed")
  func namesDifferences() throws {
    let file = try JSON(
      parsing: """
        {"users": {"nobody": null}, "tests": [
          {"rule": "true", "user": "nobody", "isValid": true, "evaluateTo": false},
          {"rule": "7", "user": "nobody", "isValid": true},
          {"rule": "true", "user": "nobody", "isValid": false},
          {"rule": "auth.a.length > 1", "user": "nobody", "isValid": true, "failAtRuntime": false},
          {"rule": "true", "user": "nobody", "isValid": true, "failAtRuntime": true},
          {"rule": "true", "user": "nobody", "isValid": true, "evaluateTo": true}]}
        """)
    var report = ConformanceReport()
    report.run(try RulesExpressionsSuite.cases(in: file))
    #expect(report.summary == "1 passed, 5 failed")
    #expect(report.failures.first == "FAIL true as nobody: is true")
  }

  @Test("A file of another shape is refused with the place")
  func namesPlaces() throws {
    let file = try JSON(parsing: "{\"users\": {}, \"tests\": [{\"rule\": 1}]}")
    let error = #expect(throws: ConformanceShapeError.self) {
      try RulesExpressionsSuite.cases(in: file)
    }
    #expect(error?.place == "$.tests[0].user")
    #expect(throws: ConformanceShapeError.self) { try RulesVerdictsSuite.cases(in: file) }
  }
}
