import Backend
import Network
import Simulator
import Testing

@testable import Devices

/// An app that writes a word to its disk and shows it, and shows what came of it.
private actor JotterApp: PhoneApp {
  struct Screen: Digestible, Equatable, Sendable, CustomStringConvertible {
    var word = ""
    var description: String { word }
  }

  static let usesDatabase = false
  private static let table = DiskTable<String>("words")

  nonisolated let lane: Lane
  nonisolated let services: PhoneServices<Screen>
  private(set) var word = ""

  init(services: PhoneServices<Screen>, configuration: Void) {
    lane = services.lane
    self.services = services
  }

  func start() { services.show(Screen(word: word)) }

  func jot(_ word: String) {
    self.word = word
    do {
      try services.process.commit(Self.transaction(word))
      services.show(Screen(word: word))
    } catch {
      services.show(Screen(word: "failed"))
    }
  }

  static func transaction(_ word: String) -> DiskTransaction {
    var transaction = DiskTransaction()
    transaction.put(word, at: "word", in: table)
    return transaction
  }
}

@Suite("A strict run tells what is tried with a launch of an app that has ended")
struct StrictPhoneTests {
  private typealias JotterPhone = Phone<JotterApp>

  /// What is tried, with what it is told as.
  private enum Attempt: String, CaseIterable, Sendable {
    case screen = "tried to show a screen as"
    case write = "tried to write to the disk as"
    case read = "tried to read the disk as"
    case secret = "tried to write to the keychain as"
    case secretRead = "tried to read the keychain as"
    case task = "tried to start a task as"
    case database = "tried to write to the database as"
    case call = "called an actor on lane Alice/main of"

    func perform(with app: JotterApp) async {
      let services = app.services
      switch self {
      case .screen: services.show(JotterApp.Screen(word: "late"))
      case .write: try? services.process.commit(JotterApp.transaction("late"))
      case .read: _ = try? services.process.storedImage()
      case .secret: try? services.keychain.set("late", as: "word")
      case .secretRead: _ = try? services.keychain.text("word")
      case .task: services.process.spawn(on: app.lane) {}
      case .database: services.set("/word", to: "late", on: app)
      case .call: #expect(await app.word == "early")
      }
    }
  }

  private func verdict(
    strictly isStrict: Bool,
    _ body: @escaping @Sendable (DeviceRig, JotterPhone) async throws -> Void
  ) -> Verdict {
    let world = World(seed: 1, recording: true)
    world.beStrict(isStrict)
    return DeviceRig.verdict(in: world) { rig in
      let alice = try JotterPhone(
        name: "Alice", user: "alice", on: .wifi, network: rig.network, server: rig.backend.host,
        configuration: ())
      try await alice.launch()
      try await rig.sleep(.seconds(1))
      await alice.jot("early")
      try await alice.expect(\.word, is: "early")
      try await body(rig, alice)
    }
  }

  @Test(
    "the scenario, with an object of a launch that its person has killed", arguments: [true, false])
  func attempts(isStrict: Bool) {
    for attempt in Attempt.allCases {
      let verdict = verdict(strictly: isStrict) { rig, alice in
        let app = try alice.app()
        try await alice.kill()
        try await rig.sleep(until: 3)
        await attempt.perform(with: app)
        try await rig.sleep(.seconds(1))
        try await alice.relaunch()
        try await alice.expect(\.word, is: "")
      }
      switch (verdict, isStrict) {
      case (.passed, false): break
      case (.leaked(let text), true):
        #expect(
          text.hasPrefix(
            "the scenario \(attempt.rawValue) process Alice, which was killed by its person; "),
          "\(text)")
        #expect(text.contains("it ended at 1 s, and this came at 3 s"), "\(text)")
      default: Issue.record("\(attempt) ended as \(verdict)")
      }
    }
  }

  @Test("the next launch, with an object of the one before it")
  func nextLaunch() {
    let verdict = verdict(strictly: true) { rig, alice in
      let services = try alice.app().services
      try await alice.kill()
      try await alice.relaunch()
      try await rig.sleep(.seconds(1))
      await alice.gesture("show", at: CodeLocation()) { _ in
        services.show(JotterApp.Screen(word: "late"))
      }
      try await rig.sleep(.seconds(1))
    }
    guard case .leaked(let text) = verdict else {
      Issue.record("ended as \(verdict)")
      return
    }
    #expect(text.hasPrefix("process Alice#2 tried to show a screen as process Alice"), "\(text)")
  }

  @Test(
    "an app that is killed at a commit or deleted, and is used as a person uses it, is silent"
  )
  func silent() {
    let verdict = verdict(strictly: true) { rig, alice in
      await alice.kill(atCommit: 1, .beforeCommit)
      await alice.jot("lost")
      // The phone has not yet heard of it.
      try await rig.sleep(.seconds(1))
      #expect(alice.lifeState == .terminated)
      try await alice.relaunch()
      await alice.jot("kept")
      try await alice.reinstall()
      try await alice.launch()
      await alice.jot("again")
      try await alice.expect(\.word, is: "again")
      try await rig.sleep(.minutes(1))
    }
    guard case .passed = verdict else {
      Issue.record("ended as \(verdict)")
      return
    }
  }
}

extension Phone where App == JotterApp {
  fileprivate nonisolated func jot(
    _ word: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    await gesture("jot", word, at: location) { $0.jot(word) }
  }
}

extension DeviceRig {
  /// Sleeps until so many seconds since the world's beginning.
  fileprivate func sleep(until seconds: Int) async throws {
    try await world.sleep(until: Instant.zero.advanced(by: .seconds(seconds)))
  }
}
