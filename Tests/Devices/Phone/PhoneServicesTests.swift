import Backend
import Network
import Simulator
import Testing

@testable import Devices

/// An app that shows the words below a location, and whether its last write was taken.
private actor WordApp: PhoneApp {
  struct Screen: Digestible, Equatable, Sendable, CustomStringConvertible {
    var words: [String] = []
    /// Not described.
    var count = 0

    var description: String { words.joined(separator: "\n") }
  }

  nonisolated let lane: Lane
  let services: PhoneServices<Screen>
  private var screen = Screen()
  private(set) var answers: [WriteOutcome] = []
  private var listener: ListenerRegistration?

  init(services: PhoneServices<Screen>, configuration: Void) {
    lane = services.lane
    self.services = services
  }

  func start() {
    services.show(screen)
    listener = services.listen(to: QuerySpec("/words"), on: self) { app, news in app.hear(news) }
  }

  private func hear(_ news: RaisedEvent.Content) {
    guard case .data(let event) = news else { return }
    screen.words = event.node.children.map { "\($0.key): \($0.node)" }
    screen.count += 1
    services.show(screen)
  }

  func stopListening() { listener?.cancel() }

  func set(_ key: Key, to node: Node) {
    services.set(["words", key], to: node, on: self) { app, outcome in app.answers.append(outcome) }
  }

  func update(_ changes: [PathChange]) {
    services.update("/words", changes, on: self) { app, outcome in app.answers.append(outcome) }
  }

  func keys(_ count: Int) -> [Key] { (0..<count).map { _ in services.newKey() } }

  /// Shows the same screen once more.
  func showAgain() { services.show(screen) }
}

@Suite("The services of a phone")
struct PhoneServicesTests {
  private static func phone(_ name: String, in rig: DeviceRig) throws -> Phone<WordApp> {
    try Phone(
      name: name, user: name.lowercased(), on: .wifi, network: rig.network,
      server: rig.backend.host, configuration: ())
  }

  @Test("an app hears on its own actor what it listens to and how its writes ended")
  func hears() {
    let rules = #"{"rules": {"words": {".read": true, "b": {".write": false}, ".write": true}}}"#
    let refusing = #"{"rules": {"words": {".read": true, "a": {".write": true}}}}"#
    for rules in [rules, refusing] {
      DeviceRig.run(rules: rules) { rig in
        let alice = try Self.phone("Alice", in: rig)
        let bob = try Self.phone("Bob", in: rig)
        try await alice.launch()
        try await bob.launch()
        await (try alice.app()).set("a", to: "one")
        try await bob.expect { $0.words == ["a: \"one\""] }
        await (try alice.app()).set("b", to: "two")
        try await rig.sleep(.seconds(5))
        let answers = await (try alice.app()).answers
        #expect(answers.count == 2)
        #expect(answers.first == .committed)
        let isTaken = answers.last == .committed
        #expect(isTaken == (rules != refusing))
        #expect(alice.display.screen?.words.count == (isTaken ? 2 : 1))
      }
    }
  }

  @Test("several paths are written together, and a listener that was cancelled hears no more")
  func cancels() {
    DeviceRig.run { rig in
      let alice = try Self.phone("Alice", in: rig)
      let bob = try Self.phone("Bob", in: rig)
      try await alice.launch()
      try await bob.launch()
      await (try alice.app()).update([PathChange("/a", "one"), PathChange("/b", "two")])
      try await bob.expect { $0.words.count == 2 }
      // It has heard of nothing, and then of both at once.
      #expect(bob.display.screen?.count == 2)
      await (try bob.app()).stopListening()
      try await rig.sleep(.seconds(1))
      await (try alice.app()).set("c", to: "three")
      try await alice.expect { $0.words.count == 3 }
      try await bob.expect(for: .seconds(10)) { $0.words.count == 2 }
    }
  }

  @Test("an app whose process has died hears nothing of what it asked for")
  func deadProcess() {
    DeviceRig.run { rig in
      let alice = try Self.phone("Alice", in: rig)
      try await alice.launch()
      try await rig.sleep(.seconds(1))
      let app = try alice.app()
      await app.set("a", to: "one")
      try await alice.kill()
      try await rig.sleep(.seconds(5))
      let answers = await app.answers
      #expect(answers.isEmpty)
    }
  }

  @Test("a story tells the lines of a screen that went and came, and the same screen is no event")
  func changes() {
    let world = DeviceRig.run { rig in
      let alice = try Self.phone("Alice", in: rig)
      try await alice.launch()
      await (try alice.app()).update([PathChange("/a", "one"), PathChange("/b", "two")])
      try await alice.expect { $0.words.count == 2 }
      await (try alice.app()).set("a", to: "three")
      try await alice.expect { $0.words.first == "a: \"three\"" }
      await (try alice.app()).showAgain()
    }
    let texts = world.journal.entries.filter { $0.kind == .screen }.map(\.text)
    #expect(texts.contains("+ a: \"one\"; + b: \"two\""))
    #expect(texts.filter { $0 == "- a: \"one\"; + a: \"three\"" }.count == 1)
    #expect(ScreenChanges.text(from: nil, to: "a\nb") == "+ a; + b")
    #expect(ScreenChanges.text(from: "a\nb\nc", to: "a\nc") == "- b")
    #expect(ScreenChanges.text(from: "a", to: "a") == "")
  }

  @Test("two screens that read differently make two digests, and the same ones the same")
  func digests() {
    func digest(_ word: String) -> UInt64 {
      DeviceRig.run { rig in
        let alice = try Self.phone("Alice", in: rig)
        try await alice.launch()
        await rig.backend.administer(set: ["a": Node(.string(word))], at: "/words")
        try await alice.expect { $0.words.count == 1 }
      }.journal.digest
    }
    #expect(digest("one") == digest("one"))
    #expect(digest("one") != digest("two"))
  }

  @Test("keys are made in order, on each phone and after each launch others")
  func keys() {
    DeviceRig.run { rig in
      let alice = try Self.phone("Alice", in: rig)
      let bob = try Self.phone("Bob", in: rig)
      try await alice.launch()
      try await bob.launch()
      let first = await (try alice.app()).keys(50)
      let others = await (try bob.app()).keys(50)
      try await rig.sleep(.seconds(1))
      try await alice.kill()
      try await alice.relaunch()
      let second = await (try alice.app()).keys(50)
      #expect(first + second == (first + second).sorted())
      #expect(Set(first + second + others).count == 150)
    }
  }
}
