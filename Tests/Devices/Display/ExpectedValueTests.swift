internal import Harness
import Simulator
import Testing

@testable import Devices

/// A screen of two values and a list of things.
private struct Shelf: Sendable, Equatable, Digestible, CustomStringConvertible {
  struct Box: Sendable, Equatable {
    let id: String
    var weight: Int?
    var letters: [Character] { Array(id) }
  }

  var boxes: [Box] = []
  var badge = 0
  var ids: [String] { boxes.map(\.id) }

  var description: String { "\(ids) \(badge)" }
  func digest(into hash: inout StableHash) { hash.mix(description) }
}

extension ScreenElement where Screen == Shelf, Content == Shelf.Box {
  fileprivate static func box(_ id: String) -> Self {
    Self("box", id: id) { $0.boxes.first { $0.id == id } }
  }
}

@Suite("Expectations with values")
struct ExpectedValueTests {
  /// Plays screens, each at a time in milliseconds, and then an expectation; the failure, nil where it is met.
  private static func failure(
    _ screens: [(Int, Shelf?)], seed: UInt64 = 1,
    _ body: @escaping @Sendable (inout Devices.Expectation<Shelf>) async throws -> Void
  ) -> Failure? {
    let world = World(seed: seed, telling: true)
    let verdict = DeviceRig.verdict(in: world) { rig in
      let display = Display<Shelf>(in: rig.world, of: JournalSource("Alice"))
      let lane = rig.world.lane("plan")
      for (time, shelf) in screens {
        lane.schedule(at: Instant.zero.advanced(by: .milliseconds(time))) {
          display.show(shelf, "a shelf")
        }
      }
      try await rig.sleep(.milliseconds(1))
      var expectation = Devices.Expectation(
        display: display, lane: rig.world.lane("Alice"), owner: "Alice", location: CodeLocation())
      try await body(&expectation)
    }
    switch verdict {
    case .passed: return nil
    case .failed(let failure): return failure
    case let other:
      Issue.record("the world ended as \(other)")
      return nil
    }
  }

  private static func expect(
    _ conditions: ScreenCondition<Shelf>..., screens: [(Int, Shelf?)]
  ) -> Failure? {
    failure(screens) { expectation in
      expectation.conditions = conditions
      try await expectation.within(.milliseconds(100), measure: nil, since: nil) { screen in
        conditions.allSatisfy { $0.holds(screen) }
      }
    }
  }

  private static func shelf(_ weight: Int?, badge: Int = 0) -> Shelf {
    Shelf(boxes: [Shelf.Box(id: "tea", weight: weight)], badge: badge)
  }

  @Test("a text with ends of lines and controls is told in one line")
  func textInOneLine() {
    #expect(ShownValue.text(["tea\n\nmilk\u{7}"]) == #"[“tea\n\nmilk\u{7}”]"#)
  }

