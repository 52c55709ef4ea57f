import Foundation
internal import Harness
import Simulator
import Testing

@testable import RehearsalCommand

@Suite("Shards that somebody edited")
struct TamperedShardTests {
  private static let rare = Scenario(
    "reaches a probe", probes: [Probe("declared").rare]
  ) { (stage: Stage) in
    if stage.world.choices.seed % 2 == 0 { stage.world.probe(Probe("other")) }
  }.named("reaches")
  static let catalog = Sample.catalog(Sample.fine, Sample.thirds, rare)

  /// The middle one of three shards of 20 runs: results in lines 1 to 20.
  private static func lines() throws -> [String] {
    let folder = try TemporaryFolder()
    Captured().run(
      "sweep", "--seeds", "20", "--shard", "2/3", "--format", "json", "--output",
      folder.path("shard"), catalog: catalog)
    return try folder.text("shard").split(separator: "\n").map(String.init)
  }

  /// What merging says of a file with these lines.
  private static func refusal(of lines: [String]) throws -> String {
    let folder = try TemporaryFolder()
    try folder.write(lines.map { $0 + "\n" }.joined(), to: "shard")
    let captured = Captured()
    let status = captured.run("merge", folder.path("shard"), catalog: catalog)
    #expect(status == .usage)
    #expect(captured.results.isEmpty)
    return captured.notes
  }

  /// An edit of one line: which, what is replaced by what, and what merging says.
  struct Edit: CustomTestStringConvertible, Sendable {
    let place: Place
    let old: String
    let new: String
    let answer: String

    enum Place: Sendable {
      case number(Int)
      case first(String)
    }

    var testDescription: String { "\(place): \(old) to \(new)" }
  }

