import Backend
import Devices
import Simulator
import Testing

@testable import Chat

@Suite("Marks of what is accepted once")
struct OutboxMarkTests {
  private static let refusal = WriteOutcome.refused("Permission denied")

  private static func marks(_ harness: ModelHarness) -> [OutboxMark] {
    harness.model.store.outbox.operations.compactMap(\.mark)
  }

  private static func mark(_ slot: Int, _ number: Int) -> OutboxMark {
    OutboxMark(installation: "none", slot: slot, number: number)
  }

  private func describe(_ harness: inout ModelHarness, _ text: String) {
    harness.model.describe(ModelHarness.chat, as: text)
    harness.flush()
  }

  @Test("a change of a group goes out with a mark, in one write")
  func marksEdits() {
    var harness = ModelHarness.grouped(with: ["bob"])
    describe(&harness, "ours")
    #expect(
      harness.writes.last?.keys == [
        "/conversations/chat/description", "/private/alice/marks/none-0",
        "/private/alice/lastMark",
      ])
    harness.send("hello", as: "m")
    #expect(Self.marks(harness) == [Self.mark(0, 1)], "a message has its id")
  }

  @Test("numbers grow over restarts and an empty outbox; a place is one operation's at a time")
  func numbers() {
    var harness = ModelHarness.grouped(with: ["bob"])
    describe(&harness, "a")
    describe(&harness, "b")
    let waiting = [Self.mark(0, 1), Self.mark(1, 2)]
    #expect(Self.marks(harness) == waiting)
    harness.restart()
    #expect(Self.marks(harness) == waiting, "they are said again as they were")
    harness.learnGroup(["alice", "bob"])
    harness.answer(1, .committed)
    describe(&harness, "c")
    #expect(Self.marks(harness) == [Self.mark(1, 2), Self.mark(0, 3)])
    for number in [2, 3] { harness.answer(number, .committed) }
    harness.restart()
    harness.learnGroup(["alice", "bob"])
    describe(&harness, "d")
    #expect(Self.marks(harness) == [Self.mark(0, 4)])
  }

  @Test("a refusal is told, unless the mark is there: then an earlier attempt was accepted")
  func refusals() {
    for (place, number, isTold) in [
      ("none-0", 1, false), ("none-0", 0, true), ("none-1", 1, true), ("other-0", 1, true),
    ] as [(Key, Int64, Bool)] {
      var harness = ModelHarness.grouped(with: ["bob"])
      describe(&harness, "ours")
      harness.hear(.ownSide, .childAdded, "marks", Node(children: [(place, .time(number))]))
      harness.answer(1, Self.refusal)
      let words = isTold ? "The group could not be changed" : nil
      #expect(harness.screen.alert == words, "\(place): \(number)")
    }
  }

  @Test("of two that wait, each is judged by its own mark")
  func judgesEach() {
    var harness = ModelHarness.grouped(with: ["bob"])
    describe(&harness, "a")
    describe(&harness, "b")
    // The client shows what waits as well.
    harness.hear(.ownSide, .childAdded, "marks", ["none-1": 2])
    harness.answer(1, Self.refusal)
    #expect(harness.screen.alert == "The group could not be changed")
  }

  @Test("marks and their counter have digests of their own")
  func digests() {
    let marks = [
      Self.mark(0, 1), Self.mark(1, 1), Self.mark(0, 2),
      OutboxMark(installation: "other", slot: 0, number: 1),
    ]
    #expect(Set(marks.map(\.digest)).count == marks.count)
    let counters = [
      MarkCounter(), MarkCounter(installation: "other"), MarkCounter(lastNumber: 1),
    ]
    #expect(Set(counters.map(\.digest)).count == counters.count)
    let operations = [nil, marks[0], marks[1]].map {
      OutboxOperation(number: 1, change: .describe(ModelHarness.chat, .name("a")), mark: $0)
    }
    #expect(Set(operations.map(\.digest)).count == operations.count)
  }
}
