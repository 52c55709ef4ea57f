import Testing

@testable import Harness
@testable import Simulator

@Suite("How far a change has come")
struct TrailTests {
  private static func journal(_ lines: [(Journal.Kind, String, String)]) -> [Journal.Entry] {
    lines.enumerated().map { place, line in
      Journal.Entry(
        instant: Instant(nanoseconds: Int64(place)), kind: line.0, subject: line.1, text: line.2,
        digest: 0)
    }
  }

  private static func end(_ lines: [(Journal.Kind, String, String)]) -> Trail.End? {
    Trail(of: "message17", for: "Alice", in: journal(lines))?.end
  }

  private static let commit = "backend commit 5: merge of /receipts/c/bob/message17 by bob#2"
  private static let sent = "sent c2 @9 #7 merge /receipts/c/bob [/message17] (149 bytes)"
  private static let arrived = "arrived c2 @9 #7 merge /receipts/c/bob [/message17] (149 bytes)"
  private static let news = "c1 @80 push /receipts/c/bob [/message17] (99 bytes)"
  private static let received: [(Journal.Kind, String, String)] = [
    (.backend, "backend", "backend commit 4: set of /messages/c/message17 by alice#1"),
    (.message, "Bob→backend", sent),
    (.message, "Bob→backend", arrived),
    (.backend, "backend", commit),
  ]

  @Test("a change that has not arrived at the backend is its sender's")
  func sent() {
    #expect(
      Self.end(Array(Self.received.prefix(2)))
        == .sent(by: "Bob", at: Instant(nanoseconds: 1)))
  }

  @Test("a refusal is the last word until something is changed")
  func refused() {
    let refusal = "refused merge of /receipts/c/bob/message17 by bob#2: no rule grants it"
    let lines = Self.received.prefix(3) + [(.backend, "backend", refusal)]
    #expect(Self.end(Array(lines)) == .refused(at: Instant(nanoseconds: 3), refusal))
    #expect(
      Self.end(Array(lines) + [(.backend, "backend", Self.commit)])
        == .untold(at: Instant(nanoseconds: 4), Self.commit))
  }

  @Test("a change is untold, under way, or known, by what the backend sends to the one who looks")
  func told() {
    let at = Instant(nanoseconds: 3)
    #expect(Self.end(Self.received) == .untold(at: at, Self.commit))
    let other = Self.received + [(.message, "backend→Carol", "sent \(Self.news)")]
    #expect(Self.end(other) == .untold(at: at, Self.commit))
    let sent = Self.received + [(.message, "backend→Alice", "sent \(Self.news)")]
    #expect(Self.end(sent) == .underWay(at: Instant(nanoseconds: 4)))
    let known = sent + [(.message, "backend→Alice", "arrived \(Self.news)")]
    #expect(Self.end(known) == .known(at: at, Self.commit))
  }

  @Test("a whole branch tells what is in it, and a branch beside it does not")
  func branches() {
    let tell = { (text: String) in
      Self.end(
        Self.received + [(.message, "backend→Alice", "arrived c1 @80 push \(text) (99 bytes)")])
    }
    let known = Trail.End.known(at: Instant(nanoseconds: 3), Self.commit)
    #expect(tell("/receipts/c") == known)
    #expect(tell("/") == known)
    #expect(tell("/receipts/c/bob [12 paths]") == known)
    #expect(tell("/receipts/c/bob [/message18 /message19]") != known)
    #expect(tell("/messages/c") != known)
  }

  @Test("one's own change needs no telling")
  func own() {
    let lines: [(Journal.Kind, String, String)] = [
      (.message, "Alice→backend", Self.arrived), (.backend, "backend", Self.commit),
    ]
    let entries = Self.journal(lines).map {
      Journal.Entry(instant: .zero, kind: $0.kind, subject: $0.subject, text: $0.text, digest: 0)
    }
    #expect(
      Trail(of: "message17", for: "Alice", in: entries)?.end == .known(at: .zero, Self.commit))
  }

  @Test("the last news of a phone is the last data that arrived there")
  func news() throws {
    let entries = Self.journal([
      (.message, "backend→Alice", "arrived c1 @80 response #4 ok, push /typing/c (99 bytes)"),
      (.message, "backend→Alice", "sent c1 @99 push /later (99 bytes)"),
      (.message, "backend→Bob", "arrived c2 @80 push /other (99 bytes)"),
      (.message, "backend→Alice", "arrived c1 @90 response #5 ok (65 bytes)"),
    ])
    let news = try #require(StoryEvent(lastNewsTo: "Alice", in: entries))
    #expect(news.instant == .zero && news.text == "push /typing/c (99 bytes)")
    #expect(StoryEvent(lastNewsTo: "Carol", in: entries) == nil)
    var facts = FailureFacts()
    facts.news = news
    #expect(
      Hypotheses.lines(facts) == [
        "The last news that reached Alice's phone came at 0 s: push /typing/c (99 bytes)."
      ])
  }

  @Test("nothing is said where the answer to a read may have told it, or nothing names it")
  func unsure() {
    #expect(
      Self.end(Self.received + [(.message, "backend→Alice", "arrived c1 @80 answer #9 (99 bytes)")])
        == nil)
    #expect(Self.end([]) == nil)
    #expect(Self.end([(.backend, "backend", "backend commit 1: set of /other by bob#1")]) == nil)
  }
}