  @Test(
    "a line that was changed is named by its number",
    arguments: [
      Edit(place: .number(4), old: "passed", new: "failed", answer: "it tells no failure"),
      Edit(place: .number(4), old: #""digest":""#, new: #""digest":"0"#, answer: "sixteen"),
      Edit(
        place: .number(4), old: #""digest":"[^"]*""#, new: #""digest":"0123456789abcdef""#,
        answer: "was changed after it was written"),
      Edit(
        place: .number(4), old: #""scenario":"."#, new: #""scenario":"x"#, answer: "where place"),
      Edit(place: .number(4), old: #""seed":"#, new: #""seed":1"#, answer: "where place 23"),
      Edit(
        place: .number(4), old: #""seed":"#, new: #""seed":9223372036854775807"#,
        answer: "out of bounds"),
      Edit(
        place: .number(4), old: #""schedule":"[^"]*""#, new: #""schedule":"pct:9""#,
        answer: "schedule pct:9, where"),
      Edit(place: .number(4), old: #""shape":""#, new: #""shape":"0"#, answer: "its shape is not"),
      Edit(
        place: .number(4), old: #""shape":"[^"]*","#, new: "", answer: "it has no shape"),
      Edit(
        place: .first("variety"), old: #""distinct":"#, new: #""distinct":1"#,
        answer: #"it reads `"distinct":1"#),
      Edit(place: .number(4), old: #""events":"#, new: #""events":1"#, answer: "was changed after"),
      Edit(
        place: .number(4), old: #""virtual_ns":"#, new: #""virtual_ns":1"#, answer: "was changed"),
      Edit(place: .number(4), old: ".$", new: "}}}garbage", answer: "something stands behind"),
      Edit(place: .number(4), old: #","scenario.*$"#, new: "}}}garbage", answer: "is no result"),
      Edit(
        place: .number(4), old: #","check":"[^"]*""#, new: "", answer: "has no check at its end"),
      Edit(
        place: .first("tally"), old: #""passed":"#, new: #""passed":1"#,
        answer: #"it reads `"passed":17"#),
      Edit(
        place: .first("tally"), old: #""passed":"#, new: #""passed":-"#, answer: "`\"passed\":-"),
      Edit(
        place: .first("tally"), old: #""passed":\d+"#, new: #""passed":9223372036854775807"#,
        answer: "does not agree with the results"),
      Edit(
        place: .first("latency"), old: #""buckets":.*?]]"#,
        new: #""buckets":[[0,18446744073709551615],[1,18446744073709551615]]"#,
        answer: "does not agree with the results"),
      Edit(
        place: .first("probe"), old: #""declared":true"#, new: #""declared":false"#,
        answer:
          "was changed after it was written"),
      Edit(
        place: .first("probe"), old: #""expected_within":null"#, new: #""expected_within":9"#,
        answer: "was changed after it was written"),
      Edit(
        place: .first("sweep"), old: #""first":20"#, new: #""first":-9223372036854775808"#,
        answer:
          #"its "first" is -9223372036854775808, where shard 2/3 of 60 runs begins at place 20"#),
      Edit(
        place: .first("sweep"), old: #""end":40"#, new: #""end":41"#,
        answer: #"its "end" is 41, where shard 2/3 of 60 runs ends before place 40"#),
      Edit(
        place: .first("sweep"), old: #""end":40"#, new: #""end":9223372036854775807"#,
        answer: #"its "end" is 9223372036854775807"#),
      Edit(
        place: .first("sweep"), old: #""total":60"#, new: #""total":9223372036854775807"#,
        answer: #"where 3 scenarios with 20 seeds make 60 runs"#),
      Edit(
        place: .first("sweep"), old: #""seeds":"1..<21""#,
        new: #""seeds":"1..<18446744073709551615""#,
        answer: #"its "seeds" are"#),
      Edit(
        place: .first("sweep"), old: "2/3", new: "1/3", answer: #"its "first" is 20, where shard 1"#
      ),
      Edit(place: .first("sweep"), old: "2/3", new: "0/3", answer: #"its "shard" is "0/3""#),
      Edit(place: .first("sweep"), old: "debug|release", new: "fast", answer: #"its "build" is"#),
      Edit(
        place: .first("sweep"), old: #"null"#, new: #""interrupted""#, answer: "was stopped earlier"
      ),
      Edit(
        place: .first("sweep"), old: #""checksum""#, new: #""chequesum""#, answer: "no checksum"),
      Edit(
        place: .first("sweep"), old: #""lines":"."#, new: #""lines":"x"#,
        answer: "was changed after"),
      Edit(
        place: .first("sweep"), old: #""wall_ns":"#, new: #""wall_ns":1"#,
        answer: "another checksum of the real times"),
      Edit(
        place: .first("summary"), old: #""digest":"."#, new: #""digest":"x"#,
        answer: #"it reads `"digest":"x"#),
      Edit(place: .first("summary"), old: #""wall_ns":"#, new: #""wall_ns":-"#, answer: "no time"),
    ])
  func changed(edit: Edit) throws {
    var lines = try Self.lines()
    let number =
      switch edit.place {
      case .number(let number): number
      case .first(let kind):
        try #require(lines.firstIndex { $0.contains(#""kind":"\#(kind)""#) }) + 1
      }
    let pattern = try Regex(edit.old)
    #expect(lines[number - 1].contains(pattern))
    lines[number - 1].replace(pattern, with: edit.new, maxReplacements: 1)
    let notes = try Self.refusal(of: lines)
    #expect(notes.contains("shard cannot be used: line \(number) "))
    #expect(notes.contains(edit.answer))
  }

  @Test("a real time that was changed is noticed, in a result and in the summary")
  func realTimes() throws {
    let lines = try Self.lines()
    for number in [3, lines.count - 1] {
      var edited = lines
      edited[number].replace(#""wall_ns":"#, with: #""wall_ns":1"#)
      #expect(
        try Self.refusal(of: edited).contains(
          "line \(lines.count - 1) holds another checksum of the real times"))
    }
  }

  @Test("lines that are lost, doubled, swapped or from elsewhere are named by their number")
  func moved() throws {
    let lines = try Self.lines()
    func number(_ kind: String) throws -> Int {
      try #require(lines.firstIndex { $0.contains(#""kind":"\#(kind)""#) })
    }
    let (tally, latency) = (try number("tally"), try number("latency"))
    let (sweep, summary) = (lines.count - 2, lines.count - 1)
    func expect(_ edited: [String], _ number: Int, _ answer: String) throws {
      let notes = try Self.refusal(of: edited)
      #expect(notes.contains("shard cannot be used: line \(number) "))
      #expect(notes.contains(answer))
    }
    func without(_ kind: String) -> [String] {
      lines.filter { !$0.contains(#""kind":"\#(kind)""#) }
    }
    var twice = lines
    twice[6] = lines[5]
    try expect(twice, 7, "where place 26 of the sweep is")
    var swapped = lines
    swapped.swapAt(2, 9)
    try expect(swapped, 3, "where place 22 of the sweep is")
    try expect(Array(lines[..<19] + lines[20...]), 20, "stands where the result of")
    try expect(Array(lines[..<20] + lines[19...]), 21, "is one result too many")
    try expect(without("tally"), tally + 1, "where the tally line of fine belongs")
    try expect(without("latency"), latency + 1, "where the latency line of fine, “turn” belongs")
    for line in [tally, latency] {
      try expect(Array(lines[...line] + lines[line...]), line + 2, "belongs by the results")
    }
    try expect(
      Array(lines[...sweep] + lines[sweep...]), sweep + 2, "where the summary line belongs")
    try expect(lines + [lines[summary]], lines.count, "should be the sweep's, the last but one")
    let declared = try #require(lines.firstIndex { $0.contains(#""declared":true"#) })
    try expect(
      Array(lines[..<declared] + lines[(declared + 1)...]), sweep,
      "holds another checksum of the lines before it")
    try expect(Array(lines[..<7] + [""] + lines[7...]), 8, "is no line of `rehearse sweep")
    try expect(lines.map { $0 + "\r" }, 1, "ends with a carriage return")
  }
}