  @Test("an expectation on the notification centre says so, and is about the phone")
  func notificationCentre() throws {
    let failure = try #require(
      Self.failure([(0, Self.shelf(1, badge: 3))]) { expectation in
        let condition = ScreenCondition<Shelf>.that(\.badge, is: 2)
        expectation.place = "Alice's notification centre"
        expectation.conditions = [condition]
        try await expectation.within(
          .milliseconds(100), measure: nil, since: nil, condition.holds)
      })
    #expect(failure.expected.hasPrefix("the badge to be 2 in Alice's notification centre within"))
    #expect(failure.values == ["✗ badge is 3 since 0 s"])
    #expect(failure.observed.first?.hasPrefix("Alice's notification centre at ") == true)
    #expect(failure.about == ["Alice"])
  }

  @Test("a failure tells the value, since when it is so, and what it was before")
  func value() throws {
    let failure = try #require(
      Self.expect(
        .that(\.weight, of: .box("tea"), is: 3),
        screens: [
          (0, Self.shelf(nil)), (20, Self.shelf(1)), (50, Self.shelf(2)),
          (60, Self.shelf(2, badge: 1)),
        ]))
    #expect(failure.expected == "the weight of the box to be 3 on Alice's screen within 100 ms")
    #expect(
      failure.values == [
        "✗ weight of box tea is 2 since 50 ms; before that 1 from 20 ms, none from 0 s"
      ])
    #expect(failure.about == ["tea", "Alice"])
  }

  @Test("of several values those that hold are told from those that do not")
  func conjunction() throws {
    let failure = try #require(
      Self.expect(
        .that(\.weight, of: .box("tea"), is: 2), .that(\.badge, is: 7),
        screens: [(0, Self.shelf(2, badge: 1))]))
    #expect(
      failure.values == ["✓ weight of box tea is 2 since 0 s", "✗ badge is 1 since 0 s"])
    #expect(failure.expected.hasPrefix("the weight of the box to be 2, and the badge to be 7 on"))
  }

  @Test("a value that is worked out is told under its name, item by item")
  func workedOut() throws {
    let shelf = Shelf(boxes: [.init(id: "tea", weight: 2), .init(id: "salt", weight: nil)])
    let failure = try #require(
      Self.expect(
        .that("weights", is: [2, 3]) { $0.boxes.map(\.weight) },
        .that("letters", of: .box("tea"), is: ["t"]) { $0.id.map { "\($0)" } },
        screens: [(0, shelf)]))
    #expect(
      failure.expected.hasPrefix(
        "the weights to be [2, 3], and the letters of the box to be [“t”] on Alice's screen"))
    #expect(
      failure.values == [
        "✗ weights is [2, none] since 0 s", "✗ letters of box tea is [“t”, “e”, “a”] since 0 s",
      ])
    #expect(
      Self.expect(
        .that("weights", is: [2, nil]) { $0.boxes.map(\.weight) }, screens: [(0, shelf)]) == nil)
  }

  @Test("one of several values is told by what they have in common")
  func matching() throws {
    let screens = [(0, Optional(Self.shelf(2)))]
    let failure = try #require(
      Self.expect(
        .that(\.weight, of: .box("tea"), matches: "is at least 3") { $0 ?? 0 >= 3 },
        screens: screens))
    #expect(
      failure.expected.hasPrefix("the weight of the box to be one that is at least 3 on Alice's"))
    #expect(failure.values == ["✗ weight of box tea is 2 since 0 s"])
    #expect(
      Self.expect(.that(\.badge, matches: "is even") { $0 % 2 == 0 }, screens: screens) == nil)
    #expect(
      Self.expect(
        .that(\.weight, of: .box("salt"), matches: "is anything") { _ in true }, screens: screens)
        != nil)
  }

  @Test("a list that lacks an item, or has one too many, is told whole")
  func lists() throws {
    let screens = [(0, Optional(Shelf(boxes: [.init(id: "tea", weight: 2)])))]
    let missing = try #require(
      Self.expect(.that(\.ids, includes: "salt"), screens: screens))
    #expect(missing.expected.hasPrefix("the ids to be a list with “salt” on Alice's screen"))
    #expect(missing.values == ["✗ ids is [“tea”] since 0 s"])
    let present = try #require(
      Self.expect(.that(\.ids, excludes: "tea"), screens: screens))
    #expect(present.expected.hasPrefix("the ids to be a list without “tea” on Alice's screen"))
    #expect(
      Self.expect(
        .that(\.ids, includes: "tea"), .that(\.ids, excludes: "salt"), screens: screens) == nil)
    #expect(
      Self.expect(.that(\.letters, of: .box("tea"), includes: "t"), screens: screens) == nil)
    // Of what is not on the screen, no list is without anything.
    #expect(
      Self.expect(.that(\.letters, of: .box("salt"), excludes: "x"), screens: screens) != nil)
  }

  @Test("a value out of a range is told, and the range in words")
  func ranges() throws {
    let screens = [(0, Optional(Self.shelf(2)))]
    let failure = try #require(
      Self.expect(.that("number of boxes", in: ..<1) { $0.boxes.count }, screens: screens))
    #expect(failure.expected.hasPrefix("the number of boxes to be less than 1 on Alice's screen"))
    #expect(failure.values == ["✗ number of boxes is 1 since 0 s"])
    #expect(
      Self.expect(.that("number of boxes", in: 1...) { $0.boxes.count }, screens: screens) == nil)
  }

  @Test(
    "each part of a conjunction that fails names its value, since when, and its last changes",
    arguments: 0..<3)
  func eachPart(broken: Int) throws {
    let wanted = (0..<3).map { $0 == broken ? 9 : 2 }
    let failure = try #require(
      Self.expect(
        .that(\.weight, of: .box("tea"), is: wanted[0]), .that(\.badge, is: wanted[1]),
        .that(\.weight, of: .box("salt"), is: wanted[2]),
        screens: [
          (0, Shelf(boxes: [], badge: 0)), (20, Self.shelf(1, badge: 1)),
          (
            40, Shelf(boxes: [.init(id: "tea", weight: 2), .init(id: "salt", weight: 2)], badge: 2)
          ),
        ]))
    let told = [
      "weight of box tea is 2 since 40 ms; before that 1 from 20 ms, not on the screen from 0 s",
      "badge is 2 since 40 ms; before that 1 from 20 ms, 0 from 0 s",
      "weight of box salt is 2 since 40 ms; before that not on the screen from 0 s",
    ]
    let marks = (0..<3).map { $0 == broken ? "✗" : "✓" }
    #expect(failure.values.enumerated().allSatisfy { $1.hasPrefix(marks[$0]) })
    #expect(failure.values[broken] == "✗ " + told[broken])
  }

  @Test("a thing that is not on the screen fails what its value is not, and is told as missing")
  func missing() throws {
    let failure = try #require(
      Self.expect(.that(\.weight, of: .box("milk"), isNot: 9), screens: [(0, Self.shelf(2))]))
    #expect(
      failure.values == ["✗ weight of box milk is not on the screen since 0 s; it never was"])
    #expect(Self.expect(.absent(.box("milk")), screens: [(0, Self.shelf(2))]) == nil)
    #expect(Self.expect(.present(.box("milk")), screens: [(0, Self.shelf(2))]) != nil)
  }

  @Test("what holds is met, at one instant for all")
  func met() {
    #expect(
      Self.expect(
        .that(\.weight, of: .box("tea"), is: 2), .that(\.badge, isNot: 0),
        screens: [(0, Self.shelf(1, badge: 1)), (30, Self.shelf(2)), (40, Self.shelf(2, badge: 1))])
        == nil)
    #expect(
      Self.expect(
        .that(\.weight, of: .box("tea"), is: 2), .that(\.badge, is: 1),
        screens: [(0, Self.shelf(1, badge: 1)), (30, Self.shelf(2))]) != nil)
  }

  private static func timeline(_ values: [Int?], _ screens: [(Int, Shelf?)]) -> Failure? {
    failure(screens) { expectation in
      try await expectation.timeline(
        \.weight, of: ScreenElement<Shelf, Shelf.Box>.box("tea"), values,
        within: .milliseconds(100),
        since: nil)
    }
  }

  @Test("a timeline requires every value in between, and no other")
  func timelines() throws {
    let screens = [
      (0, nil), (5, Self.shelf(1)), (10, Self.shelf(1, badge: 1)), (20, Self.shelf(2)),
      (30, Self.shelf(3)),
    ]
    #expect(Self.timeline([1, 2, 3], screens) == nil)
    let skipped = try #require(Self.timeline([1, 3], screens))
    #expect(skipped.expected.hasSuffix("within 100 ms; another value came"))
    #expect(skipped.values == ["✗ weight of box tea was 1 from 5 ms, 2 from 20 ms"])
    let never = try #require(Self.timeline([1, 2, 3, 4], screens))
    #expect(never.values == ["✗ weight of box tea was 1 from 5 ms, 2 from 20 ms, 3 from 30 ms"])
    #expect(!never.expected.contains("another value"))
    #expect(
      Self.timeline([1, 2, 3], [(0, Shelf())])?.values == ["✗ weight of box tea was never shown"])
  }

  @Test("of what was so before all that is remembered nobody says since when")
  func forgotten() throws {
    let screens = (0..<600).map { (0, Optional(Self.shelf(1, badge: $0))) }
    let failure = try #require(
      Self.expect(.that(\.weight, of: .box("tea"), is: 2), screens: screens))
    #expect(
      failure.values == ["✗ weight of box tea is 1 at least since 0 s, as far as is remembered"])
    let missing = try #require(
      Self.expect(.that(\.weight, of: .box("milk"), is: 2), screens: screens))
    #expect(
      missing.values == [
        "✗ weight of box milk is not on the screen at least since 0 s, as far as is remembered"
      ])
  }

  @Test("what must stay has no time to become so unless it is given")
  func noGrace() {
    let screens: [(Int, Shelf?)] = [(0, Self.shelf(1)), (50, Self.shelf(2))]
    for (grace, isMet) in [(0, false), (49, true), (48, false)] {
      let failure = Self.failure(screens) { expectation in
        try await expectation.throughout(.seconds(1), grace: .milliseconds(grace)) {
          $0.boxes.first?.weight == 2
        }
      }
      #expect((failure == nil) == isMet, "\(grace) ms")
    }
  }
}
