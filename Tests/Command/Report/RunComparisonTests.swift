import Harness
import Simulator
import Testing

@testable import RehearsalCommand

@Suite("The first difference between two runs")
struct RunComparisonTests {
  /// A run of these events: the instant, the subject, the text.
  private func run(_ events: (Int64, String, String)...) -> Recording {
    var recording = Recording()
    for (instant, subject, text) in events {
      recording.texts += [subject, text]
      recording.events.append(
        .init(
          instant: instant, kind: text.hasPrefix("sent") ? .message : .screen,
          subject: recording.texts.count - 2, text: recording.texts.count - 1, step: 1))
    }
    return recording
  }

  private func difference(_ left: Recording, _ right: Recording) -> [Int]? {
    RunComparison(left, right).difference.map { [$0.left, $0.right] }
  }

  @Test("times, messages, numbers of requests, and the order among phones make none")
  func ignores() {
    let left = run((1, "Alice", "a #1"), (2, "Bob", "b"), (3, "Alice→Bob", "sent x"))
    let right = run((5, "Bob", "b"), (5, "Alice", "a #2"))
    #expect(difference(left, right) == nil)
  }

  @Test("of several differences the earliest counts, with its event in each run")
  func findsEarliest() {
    let left = run((1, "Alice", "a"), (4, "Bob", "b"), (9, "Alice", "c"))
    let right = run((1, "Alice", "a"), (4, "Bob", "x"), (7, "Alice", "y"))
    #expect(difference(left, right) == [1, 1])
  }

  @Test("where one run has nothing more, its end stands for that")
  func findsEnds() {
    let left = run((1, "Alice", "a"), (2, "Bob", "b"))
    let right = run((1, "Alice", "a"), (2, "Bob", "b"), (3, "Carol", "c"))
    #expect(difference(left, right) == [1, 2])
  }
}
