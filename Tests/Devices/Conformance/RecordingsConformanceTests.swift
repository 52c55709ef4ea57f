import Backend
import ConformanceSuites
import Foundation
import Testing

@Suite("Recordings of the live service")
struct RecordingsConformanceTests {
  static let file = SyncPointsConformanceTests.folder.appendingPathComponent("rtdb-recordings.json")

  @Test(
    "phones and backend behave as the live service did",
    .enabled(
      if: FileManager.default.fileExists(atPath: file.path),
      "there are no recorded cases: put them beside the package or set REHEARSAL_CONFORMANCE"))
  func recordedCases() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    let report = try Self.report(text)
    #expect(report.failures == [])
    #expect(report.passed > 0)
  }

  private static func report(_ text: String) throws -> ConformanceReport {
    var report = ConformanceReport()
    report.run(try RTDBRecordingsSuite.cases(in: try JSON(parsing: text)))
    return report
  }

  /// A case of one client on open data, with these steps.
  private static func failures(_ steps: String) throws -> [String] {
    try report(
      """
      {"cases": [{"name": "n", "clients": 1, "needs": ["database", "functions"],
        "rules": {".read": "auth != null", ".write": "auth != null"}, "steps": [\(steps)]}]}
      """
    ).failures
  }

  @Test(
    "a case whose record is wrong fails",
    arguments: [
      #"{"do": [{"client": 0, "op": "get", "path": "a", "expect": {"value": 2}}]}"#,
      #"{"do": [{"client": 0, "op": "set", "path": "a", "value": 1, "expect": {"rejected": true}}]}"#,
      #"{"do": [{"client": 0, "op": "set", "path": "a.b", "value": 1}]}"#,
      #"{"do": [{"client": 0, "op": "set", "path": "a", "value": 1}], "server": [{"path": "a", "value": 2}]}"#,
      #"{"do": [{"client": 0, "op": "listen", "listener": "L", "path": "a", "event": "value"}]}"#,
      #"{"do": [{"client": 0, "op": "set", "path": "a", "value": 1}], "events": {"L": 1}}"#,
      #"{"do": [{"client": 0, "op": "set", "path": "a", "value": 1}], "deliveries": {"f": [{}]}}"#,
      #"{"do": [{"client": 0, "op": "set", "path": "a", "value": 1}], "push": {"0": [{}]}}"#,
      #"{"do": [{"client": 0, "op": "set", "path": "a", "value": 1}], "order": {}}"#,
      #"{"do": [{"client": 0, "op": "sing", "path": "a"}]}"#,
      #"{"do": [{"client": 0, "op": "get", "path": "a", "expect": {"tune": 1}}]}"#,
      #"{"do": [{"client": 3, "op": "get", "path": "a"}]}"#,
      """
      {"do": [{"client": 0, "op": "transaction", "path": "a", "function": {"add": 1},
        "expect": {"callCount": 2}}]}
      """,
      """
      {"do": [{"client": 0, "op": "set", "path": "a", "value": {".sv": "timestamp"}}],
        "server": [{"path": "a", "value": {".any": "other"}}]}
      """,
    ])
  func wrongRecord(step: String) throws {
    #expect(try Self.failures(step).count == 1)
  }

  @Test("actions of a step begin together, and names of pushes stand for their keys")
  func steps() throws {
    let steps = #"""
      {"do": [{"client": 0, "op": "listen", "listener": "L", "path": "a", "event": "child_added", "once": true},
        {"client": 0, "op": "push", "path": "a", "value": {"n": {".sv": "timestamp"}}, "as": "p",
         "expect": {"keyLength": 20}}], "events": {"L": 1}},
      {"do": [{"client": 0, "op": "get", "path": "a/<p>", "expect": {
        "value": {"n": {".any": "serverTime"}}, "keys": ["n"], "childCount": 1, "exists": true}}]},
      {"do": [{"client": 0, "op": "set", "path": "b", "value": [1, null, 3]},
        {"client": 0, "op": "setPriority", "path": "b", "priority": 7}],
       "server": [{"path": "b", "export": {"0": 1, "2": 3, ".priority": 7}}, {"path": "b", "value": [1, null, 3]}]},
      {"do": [{"client": 0, "op": "get", "path": "b", "query": {"orderBy": "child", "child": "x"},
        "expect": {"value": [1, null, 3]}}]},
      {"do": [{"client": 0, "op": "get", "path": "b", "query": {"orderBy": "value", "limitToLast": 1},
        "expect": {"error": {"kind": "indexNotDefined"}}}]},
      {"do": [{"client": 0, "op": "listen", "listener": "M", "path": "b", "event": "value",
        "query": {"orderBy": "value", "limitToLast": 1}}], "events": {"M": [{"keys": ["2"]}]}},
      {"do": [{"client": "admin", "op": "deploy", "function": "f", "on": "created", "path": "c/{x}", "body": "fails"},
        {"client": "admin", "op": "set", "path": "c/d", "value": {"e": 1}}],
       "deliveries": {"f": [{"params": {"x": "d"}, "key": "d", "value": {"e": 1}, "keys": ["e"], "failed": true}]}},
      {"do": [{"client": "admin", "op": "setRules", "rules": {".read": false}}],
       "events": {"M": [{"cancelled": {"kind": "permissionDenied"}}]}},
      {"do": [{"client": 0, "op": "goOffline"}]},
      {"do": [{"client": 0, "op": "set", "path": "b", "value": 4}, {"client": 0, "op": "update", "path": "b", "values": {}}]},
      {"do": [{"client": 0, "op": "goOnline"}], "server": [{"path": "b", "value": [1, null, 3]}]}
      """#
    #expect(try Self.failures(steps) == [])
  }

  @Test("a file of another shape is refused with its place")
  func wrongShape() throws {
    let error = #expect(throws: ConformanceShapeError.self) {
      try RTDBRecordingsSuite.cases(
        in: try JSON(parsing: #"{"cases": [{"name": "n", "clients": 1, "steps": [{}]}]}"#))
    }
    #expect(error?.place == "$.cases[0].steps[0].do")
  }
}
