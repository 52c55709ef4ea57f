import Simulator
import Testing

@testable import Command

@Suite("Journals of two processes")
struct JournalComparisonTests {
  private static func journal(_ events: [String]) throws -> [JournalLine] {
    try events.enumerated().map { index, text in
      let digest = Hexadecimal.text(StableHash.of(events[...index].joined()))
      return try #require(JournalLine(parsing: "\(digest)\t\(index * 1_000_000)\tAlice\t\(text)"))
    }
  }

  private static func compare(_ here: [String], _ there: [String]) throws -> String {
    var rest = try journal(there)[...]
    return JournalComparison.text(here: try journal(here)) { rest.popFirst() }
  }

  @Test("the first event that differs is named, with what both had before")
  func differs() throws {
    let text = try Self.compare(["a", "b", "c"], ["a", "x", "c"])
    #expect(
      text == """
        the first event that differs is number 2:
        here: 1 ms  Alice: b
        fresh process: 1 ms  Alice: x
        both had before: 0 s  Alice: a
        """)
  }

  @Test("a journal that ends early is told")
  func endsEarly() throws {
    #expect(try Self.compare(["a", "b"], ["a"]).contains("fresh process: the run is over"))
    #expect(try Self.compare(["a"], ["a", "b"]).contains("here: the run is over"))
  }

  @Test("equal journals are told to be equal")
  func equal() throws {
    #expect(try Self.compare(["a", "b"], ["a", "b"]).contains("wrote the same 2 events"))
  }

  @Test("a line comes back as it was, in one line")
  func lines() throws {
    let line = try #require(JournalLine(parsing: "00000000000000ff\t7\tBob\tsays hello"))
    #expect(JournalLine(parsing: "\(line)") == line)
    #expect(JournalLine(parsing: "rubbish") == nil)
    let world = World(seed: 1, recording: true)
    world.journal.record(.scenario, about: Subject("Bob"), 1, "two\nlines\tand a tab")
    let entry = try #require(world.journal.entries.first)
    #expect(JournalLine(entry).description.split(separator: "\t").count == 4)
    #expect(!JournalLine(entry).description.contains("\n"))
  }
}
