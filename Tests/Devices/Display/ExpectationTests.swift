internal import Harness
import Simulator
import Testing

@testable import Devices

/// A display with someone who looks at it.
private struct Viewing: Sendable {
  let rig: DeviceRig
  let display: Display<String>
  let location = CodeLocation(
    fileID: "scenarios/Sample.swift", filePath: "scenarios/Sample.swift", line: 7)

  init(_ rig: DeviceRig) {
    self.rig = rig
    display = Display(in: rig.world, of: JournalSource("Alice"))
  }

  var expectation: Devices.Expectation<String> {
    Devices.Expectation(
      display: display, lane: rig.world.lane("Alice \(display.nextNumber)"), owner: "Alice",
      location: location)
  }

  func show(_ text: String?) {
    display.show(text, text ?? "nothing")
  }

  /// Shows texts, each after a time from the world's beginning, in milliseconds.
  func plan(_ texts: [(Int, String?)]) {
    let lane = rig.world.lane("plan")
    for (time, text) in texts {
      lane.schedule(at: Instant.zero.advanced(by: .milliseconds(time))) { show(text) }
    }
  }

  /// Runs a body with a display; the failure with which its world ended, nil when it passed.
  static func failure(
    location: Testing.SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (Viewing) async throws -> Void
  ) -> Failure? {
    let world = World(seed: 1)
    switch DeviceRig.verdict(in: world, { try await body(Viewing($0)) }) {
    case .passed: return nil
    case .failed(let failure): return failure
    case let other:
      Issue.record("the world ended as \(other)", sourceLocation: location)
      return nil
    }
  }
}

extension Display {
  /// Names a lane for the next to look.
  fileprivate var nextNumber: UInt64 {
    let number = watch { _ in }
    stopWatching(number)
    return number
  }
}

@Suite("Expectations")
struct ExpectationTests {
  @Test("an expectation since an instant whose screens are forgotten says so, whatever its limit")
  func forgotten() {
    let failure = Viewing.failure { viewing in
      viewing.plan((1...600).map { ($0, "screen \($0)") })
      try await viewing.rig.sleep(.seconds(1))
      try await viewing.expectation.within(
        .seconds(1), measure: nil, since: Instant.zero.advanced(by: .milliseconds(599))
      ) { $0.hasPrefix("screen") }
      try await viewing.expectation.within(.seconds(1), measure: nil, since: .zero) {
        $0.hasPrefix("screen")
      }
    }
    #expect(failure?.kind == Misuse.kind)
    #expect(failure?.expected.contains("an expectation since 0 s to look back") == true)
    #expect(failure?.location?.line == 7)
  }

  @Test(
    "a screen that comes within the limit is met, at the very instant of the deadline too",
    arguments: [(0, true), (99, true), (100, true), (101, false)])
  func meetsDeadline(time: Int, isMet: Bool) {
    let failure = Viewing.failure { viewing in
      viewing.show("old")
      viewing.plan([(time, "new")])
      try await viewing.expectation.within(.milliseconds(100), measure: nil, since: nil) {
        $0 == "new"
      }
    }
    #expect((failure == nil) == isMet)
  }

  @Test("a screen that is there for one instant only is seen")
  func seesEveryChange() {
    let failure = Viewing.failure { viewing in
      viewing.plan([(10, "old"), (20, "new"), (20, "old")])
      try await viewing.expectation.within(.milliseconds(100), measure: nil, since: nil) {
        $0 == "new"
      }
      #expect(viewing.rig.world.now == Instant.zero.advanced(by: .milliseconds(20)))
    }
    #expect(failure == nil)
  }

  @Test("what is so already is met at once, and measured as nothing")
  func meetsPresent() {
    let failure = Viewing.failure { viewing in
      viewing.show("new")
      try await viewing.rig.sleep(.seconds(1))
      try await viewing.expectation.within(.zero, measure: "latency", since: nil) { $0 == "new" }
      #expect(viewing.rig.world.measures.map(\.nanoseconds) == [0])
    }
    #expect(failure == nil)
  }

  @Test("latency counts from the event to the change, not from the expectation")
  func measuresFromEvent() {
    let failure = Viewing.failure { viewing in
      viewing.show("old")
      viewing.plan([(400, "new")])
      let event = Instant.zero.advanced(by: .milliseconds(100))
      try await viewing.rig.sleep(.seconds(5))
      try await viewing.expectation.within(.milliseconds(300), measure: "latency", since: event) {
        $0 == "new"
      }
      #expect(viewing.rig.world.measures.map(\.nanoseconds) == [300_000_000])
    }
    #expect(failure == nil)
  }

  @Test(
    "what came too late after the event is not met, even if it is so now; the text says how late")
  func refusesLate() throws {
    let failure = Viewing.failure { viewing in
      viewing.plan([(401, "new")])
      try await viewing.rig.sleep(.seconds(5))
      try await viewing.expectation.within(
        .milliseconds(300), measure: nil, since: Instant.zero.advanced(by: .milliseconds(100))
      ) { $0 == "new" }
    }
    #expect(try #require(failure).expected.contains("301"))
  }

