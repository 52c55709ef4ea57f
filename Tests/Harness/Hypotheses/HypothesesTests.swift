import Testing

@testable import Harness
@testable import Simulator

@Suite("What a run knows of its failure")
struct HypothesesTests {
  private static let second: Int64 = 1_000_000_000
  private static let propagation = WaitKind("propagation", isFixed: true)

  private static func hop(
    _ from: Int64, _ length: Int64, _ kind: WaitKind, at place: String, _ text: String = "SYN"
  ) -> CriticalPath.Hop {
    CriticalPath.Hop(
      start: Instant(nanoseconds: from), nanoseconds: length, kind: kind, place: place, text: text,
      beganBefore: false, lanes: [])
  }

  private static func path(_ hops: [CriticalPath.Hop]) -> CriticalPath {
    CriticalPath(
      hops: hops, start: hops[0].start, nanoseconds: hops.reduce(0) { $0 + $1.nanoseconds })
  }

  @Test("what waits in a queue is told with what keeps it there, where it names the thing")
  func queued() {
    var facts = FailureFacts()
    facts.about = ["message17"]
    facts.holdups = [
      Holdup(owner: "Alice", work: ["put /typing/alice"], obstacle: "has no network"),
      Holdup(
        owner: "Bob", work: ["put /typing/bob", "merge /receipts/bob [/message17]"],
        obstacle: "is opening a connection, in the TLS handshake"),
      Holdup(owner: "Carol", work: ["put /a/message17", "put /b/message17"], obstacle: nil),
    ]
    #expect(
      Hypotheses.lines(facts) == [
        """
        Bob has it in the queue: merge /receipts/bob [/message17]; Bob is opening a connection, in the TLS \
        handshake.
        """,
        """
        Carol has it in the queue: put /a/message17 (and 1 more); the connection stands, and the backend has \
        not answered.
        """,
      ])
  }

  @Test("of queued writes that which the expectation speaks of is told first")
  func expected() {
    var facts = FailureFacts()
    facts.about = ["message17"]
    facts.holdups = [
      Holdup(owner: "Alice", work: ["put /deliveries/alice/message17"], obstacle: "waits"),
      Holdup(
        owner: "Bob",
        work: [
          "merge /deliveries/bob [/message17]", "merge /receipts/bob [/message17]",
          "put /messages/message17",
        ], obstacle: "has no network"),
    ]
    func first(_ status: String) -> String? {
      facts.expected = "the status of the bubble to be \(status) on Alice's screen within 1 s"
      return Hypotheses.lines(facts).first
    }
    #expect(
      first("read") == """
        Bob has it in the queue: merge /receipts/bob [/message17] (and 2 more); Bob has no network.
        """)
    #expect(
      first("delivered") == """
        Alice has it in the queue: put /deliveries/alice/message17; Alice waits.
        """)
    #expect(first("sent")?.hasPrefix("Bob has it in the queue: put /messages/message17") == true)
    #expect(first("new")?.hasPrefix("Alice has it in the queue") == true)
  }

  @Test(
    "what came true too late is told with the trip that it was in, and with what no luck makes shorter"
  )
  func trips() {
    let path = Self.path([
      Self.hop(10 * Self.second, Self.second / 10, WaitKind("back-off"), at: "Bob", "attempt 2"),
      Self.hop(101 * Self.second / 10, Self.second, Self.propagation, at: "Bob→backend", "SYN"),
      Self.hop(111 * Self.second / 10, Self.second, Self.propagation, at: "backend→Bob", "ACK"),
      Self.hop(121 * Self.second / 10, Self.second, Self.propagation, at: "Bob→backend", "hello"),
    ])
    let late = Lateness(limit: 3 * Self.second / 2, overtime: 180 * Self.second, path: path)
    #expect(
      late.lines == [
        """
        With more time it comes true, 1.6 s too late: after 3.1 s. At its limit it was in trip 2 of 3, \
        backend→Bob ACK.
        """,
        """
        The 3 trips take 3 s on these links with nothing lost and nobody waiting: the limit of 1.5 s is \
        shorter.
        """,
      ])
    #expect(
      Lateness(limit: Self.second / 20, overtime: 0, path: path).lines[0]
        .contains("it was still before trip 1 of 3"))
  }

  @Test("a wait that makes up most of what is too much is told")
  func wait() {
    let path = Self.path([
      Self.hop(0, 3 * Self.second, .sleep, at: "Bob/main", "sleep"),
      Self.hop(3 * Self.second, Self.second, Self.propagation, at: "Bob→backend"),
    ])
    #expect(
      Lateness(limit: 2 * Self.second, overtime: 0, path: path).lines == [
        "With more time it comes true, 2 s too late: after 4 s. At its limit it was still before trip 1 of 1, "
          + "Bob→backend SYN.",
        "3 s of that is sleep at Bob/main: sleep.",
      ])
  }

  @Test("what does not come true with more time either is told so, and how far the change has come")
  func never() {
    var facts = FailureFacts()
    facts.about = ["message17"]
    facts.lateness = Lateness(limit: Self.second, overtime: 180 * Self.second, path: nil)
    facts.trail = Trail(
      id: "message17", observer: "Alice",
      end: .untold(
        at: Instant(nanoseconds: Self.second), "commit 5: merge of /r/message17 by bob#1"))
    facts.holdups = [Holdup(owner: "Alice", work: [], obstacle: "has no network")]
    #expect(
      Hypotheses.lines(facts) == [
        """
        Alice's phone was not told the last change of message17, commit 5: merge of /r/message17 by bob#1, \
        at 1 s: it has no network.
        """,
        "More time does not help: it is not so 3:00.000 after its limit either.",
      ])
  }

  private static func entry(
    _ kind: Journal.Kind, _ subject: String, _ text: String, at seconds: Int64
  ) -> Journal.Entry {
    Journal.Entry(
      instant: Instant(nanoseconds: seconds * second), kind: kind, subject: subject, text: text,
      digest: 0)
  }

  private static func last(
    _ entries: [Journal.Entry], about: [String], at seconds: Int64 = 60
  ) -> [String] {
    var facts = FailureFacts()
    facts.instant = Instant(nanoseconds: seconds * second)
    facts.tellLast(of: entries, about: about)
    return Hypotheses.lines(facts)
  }

  @Test("of what names the thing the last that names the person, too, is told, not what came last")
  func relevant() {
    let entries = [
      Self.entry(.scenario, "Carol", "decline an invitation", at: 8),
      Self.entry(.scenario, "Bob", "open", at: 9),
      Self.entry(.backend, "backend", "backend commit 3: merge of /carol/message17", at: 9),
      Self.entry(.backend, "backend", "backend commit 4: merge of /bob/message17", at: 20),
      Self.entry(.scenario, "Carol", "open", at: 21),
      Self.entry(.disk, "Bob", "disk commit 3: +seen/message17", at: 30),
      Self.entry(.screen, "Bob", "badge 1", at: 59),
    ]
    #expect(
      Self.last(entries, about: ["Carol", "carol", "message17"]) == [
        """
        The last that names message17, 51 s before it, at 9 s: backend: backend commit 3: merge of \
        /carol/message17.
        """,
        "Carol's last gesture before that, at 8 s: decline an invitation.",
      ])
    #expect(
      Self.last(entries, about: ["Dave", "message17"], at: 20) == [
        "Right before it, at 20 s: backend: backend commit 4: merge of /bob/message17."
      ])
  }

  @Test("what came right before it is told where nothing names the thing, but for what is shown")
  func nothingRelevant() {
    let entries = [
      Self.entry(.life, "Bob", "launch → foreground", at: 5),
      Self.entry(.screen, "Bob", "badge 1", at: 5), Self.entry(.scenario, "probes", "rare", at: 6),
    ]
    #expect(
      Self.last(entries, about: ["message17"], at: 6) == [
        "Right before it, at 5 s: Bob: launch → foreground."
      ])
    #expect(Self.last(entries, about: ["message17"], at: 60).isEmpty)
    #expect(Self.last([], about: ["message17"]).isEmpty)
  }

  @Test("the screen that the story shows is not told again, an earlier one is")
  func shownScreen() {
    let entries = [Self.entry(.screen, "Bob", "message17 ✓ → ✓✓", at: 5)]
    #expect(Self.last(entries, about: ["message17"], at: 5).isEmpty)
    #expect(
      Self.last(entries, about: ["message17"], at: 60) == [
        "The last that names message17, 55 s before it, at 5 s: Bob: message17 ✓ → ✓✓."
      ])
  }

  @Test("no more than three lines are told, and none where nothing is known")
  func bound() {
    var facts = FailureFacts()
    #expect(Hypotheses.lines(facts).isEmpty)
    facts.about = ["message17"]
    facts.holdups = (1...5).map {
      Holdup(owner: "Phone \($0)", work: ["put /message17"], obstacle: "has no network")
    }
    facts.lateness = Lateness(limit: 1, overtime: 1, path: nil)
    facts.last = StoryEvent(instant: .zero, subject: "Bob", text: "commit 4", weight: 1)
    #expect(Hypotheses.lines(facts).count == 3)
  }
}
