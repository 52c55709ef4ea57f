import Testing

@testable import Simulator

@Suite("The shape of a run")
struct ShapeTests {
  /// A message between two phones, with an id in it.
  private struct Message: JournalEvent {
    let id: String
    var kind: Journal.Kind { .message }
    var text: String { id }
    func digest(into hash: inout StableHash) { hash.mix(id) }
  }

  /// A screen with ids in it, in every way in which an app may keep them.
  private struct Page: Digestible {
    var id = ShapeTests.ids[0]
    var title = "Bob"
    var image = "images/\(ShapeTests.ids[0])/sunset.jpg"
    var unread: [String: Int] = [ShapeTests.ids[0]: 2]
    var members: Set<String> = [ShapeTests.ids[0]]
  }

  private static let ids = ["-OiDEYH-bBQMd5EH3BdM", "-OiDEZLX_a4_uTjxiDkv"]

  private static func shape(
    seed: UInt64 = 1, _ play: @escaping @Sendable (World) async throws -> Void
  ) -> UInt64 {
    let world = World(seed: seed)
    world.run { try await play(world) }
    return world.journal.shape
  }

  private static func show(_ page: Page) -> UInt64 {
    shape { $0.journal.record(.screen, about: JournalSource("Alice"), page, "page") }
  }

  @Test("runs that differ in ids alone have one shape")
  func ids() {
    var other = Page()
    other.id = Self.ids[1]
    other.image = "images/\(Self.ids[1])/sunset.jpg"
    other.unread = [Self.ids[1]: 2]
    other.members = [Self.ids[1]]
    #expect(Page().digest != other.digest)
    #expect(Self.show(Page()) == Self.show(other))
    #expect(Self.shape(seed: 1) { _ in } == Self.shape(seed: 2) { _ in })
    let messages = Self.ids.map { id in
      Self.shape { $0.journal.record(Message(id: id), about: JournalSource("link")) }
    }
    #expect(messages[0] == messages[1])
  }

  @Test("UUIDs are ids wherever they stand in a text, and what stands around them is not")
  func uuids() {
    let ids = ["E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "0d3f9a52-1b1c-4d7e-8f00-abcdefabcdef"]
    func shape(_ text: String) -> UInt64 {
      var page = Page()
      page.title = text
      return Self.show(page)
    }
    for around in [("", ""), ("order ", " is on its way"), ("a/", "/b"), ("", "0")] {
      #expect(shape(around.0 + ids[0] + around.1) == shape(around.0 + ids[1] + around.1))
    }
    #expect(shape("\(ids[0]) \(ids[1])") == shape("\(ids[1]) \(ids[0])"))
    #expect(shape(ids[0]) != shape("\(ids[0]) \(ids[0])"))
    #expect(shape("order \(ids[0])") != shape("odder \(ids[0])"))
    #expect(shape(String(ids[0].dropLast())) != shape(String(ids[1].dropLast())))
  }

  @Test("what a screen shows beside ids counts")
  func screens() {
    let changes: [(inout Page) -> Void] = [
      { $0.title = "Eve" }, { $0.image = "images/\(Self.ids[0])/moon.jpg" },
      { $0.image = "sounds/\(Self.ids[0])/sunset.jpg" }, { $0.image = "images/sunset.jpg" },
      { $0.unread = [Self.ids[0]: 3] }, { $0.unread = ["bob": 2] },
      { $0.members = ["bob"] }, { $0.id = "bob" }, { $0.id = "-OiDEYH bBQMd5EH3BdM" },
    ]
    var shapes = [Self.show(Page())]
    for change in changes {
      var page = Page()
      change(&page)
      shapes.append(Self.show(page))
    }
    #expect(Set(shapes).count == shapes.count)
  }

  @Test("another step, lane, instant, message or fault gives another shape")
  func events() {
    let link = JournalSource("link")
    let plays: [@Sendable (World) async throws -> Void] = [
      { _ in },
      { world in world.lane("Alice").post {} },
      { world in world.lane("Bob").post {} },
      { world in
        world.lane("Alice").post {}
        world.lane("Alice/2").post {}
      },
      { world in try await world.sleep(for: .seconds(1)) },
      { world in try await world.sleep(for: .nanoseconds(1_000_000_001)) },
      { world in world.journal.record(Message(id: "a"), about: link) },
      { world in world.journal.record(Message(id: "a"), about: JournalSource("other")) },
      { world in world.journal.record(JournalNote(.fault, "lost"), about: link) },
      { world in world.journal.record(JournalNote(.fault, "held"), about: link) },
    ]
    let shapes = plays.map { play in
      Self.shape { world in
        try await play(world)
        try await world.untilQuiet()
      }
    }
    #expect(Set(shapes).count == shapes.count)
  }

  @Test("the order of lanes counts")
  func order() {
    func shape(_ names: [String]) -> UInt64 {
      Self.shape { world in
        let lanes = ["a", "b"].map { world.lane($0) }
        for name in names { lanes[name == "a" ? 0 : 1].post {} }
        try await world.untilQuiet()
      }
    }
    #expect(shape(["a", "b"]) != shape(["b", "a"]))
  }

  @Test("what is not shown leaves the shape alone")
  func hidden() {
    let plain = Self.shape { _ in }
    for kind in [Journal.Kind.disk, .backend, .life, .scenario] {
      let noted = Self.shape {
        $0.journal.record(JournalNote(kind, "written"), about: JournalSource("Alice"))
      }
      #expect(noted == plain)
    }
  }
}
