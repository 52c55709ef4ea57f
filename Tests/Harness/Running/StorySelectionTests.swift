import Testing

@testable import Harness
@testable import Simulator

@Suite("Events of a story")
struct StorySelectionTests {
  private static func entry(
    _ kind: Journal.Kind, _ subject: String, _ text: String, at time: Int64 = 0
  ) -> Journal.Entry {
    Journal.Entry(
      instant: Instant(nanoseconds: time), kind: kind, subject: subject, text: text, digest: 0)
  }

  private static func told(_ entries: [Journal.Entry], about: [String] = ["message17"]) -> [String]
  {
    StorySelection(about: about).events(of: entries).map {
      "\($0.subject): \($0.text)" + ($0.repeats > 0 ? " ×\($0.repeats + 1)" : "")
    }
  }

  @Test("gestures, faults, deaths, refusals and what names the subject are told, and nothing else")
  func relevance() {
    #expect(
      Self.told([
        Self.entry(.scenario, "Alice", "send"), Self.entry(.scenario, "probes", "rare"),
        Self.entry(.message, "Alice→backend", "sent c1 #4 (80 bytes)"),
        Self.entry(.message, "Alice→backend", "lost: keep-alive"),
        Self.entry(.message, "Alice→backend", "lost: put /messages/message17"),
        Self.entry(.disk, "Alice", "commit 3: +messages/message17"),
        Self.entry(.disk, "Alice", "commit 4: +messages/another"),
        Self.entry(.backend, "backend", "merge of /messages/message17"),
        Self.entry(.backend, "backend", "merge of /messages/another"),
        Self.entry(.backend, "backend", "refused put of /messages/another"),
        Self.entry(.fault, "network", "began: partition"),
        Self.entry(.life, "Bob", "terminate → terminated"),
        Self.entry(.screen, "Carol", "badge 1"),
      ]) == [
        "Alice: send", "Alice→backend: lost: put /messages/message17",
        "Alice: commit 3: +messages/message17", "backend: merge of /messages/message17",
        "backend: refused put of /messages/another", "network: began: partition",
        "Bob: terminate → terminated",
      ])
  }

  @Test("what names nothing is told with what the backend did last, and only then")
  func lastDeed() {
    let entries = [
      Self.entry(.backend, "backend", "commit 4: put of /a"),
      Self.entry(.backend, "backend", "refused put of /b"),
      Self.entry(.backend, "backend", "commit 5: merge of /c"),
      Self.entry(.screen, "Bob", "badge 1"),
    ]
    let refusal = "backend: refused put of /b"
    #expect(Self.told(entries, about: []) == [refusal, "backend: commit 5: merge of /c"])
    #expect(Self.told(entries) == [refusal])
  }

  @Test("neighbours that differ in numbers and ids are one; gestures are told each time")
  func folding() {
    #expect(
      Self.told([
        Self.entry(.backend, "backend", "refused put 1 by alice#1"),
        Self.entry(.backend, "backend", "refused put 2 by alice#2"),
        Self.entry(.scenario, "Alice", "send 1"), Self.entry(.scenario, "Alice", "send 2"),
        Self.entry(.backend, "backend", "refused merge 3"),
      ]) == [
        "backend: refused put 1 by alice#1 ×2", "Alice: send 1", "Alice: send 2",
        "backend: refused merge 3",
      ])
  }

  @Test("where there is room for few the heaviest are told, in their order")
  func room() {
    let events = [3, 6, 2, 6, 3].enumerated().map { number, weight in
      StoryEvent(instant: .zero, subject: "s", text: "\(number)", weight: weight)
    }
    #expect(StorySelection.heaviest(events, 3).map(\.text) == ["1", "3", "4"])
    #expect(StorySelection.heaviest(events, 1).map(\.text) == ["3"])
    #expect(StorySelection.heaviest(events, 9).count == 5)
  }

  @Test("what was refused and has nothing to do with the failure comes after what people do")
  func refusals() {
    let entries = [
      Self.entry(.scenario, "Alice", "remove carol"),
      Self.entry(.backend, "backend", "refused listen of /elsewhere"),
      Self.entry(.backend, "backend", "refused put of /message17"),
      Self.entry(.backend, "backend", "backend commit 3: merge of /permissions/message17"),
    ]
    let told = StorySelection(about: ["message17"]).events(of: entries)
    #expect(told.map(\.weight) == [4, 3, 6, 3])
  }

  @Test("refusals never have all the room")
  func refusalsAndOthers() {
    func told(_ weights: [Int], _ limit: Int) -> [String] {
      let events = weights.enumerated().map { number, weight in
        StoryEvent(
          instant: .zero, subject: "s", text: weight == 4 ? "gesture" : "refused \(number)",
          weight: weight)
      }
      return StorySelection.heaviest(events, limit).map(\.text)
    }
    #expect(told([6, 6, 4, 6, 6], 2) == ["gesture", "refused 4"])
    #expect(
      told([6, 6, 4, 6, 6], 4) == ["refused 1", "gesture", "refused 3", "refused 4"])
    // Those of little weight come after what weighs more.
    #expect(told([4, 3, 3, 4], 2) == ["gesture", "gesture"])
  }

  /// A phone that a fault kills, after which only refusals come.
  private static let killed = [
    entry(.life, "Alice", "launch → foreground"),
    entry(.life, "Bob", "launch → foreground"),
    entry(.life, "Bob's iPad", "launch → foreground"),
    entry(.scenario, "Alice", "send 1"), entry(.scenario, "Bob's iPad", "open"),
    entry(.fault, "nemesis", "kill@Bob.commit#31", at: 1),
    entry(.scenario, "probes", "fault: kill", at: 1),
    entry(.life, "Bob", "terminate → terminated", at: 1),
    entry(.fault, "nemesis", "healed: kill on Bob", at: 2),
    entry(.life, "Bob", "launch → foreground", at: 2),
    entry(.scenario, "Bob", "mark as read", at: 3), entry(.scenario, "Bob", "open", at: 3),
    entry(.screen, "Bob", "redrawn", at: 4),
    entry(.backend, "backend", "refused merge of /deliveries", at: 5),
  ]

  @Test("a fault and the last gesture of the phones that a statement names come before all else")
  func kept() {
    let told = StorySelection(about: [], phones: ["Bob"]).events(of: Self.killed)
    #expect(told.map(\.weight) == [1, 1, 1, 4, 4, 8, 5, 3, 3, 5, 7, 1, 4])
    #expect(
      StorySelection.heaviest(told, 2).map(\.text) == ["kill@Bob.commit#31", "open"])
    // Of a statement that names no phone, the last gesture of each.
    let all = StorySelection(about: []).events(of: Self.killed)
    #expect(all.map(\.weight) == [1, 1, 1, 7, 7, 8, 5, 3, 3, 4, 7, 5])
    // An invariant about others has the fault, too.
    let others = StorySelection(about: ["message17"], also: ["Alice"], phones: ["Alice"])
      .events(of: Self.killed)
    #expect(others.contains { $0.text == "kill@Bob.commit#31" && $0.weight == 8 })
  }

  @Test("a death that no fault tells is kept, of the phones that the failure is about")
  func deaths() {
    let entries = ["Alice", "Bob"].map {
      Self.entry(.life, $0, "terminate → terminated", at: 1)
    }
    let told = StorySelection(about: ["message17", "Bob"], phones: ["Bob"]).events(of: entries)
    #expect(told.map(\.weight) == [5, 7])
  }

  @Test(
    "a text names a phone by its whole name",
    arguments: [
      ("no write by Bob; the backend counted", ["Bob"]),
      ("Bob's iPad to open, within 10 s", ["Bob's iPad"]),
      ("the sizes of Bob's batches", ["Bob"]), ("Bobby and Alicea", []),
      ("Alice and Bob's iPad, and Bob", ["Alice", "Bob", "Bob's iPad"]),
    ])
  func naming(text: String, phones: [String]) {
    #expect(StorySelection.named(["Alice", "Bob", "Bob's iPad"], in: [text]) == phones)
  }

  @Test(
    "with an id, the name of a person makes what names both weigh more; others' lives weigh less")
  func people() {
    let entries = [
      Self.entry(.backend, "backend", "merge of /carol/message17"),
      Self.entry(.backend, "backend", "merge of /bob/message17"),
      Self.entry(.life, "Bob", "suspend → suspended", at: 1),
      Self.entry(.life, "Carol", "suspend → suspended", at: 1),
      Self.entry(.scenario, "Bob", "opens “Hike”"), Self.entry(.scenario, "Bob", "send message17"),
      Self.entry(.backend, "backend", "refused merge of /other"),
      Self.entry(.backend, "backend", "refused put of /carol/message17"),
    ]
    let told = StorySelection(about: ["message17"], also: ["Carol", "carol"]).events(of: entries)
    #expect(told.map(\.weight) == [5, 3, 2, 4, 2, 5, 2, 6])
  }

  @Test("that apps are launched first of all is told where nothing matters more")
  func beginning() {
    let entries = [
      Self.entry(.life, "Bob", "launch → foreground"),
      Self.entry(.life, "Bob", "enterBackground → background"),
      Self.entry(.life, "Carol", "launch → foreground", at: 5),
    ]
    for also in [[], ["Bob"]] {
      let told = StorySelection(about: ["message17"], also: also).events(of: entries)
      #expect(told.first?.weight == 1)
      #expect(told.count == 3 && told[1].weight > 2)
      // A phone that comes later begins, too.
      #expect(told.last?.weight == 1)
    }
  }

  @Test("ids are told by their names; equal names have numbers")
  func names() {
    var names = StoryNames()
    names.add("-OiD0oZDJu1", "hello")
    names.add("-OiD0oZDJu2", "hello")
    names.add("short", "no id")
    names.add("-OiD0oZDJu3", "a text that is much longer than a name")
    #expect(
      names.applied(to: "/m/-OiD0oZDJu1, /m/-OiD0oZDJu2 of short")
        == "/m/“hello”, /m/“hello” #2 of short")
    #expect(names.applied(to: "-OiD0oZDJu3") == "“a text that is much lon…”")
    #expect(names.applied(to: "-OiD0oZDJu1 (“hello”) is on it") == "“hello” is on it")
    #expect(names.applied(to: "“hello” (-OiD0oZDJu2) is on it") == "“hello” #2 is on it")
    #expect(names.applied(to: "“” (-OiD0oZDJu1) is deleted") == "“hello” is deleted")
  }
}
