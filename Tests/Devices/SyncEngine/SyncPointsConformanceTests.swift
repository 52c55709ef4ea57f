import Backend
import ConformanceSuites
import Foundation
import Testing

@Suite struct SyncPointsConformanceTests {
  /// The folder of recorded cases: beside the package, or where `REHEARSAL_CONFORMANCE` says.
  static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["REHEARSAL_CONFORMANCE"] {
      return URL(fileURLWithPath: path)
    }
    var package = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { package.deleteLastPathComponent() }
    return package.appendingPathComponent("../shared/conformance")
  }()

  static let file = folder.appendingPathComponent("sync-points.json")

  @Test(
    "the engine behaves as the platform's recorded cases say",
    .enabled(
      if: FileManager.default.fileExists(atPath: file.path),
      "there are no recorded cases: put them beside the package or set REHEARSAL_CONFORMANCE"))
  func recordedCases() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    var report = ConformanceReport()
    report.run(try SyncPointsSuite.cases(in: try JSON(parsing: text)))
    #expect(report.failures == [])
    #expect(report.passed > 0)
  }

  @Test("a case whose record is wrong fails")
  func wrongRecord() throws {
    let text = """
      [{"name": "n", "steps": [{"type": "listen", "path": "a", "events": []},
        {"type": "set", "path": "a", "data": 1, "events": [
          {"path": "a", "type": "value", "data": 2}]}]}]
      """
    var report = ConformanceReport()
    report.run(try SyncPointsSuite.cases(in: try JSON(parsing: text)))
    #expect(report.summary == "0 passed, 2 failed")
  }

  @Test("a file of another shape is refused with its place")
  func wrongShape() throws {
    let text = #"[{"name": "n", "steps": [{"type": "lisen", "path": "a"}]}]"#
    let error = #expect(throws: ConformanceShapeError.self) {
      try SyncPointsSuite.cases(in: try JSON(parsing: text))
    }
    #expect(error?.place == "$[0].steps[0].type")
  }
}
