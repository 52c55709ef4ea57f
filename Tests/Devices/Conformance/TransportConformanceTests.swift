import Backend
import ConformanceSuites
import Foundation
import Testing

@Suite("Times of a real kernel's TCP")
struct TransportConformanceTests {
  static let file = SyncPointsConformanceTests.folder.appendingPathComponent("transport.json")

  @Test(
    "plain connections take the times that the kernel took, in 95 % of the cases at least",
    .enabled(
      if: FileManager.default.fileExists(atPath: file.path),
      "there are no recorded cases: put them beside the package or set REHEARSAL_CONFORMANCE"))
  func recordedCases() throws {
    let report = try Self.report(try String(contentsOf: Self.file, encoding: .utf8))
    #expect(report.passed * 100 >= (report.passed + report.failures.count) * 95)
    #expect(report.failures == [])
  }

  private static func report(_ text: String) throws -> ConformanceReport {
    var report = ConformanceReport()
    report.run(try TransportSuite.cases(in: try JSON(parsing: text)))
    return report
  }

  private static func text(
    _ link: String = #""delay ab 10", "delay ba 10""#,
    steps: String = #"{"do": "up", "bytes": 10, "mark": "a"}"#, ms: String
  ) -> String {
    #"[{"name": "n", "link": [\#(link)], "steps": [\#(steps)], "ms": {\#(ms)}, "spread_ms": 0}]"#
  }

  @Test("a hand-shake takes one round trip, and a message half of one more")
  func rightTimes() throws {
    let report = try Self.report(Self.text(ms: #""connected": 20, "a": 30"#))
    #expect(report.failures == [])
  }

  @Test("a time that is too far off is told with the recorded and the simulated one")
  func wrongTime() throws {
    let report = try Self.report(Self.text(ms: #""connected": 20, "a": 41"#))
    #expect(report.failures == ["FAIL n: a recorded at 41.0 ms, simulated at 30.0 ms"])
  }

  @Test("with a loss 40 ms or a tenth are allowed")
  func lossIsTolerant() throws {
    let link = #""delay ab 10", "delay ba 10", "drop ab ack 9""#
    #expect(try Self.report(Self.text(link, ms: #""a": 69"#)).failures == [])
    #expect(try Self.report(Self.text(link, ms: #""a": 71"#)).failures.count == 1)
  }

  @Test("a mark that never comes is told")
  func missingTime() throws {
    let report = try Self.report(Self.text(ms: #""b": 20"#))
    #expect(report.failures == ["FAIL n: b recorded at 20.0 ms, simulated never"])
  }

  @Test("steps wait for each other on both sides, and a dark link loses everything")
  func steps() throws {
    let link =
      #""delay ab 10", "delay ba 10", "rate ab 8000000", "queue ab 9000", "dark both 400 500""#
    let steps = #"""
      {"do": "up", "bytes": 1000, "mark": "a"}, {"do": "down", "bytes": 10, "mark": "b"},
      {"do": "wait", "until_ms": 100}, {"do": "every", "bytes": 10, "count": 2, "from_ms": 200, "each_ms": 50,
      "mark": "m"}, {"do": "down", "bytes": 1, "mark": "c"}, {"do": "wait", "until_ms": 420},
      {"do": "up", "bytes": 10, "mark": "d"}
      """#
    let ms = #""a": 31, "b": 41, "m1": 210, "m2": 260, "c": 270, "d": 650"#
    #expect(try Self.report(Self.text(link, steps: steps, ms: ms)).failures == [])
  }

  @Test(
    "a file of another shape is refused with its place",
    arguments: [
      (#""delay ab""#, "$[0].link[0]"), (#""drop ab dust 1""#, "$[0].link[0]"),
      (#""dark both 2 1""#, "$[0].link[0]"), (#""delay sideways 1""#, "$[0].link[0]"),
      (#""every ab ack 2""#, "$[0].link[0]"),
    ])
  func wrongShape(link: String, place: String) throws {
    let error = #expect(throws: ConformanceShapeError.self) {
      try TransportSuite.cases(in: try JSON(parsing: Self.text(link, ms: "")))
    }
    #expect(error?.place == place)
  }
}
