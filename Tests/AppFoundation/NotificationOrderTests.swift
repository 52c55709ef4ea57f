import AppFoundation
import Backend
import Foundation
import Harness
import Network
import Simulator
import Testing

@testable import Devices

/// A model that hears of notices in several ways.
@MainActor
private final class ListeningModel {
  private(set) var lines: [String] = []
  private var observers: [any NSObjectProtocol] = []
  private let name = Notification.Name("said")
  private let object = Speaker()

  private final class Speaker: Sendable {}

  private func observe(
    _ line: String, of name: Notification.Name?, by object: Speaker? = nil,
    on queue: OperationQueue? = nil
  ) {
    observers.append(
      NotificationCenter.default.addObserver(forName: name, object: object, queue: queue) {
        [weak self] _ in MainActor.assumeIsolated { self?.hear(line) }
      })
  }

  private func hear(_ line: String) {
    lines.append(line)
    // A post within a post ends before the next observer of the outer one hears of that.
    guard line == "inner" else { return }
    NotificationCenter.default.post(name: Notification.Name("other"), object: nil)
  }

  func listen() -> [String] {
    for number in 1...12 {
      switch number % 4 {
      case 0: observe("any \(number)", of: nil)
      case 1: observe("by \(number)", of: name, by: object)
      case 2: observe("on main \(number)", of: name, on: .main)
      default: observe("\(number)", of: name)
      }
    }
    // Who is added later takes the number of who has gone, but not the place.
    for place in [2, 6] { NotificationCenter.default.removeObserver(observers[place]) }
    observe("late", of: name)
    NotificationCenter.default.post(name: name, object: object)
    return lines
  }

  /// Posts by the queue: at once, and twice the same for later.
  func enqueue() -> [String] {
    observe("later", of: name)
    observe("now", of: Notification.Name("other"))
    let queue = NotificationQueue.default
    for _ in 1...2 { queue.enqueue(Notification(name: name), postingStyle: .whenIdle) }
    queue.enqueue(Notification(name: Notification.Name("other")), postingStyle: .now)
    return lines
  }

  func nest() -> [String] {
    observe("first", of: name)
    observe("inner", of: name)
    observe("last", of: name)
    for number in 1...3 { observe("other \(number)", of: Notification.Name("other")) }
    NotificationCenter.default.post(Notification(name: name))
    return lines
  }
}

@MainActor
private final class ListeningApp: MainActorApp {
  typealias Screen = String

  let model = ListeningModel()
  init(services: PhoneServices<String>, configuration: Int) {}
  func start() {}
  var screen: String { "listening" }
}

#if os(Linux)
  @Suite("A launch's notification centre calls its observers in the order of adding")
  struct NotificationOrderTests {
    private typealias ListeningPhone = Phone<HostedApp<ListeningApp>>

    private func expect(
      _ lines: [String], _ gesture: @escaping @MainActor @Sendable (ListeningModel) -> [String]
    ) {
      let world = World(seed: 1)
      let verdict = world.run {
        let stage = try AppStage(in: world)
        let phone = try ListeningPhone(
          name: "Alice", user: "alice", on: .wifi, network: stage.network,
          server: stage.backend.host, configuration: 0)
        try await phone.launch()
        #expect(await phone.touch("listen") { gesture($0.model) } == lines)
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("whatever they observe, and whoever was added and removed before")
    func order() {
      expect(
        [
          "by 1", "on main 2", "any 4", "by 5", "on main 6", "any 8", "by 9", "on main 10", "11",
          "any 12", "late",
        ]
      ) { $0.listen() }
    }

    @Test("a launch's notification queue posts to it, what may wait in a later step, and once")
    func queued() {
      let world = World(seed: 1)
      let verdict = world.run {
        let stage = try AppStage(in: world)
        for name in ["Alice", "Bob"] {
          let phone = try ListeningPhone(
            name: name, user: name.lowercased(), on: .wifi, network: stage.network,
            server: stage.backend.host, configuration: 0)
          try await phone.launch()
          #expect(await phone.touch("enqueue") { $0.model.enqueue() } == ["now"])
          try await world.sleep(for: .seconds(1))
          #expect(await phone.touch("look") { $0.model.lines } == ["now", "later"])
        }
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("a post within a post ends first")
    func nested() {
      expect(["first", "inner", "other 1", "other 2", "other 3", "last"]) { $0.nest() }
    }
  }
#endif