  @Test("what was so before the event and is so no longer is not met")
  func refusesPast() {
    let failure = Viewing.failure { viewing in
      viewing.plan([(100, "new"), (200, "old")])
      try await viewing.rig.sleep(.milliseconds(300))
      try await viewing.expectation.within(
        .milliseconds(50), measure: nil, since: Instant.zero.advanced(by: .milliseconds(90))
      ) { $0 == "new" }
    }
    #expect(failure != nil)
  }

  @Test("an app that is gone shows nothing that could be met")
  func refusesDead() {
    let failure = Viewing.failure { viewing in
      viewing.show("new")
      viewing.show(nil)
      try await viewing.expectation.within(.milliseconds(1), measure: nil, since: nil) { _ in true }
    }
    #expect(failure?.observed.contains { $0.contains("not running") } == true)
  }

  @Test(
    "a screen must stay so for the whole duration, its last instant included",
    arguments: [(50, false), (100, false), (101, true)])
  func staysThroughout(breaksAt: Int, isMet: Bool) {
    let failure = Viewing.failure { viewing in
      viewing.show("calm")
      viewing.plan([(20, "calm too"), (breaksAt, "storm"), (breaksAt, "calm")])
      try await viewing.expectation.throughout(.milliseconds(100), grace: .zero) {
        $0.hasPrefix("calm")
      }
    }
    #expect((failure == nil) == isMet)
  }

  @Test(
    "a screen has a time of grace to become so, and must stay so from then on",
    arguments: [(0, true), (50, true), (51, false)])
  func grantsGrace(becomesAt: Int, isMet: Bool) {
    let failure = Viewing.failure { viewing in
      viewing.show("storm")
      viewing.plan([(becomesAt, "calm")])
      try await viewing.expectation.throughout(.milliseconds(200), grace: .milliseconds(50)) {
        $0 == "calm"
      }
      #expect(
        viewing.rig.world.now > Instant.zero.advanced(by: .milliseconds(becomesAt + 200)))
    }
    #expect((failure == nil) == isMet)
  }

  @Test("an app that dies meanwhile breaks what must stay")
  func deathBreaks() {
    let failure = Viewing.failure { viewing in
      viewing.show("calm")
      viewing.plan([(50, nil)])
      try await viewing.expectation.throughout(.milliseconds(100), grace: .zero) { $0 == "calm" }
    }
    #expect(failure != nil)
  }

  @Test("a failure names whose screen it is, what was expected, the screen, and the place")
  func tells() throws {
    let failure = try #require(
      Viewing.failure { viewing in
        viewing.show("first line\nsecond line")
        try await viewing.expectation.within(.seconds(2), measure: nil, since: nil) { _ in false }
      })
    #expect(failure.kind == "expectation")
    #expect(failure.expected.contains("Alice's screen") && failure.expected.contains("2"))
    #expect(failure.observed.first?.hasPrefix("Alice's screen at ") == true)
    #expect(failure.observed.suffix(2) == ["first line", "second line"])
    #expect(failure.location?.description == "scenarios/Sample.swift:7")
  }

  @Test("a failed expectation throws, so that nothing after it is taken for seen")
  func throwsToo() {
    let failure = Viewing.failure { viewing in
      await #expect(throws: ExpectationFailed.self) {
        try await viewing.expectation.within(.zero, measure: nil, since: nil) { _ in true }
      }
    }
    #expect(failure != nil)
  }
}

@Suite("Display")
struct DisplayTests {
  @Test("a screen like the last one is no change")
  func skipsSame() {
    DeviceRig.run { rig in
      let display = Display<String>(in: rig.world, of: JournalSource("Alice"))
      let changes = WorldBound(0, in: rig.world)
      _ = display.watch { _ in changes.withValue { $0 += 1 } }
      for text in ["a", "a", "b", "b", "a"] { display.show(text, text) }
      #expect(changes.withValue { $0 } == 3)
      #expect(
        rig.world.journal.entries.filter { $0.kind == .screen }.map(\.text) == ["a", "b", "a"])
    }
  }

  @Test("who has stopped watching is told no more")
  func stops() {
    DeviceRig.run { rig in
      let display = Display<String>(in: rig.world, of: JournalSource("Alice"))
      let first = display.watch { rig.log.add("first \($0 ?? "nothing")") }
      _ = display.watch { rig.log.add("second \($0 ?? "nothing")") }
      display.show("a", "a")
      display.stopWatching(first)
      display.show(nil, "gone")
      #expect(rig.log.texts == ["first a", "second a", "second nothing"])
    }
  }

  @Test("the history tells since when something has been true without a break, within bounds")
  func remembers() {
    DeviceRig.run { rig in
      let display = Display<String>(in: rig.world, of: JournalSource("Alice"))
      let start = rig.world.now
      #expect(try display.trueSince(start) { _ in true }?.instant == nil)
      for number in 0..<2000 {
        display.show(number % 1000 == 0 ? "break" : "\(number)", "")
        try await rig.sleep(.milliseconds(1))
      }
      #expect(display.screen == "1999")
      #expect(
        try display.trueSince(start) { $0 == "1999" }?.instant
          == start.advanced(by: .milliseconds(1999)))
      #expect(try display.trueSince(start) { $0 == "1998" }?.instant == nil)
      let late = start.advanced(by: .milliseconds(1990))
      #expect(try display.trueSince(late) { $0 != "break" }?.instant == late)
    }
  }
}
