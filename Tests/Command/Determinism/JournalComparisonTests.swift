import Simulator
import Testing

@testable import RehearsalCommand

@Suite("Journals of two processes")
struct JournalComparisonTests {
  private static func journal(_ events: [String]) -> [JournalLine] {
    events.enumerated().map { index, text in
      JournalLine(
        digest: StableHash.of(events[...index].joined()), nanoseconds: Int64(index) * 1_000_000,
        kind: .scenario, subject: "Alice", text: text)
    }
  }

  private static func compare(_ here: [String], _ there: [String]) -> String {
    var rest = journal(there)[...]
    return JournalComparison.text(here: journal(here)) { rest.popFirst() }
  }

  @Test("the first event that differs is named, with what both had before")
  func differs() {
    let text = Self.compare(["a", "b", "c"], ["a", "x", "c"])
    #expect(
      text == """
        the first event that differs is number 2:
        one process: 1 ms  Alice: b
        another process: 1 ms  Alice: x
        both had before: 0 s  Alice: a
        """)
  }

  @Test("the line of the scenario is told, and both lines where they differ")
  func places() {
    func compare(_ here: Int?, _ there: Int?, home: Int? = nil) -> String {
      func place(_ line: Int?) -> CodeLocation? {
        line.map { CodeLocation(fileID: "Shop/Buying.swift", filePath: "/Buying.swift", line: $0) }
      }
      var (ours, theirs) = (Self.journal(["a"])[0], Self.journal(["a"])[0])
      theirs = JournalLine(
        digest: 1, nanoseconds: 0, kind: .scenario, subject: "Alice", text: "another thing")
      (ours.place, theirs.place) = (place(here), place(there))
      var rest = [theirs][...]
      let text = JournalComparison.text(here: [ours], in: place(home)) { rest.popFirst() }
      return String(text.split(separator: "\n").last ?? "")
    }
    #expect(compare(7, 7) == "the scenario had come to Shop/Buying.swift:7")
    #expect(compare(nil, 8) == "the scenario had come to Shop/Buying.swift:8")
    #expect(
      compare(7, 8) == """
        the scenario had come to Shop/Buying.swift:7 in one process, to Shop/Buying.swift:8 in another process
        """)
    #expect(compare(nil, nil, home: 3) == "the scenario is declared at Shop/Buying.swift:3")
    #expect(compare(nil, nil) == "another process: 0 s  Alice: another thing")
  }

  @Test("a journal that ends early is told")
  func endsEarly() {
    #expect(Self.compare(["a", "b"], ["a"]).contains("another process: the run is over"))
    #expect(Self.compare(["a"], ["a", "b"]).contains("one process: the run is over"))
  }

  @Test("equal journals are told to be equal")
  func equal() {
    #expect(Self.compare(["a", "b"], ["a", "b"]).contains("wrote the same 2 events"))
  }

  @Test("an entry travels between processes as it is, and is told in one line")
  func lines() throws {
    let world = World(seed: 1, recording: true)
    world.journal.record(
      JournalNote(.scenario, "two\nlines\tand a tab"), about: JournalSource("Bob"))
    let line = JournalLine(try #require(world.journal.entries.first), at: CodeLocation())
    let answer = try WorkAnswer(WorkAnswer.entry(line).payload[...]) { _ in nil }
    guard case .entry(let received) = answer else {
      Issue.record("it came as another answer")
      return
    }
    #expect(received == line)
    #expect(line.story == "0 s  Bob: two⏎lines and a tab")
  }
}
