import Harness
import Simulator
import Testing

@testable import RehearsalCommand

@Suite("Statements that break")
struct BrokenStatementTests {
  @Test(
    "names, numbers and quotations do not tell statements apart",
    arguments: [
      ("the badge on Alice to be 3", "the badge on * to be #"),
      ("the badge on Bob2 to be 12.5 s", "the badge on * to be # s"),
      ("the status that Fresh alice shows for “hello 7”", "the status that Fresh * shows for “”"),
      ("Alice Bob to agree", "* to agree"),
      ("“a” (-OiD0q-EkyHERU8RTJqN) of alice never to decrease", "“” (*) of * never to decrease"),
      ("never-to-be-hyphenated", "never-to-be-hyphenated"),
      ("Alicante to be 3rd", "Alicante to be #rd"),
    ])
  func plain(text: String, expected: String) {
    #expect(BrokenStatement.plain(text, names: ["alice", "bob"]) == expected)
  }

  @Test(
    "an expectation is its condition",
    arguments: [
      (
        "try await bob.expect { $0.conversation(chat).unread == 1 }",
        "$0.conversation(_).unread == #"
      ),
      (
        """
        try await alice.expect(within: .seconds(1), since: bob.reconnected(of: chat)) {
          $0.bubble(hello[3]).status == .read
        }
        """, "$0.bubble(_).status == .read"
      ),
      (
        "try await bob.expect { $0.thread()?.rows[2] == \"a {b}\" }", "$0.thread()?.rows[_] == \"\""
      ),
      ("try world.require(count == 2, \"two (2)\")", "try world.require(count == #, \"\")"),
    ])
  func shape(source: String, expected: String) {
    #expect(BrokenStatement.shape(of: source) == expected)
  }

  @Test("an expectation in a file is told by its source, in all scenarios alike")
  func expectation() {
    let first = Scenario("sees one") { (stage: Stage) in
      Self.check(stage, expected: "Alice's screen", location: Self.place(0))
    }.named("first")
    let second = Scenario("sees two") { (stage: Stage) in
      Self.check(stage, expected: "Bob's screen", location: Self.place(1))
    }.named("second")
    let texts = [first, second].map { BrokenStatement.text(of: Sample.play($0).result) }
    #expect(texts[0] == texts[1])
    #expect(texts[0] == "expectation: $0.row(_) == #")
  }

  /// The first of two lines with statements that are read and never made.
  private static let line = #line + 1
  // expect { $0.row(one) == 1 }
  // expect { $0.row(two) == 2 }

  private static func place(_ index: Int) -> CodeLocation { CodeLocation(line: line + index) }

  private static func check(_ stage: Stage, expected: String, location: CodeLocation) {
    stage.world.fail(Failure(kind: "expectation", expected: expected, location: location))
  }

  @Test("a crash is told by the function in which it came")
  func crash() {
    let trace = [
      "Fatal error: Index out of range", "Sheet.rows(of:) at Chat/Sheet.swift:61",
      "b() at c/d.swift:2",
    ]
    let result = RunResult.crashed(
      "a", RunConfiguration(), cause: "signal 4", summary: "it ended", crash: trace)
    #expect(BrokenStatement.text(of: result) == "crashed at signal 4 in Sheet.rows(of:)")
    #expect("\(FailureKind(of: result))" == "crashed at signal 4 in a")
  }

  @Test("a run that was given up is told without the remedy")
  func abandoned() {
    let result = RunResult.abandoned("a", RunConfiguration(), after: .seconds(10), steps: 3)
    #expect(
      BrokenStatement.text(of: result)
        == "exhausted: step # of the run ran for # s of real time without giving control back")
  }

  @Test("an id that the first digit cuts off does not tell kinds apart")
  func cutIDs() {
    let kinds = ["-OiDJzu5KpII", "-OiD0q-EkyHE"].map { id in
      let scenario = Scenario("breaks") { (stage: Stage) in
        stage.world.fail(
          Failure(kind: "invariant S-2", expected: "the status of “a” (\(id)) to stay"))
      }.named("breaks")
      return FailureKind(of: Runner.attempt(scenario, RunConfiguration()))
    }
    #expect(kinds[0] == kinds[1])
  }

  @Test("a verdict is told without its numbers, and a run without a story by its kind")
  func others() {
    #expect(BrokenStatement.text(of: Sample.play(Sample.stalls).result).hasPrefix("stalled: "))
    let loops = BrokenStatement.text(of: Sample.play(Sample.loops).result)
    #expect(loops.hasPrefix("exhausted: ") && !loops.contains("100"))
    let configuration = RunConfiguration(seed: 1)
    let bare = Runner.attempt(Sample.fails, configuration)
    #expect(BrokenStatement.text(of: bare) == FailureKind(of: bare).description)
  }
}
