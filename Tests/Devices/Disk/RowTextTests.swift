import Simulator
import Testing

@testable import Devices

@Suite("The rows of a disk in words")
struct RowTextTests {
  private struct Row {
    var title = "Hike"
    var count = 2
    var photo: String?
    var people: Set<String> = ["carol", "alice", "bob"]
    var times: [String: Int] = ["b": 2, "a": 1]
    var bytes: [UInt8] = [1, 2, 3]
    var none: [Int] = []
    var state = State.sent(Inner(attempt: 3))
    var plain = State.waiting
  }

  private enum State {
    case waiting
    case sent(Inner)
  }

  private struct Inner { let attempt: Int }

  @Test("properties stand by their names, what is empty is left out, what has no order is sorted")
  func properties() {
    #expect(
      RowText.text(of: Row()) == """
        title: “Hike”, count: 2, people: [“alice”, “bob”, “carol”], times: [“a”: 1, “b”: 2], \
        bytes: 3 bytes, state: sent(attempt: 3), plain: waiting
        """)
  }

  @Test("a row that is no structure is its value, and a long one is cut")
  func others() {
    #expect(RowText.text(of: "Ada") == "“Ada”")
    #expect(RowText.text(of: 3) == "3")
    #expect(RowText.text(of: [Int]()) == "[]")
    #expect(RowText.text(of: String(repeating: "x", count: 2_000)).count == 601)
  }
}
