import AppFoundation
import Backend
import Dispatch
import Foundation
import Harness
import Network
import Simulator
import Synchronization
import Testing

@testable import Devices

/// A model as a team writes it, with what Foundation has once in a process.
@MainActor
private final class SettingsModel {
  private(set) var lines: [String] = []
  private var observer: (any NSObjectProtocol)?
  private var ticker: Timer?

  init() {
    observer = NotificationCenter.default.addObserver(
      forName: Notification.Name("changed"), object: nil, queue: nil
    ) { [weak self] _ in MainActor.assumeIsolated { self?.lines.append("changed") } }
  }

  func keep() {
    let defaults = UserDefaults.standard
    defaults.register(defaults: ["greeting": "hello", "count": 1])
    defaults.set(defaults.integer(forKey: "count") + 1, forKey: "count")
    defaults.set(["a", "b"], forKey: "names")
    defaults.set(Data([1, 2]), forKey: "data")
    defaults.set(true, forKey: "isOn")
    defaults.set(2.5, forKey: "level")
    UserDefaults(suiteName: "shared")?.set("suite", forKey: "greeting")
    NotificationCenter.default.post(name: Notification.Name("changed"), object: nil)
  }

  var summary: String {
    let defaults = UserDefaults.standard
    return [
      "\(defaults.integer(forKey: "count"))", defaults.string(forKey: "greeting") ?? "-",
      (defaults.stringArray(forKey: "names") ?? []).joined(),
      "\(defaults.data(forKey: "data").map(Array.init) ?? [])",
      "\(defaults.bool(forKey: "isOn")) \(defaults.double(forKey: "level"))",
      UserDefaults(suiteName: "shared")?.string(forKey: "greeting") ?? "-",
    ].joined(separator: " ")
  }

  /// Reads keys of a suite by the standard defaults, once it is added to them and once it is taken out.
  func addSuite() {
    let defaults = UserDefaults.standard
    func found() -> String {
      "\(defaults.string(forKey: "greeting") ?? "-") \(defaults.integer(forKey: "only"))"
    }
    UserDefaults(suiteName: "shared")?.set("both", forKey: "names")
    UserDefaults(suiteName: "shared")?.set(7, forKey: "only")
    defaults.addSuite(named: "shared")
    defaults.register(defaults: ["only": 1])
    let all = defaults.dictionaryRepresentation()
    lines.append(found())
    lines.append("\(all["greeting"] as? String ?? "-") \(all["only"] as? Int ?? 0)")
    lines.append("\(defaults.stringArray(forKey: "names") ?? [])")
    defaults.removeSuite(named: "shared")
    lines.append(found())
  }

  func forget() { UserDefaults.standard.removeObject(forKey: "count") }

  func markThreads() {
    @Sendable nonisolated func mark() -> String {
      let (thread, key) = (Thread.current, "mark")
      defer { thread.threadDictionary[key] = "kept" }
      return "\(thread.threadDictionary[key] ?? "none") \(Thread.isMainThread)"
    }
    lines.append(mark())
    DispatchQueue(label: "own").async {
      let seen = mark()
      DispatchQueue.main.async { MainActor.assumeIsolated { self.lines.append(seen) } }
    }
  }

  func replaceDomain() {
    let defaults = UserDefaults.standard
    let before = defaults.persistentDomain(forName: "shared")?.count ?? 0
    defaults.setPersistentDomain(["a": 1, "b": "two"], forName: "shared")
    let shared = UserDefaults(suiteName: "shared")
    let kept = defaults.persistentDomain(forName: "shared")?.keys.sorted() ?? []
    lines.append("\(before) \(kept) \(shared?.string(forKey: "greeting") ?? "-")")
  }

  func removeDomain() {
    UserDefaults.standard.removePersistentDomain(forName: "shared")
    let kept = UserDefaults.standard.persistentDomain(forName: "shared")?.count ?? 0
    lines.append("\(kept) \(UserDefaults.standard.integer(forKey: "count"))")
  }

  func time() {
    let began = Date()
    _ = Timer.scheduledTimer(withTimeInterval: 1.5, repeats: false) { [weak self] _ in
      MainActor.assumeIsolated { self?.lines.append("once \(Date().timeIntervalSince(began))") }
    }
    var count = 0
    ticker = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { [weak self] _ in
      MainActor.assumeIsolated {
        count += 1
        self?.lines.append("tick \(Date().timeIntervalSince(began))")
        if count == 3 { self?.ticker?.invalidate() }
      }
    }
  }

  func checkThreads() {
    dispatchPrecondition(condition: .onQueue(.main))
    lines.append("main \(Thread.isMainThread)")
    let own = DispatchQueue(label: "own")
    let group = DispatchGroup()
    own.async(group: group) {
      dispatchPrecondition(condition: .onQueue(own))
      dispatchPrecondition(condition: .notOnQueue(.main))
      let isMain = Thread.isMainThread
      DispatchQueue.main.async { MainActor.assumeIsolated { self.lines.append("own \(isMain)") } }
    }
    group.notify(queue: .main) { MainActor.assumeIsolated { self.lines.append("notified") } }
  }

  func scatter(_ count: Int) {
    for number in 0..<count {
      DispatchQueue.global().async {
        Task { @MainActor in self.lines.append("\(number)") }
      }
    }
  }

  func block(until date: Date?) {
    if let date { Thread.sleep(until: date) } else { Thread.sleep(forTimeInterval: 60) }
  }

  func observeOnMain() {
    let name = Notification.Name("on main")
    observer = NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) {
      [weak self] _ in MainActor.assumeIsolated { self?.lines.append("on main") }
    }
    NotificationCenter.default.post(name: name, object: nil)
    lines.append("posted")
  }
}

@MainActor
private final class RehearsedSettings: MainActorApp {
  typealias Screen = String

  let model = SettingsModel()
  init(services: PhoneServices<String>, configuration: Int) {}
  func start() {}
  var screen: String { "settings" }
}

#if os(Linux)
  @Suite("What Foundation has once in a process is the phone's")
  struct AppFoundationTests {
    private typealias SettingsPhone = Phone<HostedApp<RehearsedSettings>>

    private func play(
      seed: UInt64? = nil,
      _ body: @escaping @Sendable (SettingsPhone, SettingsPhone) async throws -> Void
    ) -> Verdict {
      let world = World(seed: seed ?? 1, schedule: seed == nil ? .fifo : .random)
      return world.run {
        let stage = try AppStage(in: world)
        var phones: [SettingsPhone] = []
        for name in ["Alice", "Bob"] {
          let phone = try SettingsPhone(
            name: name, user: name.lowercased(), on: .wifi, network: stage.network,
            server: stage.backend.host, configuration: 0)
          try await phone.launch()
          phones.append(phone)
        }
        try await body(phones[0], phones[1])
      }
    }

    @Test("user defaults survive a kill and not a reinstallation; each phone has its own")
    func defaults() throws {
      let empty = "0 -  [] false 0.0 -"
      let verdict = play { alice, bob in
        await alice.touch("keep") { $0.model.keep() }
        let kept = await alice.touch("look") { $0.model.summary }
        #expect(kept == "2 hello ab [1, 2] true 2.5 suite")
        #expect(await bob.touch("look") { $0.model.summary } == empty)
        try await alice.kill()
        try await alice.launch()
        let again = await alice.touch("look") { $0.model.summary }
        #expect(again == "2 - ab [1, 2] true 2.5 suite", "what is registered is not kept")
        await alice.touch("forget") { $0.model.forget() }
        #expect(await alice.touch("look") { $0.model.summary.first } == "0")
        try await alice.reinstall()
        try await alice.launch()
        #expect(await alice.touch("look") { $0.model.summary } == empty)
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("a persistent domain is a suite on the phone's disk, to be replaced and removed")
    func domains() {
      let verdict = play { alice, bob in
        await alice.touch("keep") { $0.model.keep() }
        await alice.touch("replace") { $0.model.replaceDomain() }
        #expect(await alice.touch("look") { $0.model.lines.last } == #"1 ["a", "b"] -"#)
        await bob.touch("remove") { $0.model.removeDomain() }
        #expect(await bob.touch("look") { $0.model.lines.last } == "0 0")
        try await alice.kill()
        try await alice.launch()
        await alice.touch("replace") { $0.model.replaceDomain() }
        #expect(await alice.touch("look") { $0.model.lines.last } == #"2 ["a", "b"] -"#)
        await alice.touch("remove") { $0.model.removeDomain() }
        #expect(await alice.touch("look") { $0.model.lines.last } == "0 2")
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("a suite that is added is looked into behind what the app has set itself")
    func addedSuite() {
      let verdict = play { alice, _ in
        await alice.touch("keep") { $0.model.keep() }
        try await alice.kill()
        try await alice.launch()
        await alice.touch("add") { $0.model.addSuite() }
        let lines = await alice.touch("look") { $0.model.lines }
        #expect(lines == ["suite 7", "suite 7", #"["a", "b"]"#, "- 1"])
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("what code keeps with its thread is the launch's, on the main thread and off it")
    func threadDictionaries() {
      let verdict = play { alice, bob in
        for phone in [alice, bob] {
          for turn in ["none", "kept"] {
            await phone.touch("mark") { $0.model.markThreads() }
            try await phone.world.sleep(for: .seconds(1))
            let lines = await phone.touch("look") { $0.model.lines.suffix(2) }
            #expect(lines.map(Array.init) == ["\(turn) true", "\(turn) false"])
          }
        }
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("a full disk does not take them, and has them once there is room")
    func fullDisk() {
      let verdict = play { alice, _ in
        await alice.fillDisk(for: .seconds(5))
        await alice.touch("keep") { $0.model.keep() }
        #expect(await alice.touch("look") { $0.model.summary.first } == "2")
        #expect(alice.disk.commitCount == 0)
        try await alice.world.sleep(for: .seconds(11))
        try await alice.kill()
        try await alice.launch()
        #expect(await alice.touch("look") { $0.model.summary.first } == "2")
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("each launch has a notification centre of its own")
    func centre() {
      let verdict = play { alice, bob in
        await alice.touch("keep") { $0.model.keep() }
        #expect(await alice.touch("look") { $0.model.lines } == ["changed"])
        #expect(await bob.touch("look") { $0.model.lines } == [])
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("scheduled timers fire on virtual time until they are invalidated, or the app is gone")
    func timers() {
      let verdict = play { alice, bob in
        await alice.touch("time") { $0.model.time() }
        await bob.touch("time") { $0.model.time() }
        try await alice.world.sleep(for: .milliseconds(1200))
        try await bob.kill()
        try await alice.world.sleep(for: .seconds(20))
        let lines = await alice.touch("look") { $0.model.lines }
        #expect(lines == ["tick 1.0", "once 1.5", "tick 2.0", "tick 3.0"])
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("code knows whether it is on the main thread, and on which queue")
    func threads() {
      let verdict = play { alice, _ in
        await alice.touch("check") { $0.model.checkThreads() }
        try await alice.world.sleep(for: .seconds(1))
        let lines = await alice.touch("look") { $0.model.lines } ?? []
        #expect(lines.sorted() == ["main true", "notified", "own false"])
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("blocks of a global queue run side by side: a seed decides their order")
    func global() {
      var orders: Set<String> = []
      for seed in 1...20 as ClosedRange<UInt64> {
        let order = Mutex("")
        let verdict = play(seed: seed) { alice, _ in
          await alice.touch("scatter") { $0.model.scatter(5) }
          try await alice.world.sleep(for: .seconds(1))
          let lines = await alice.touch("look") { $0.model.lines.joined() } ?? ""
          order.withLock { $0 = lines }
        }
        #expect(verdict.outcome == .passed, "\(verdict)")
        orders.insert(order.withLock { $0 })
      }
      #expect(orders.count > 10)
    }

    @Test("who observes a notice on the main queue hears of it within the post, as on a phone")
    func observesOnMain() {
      let verdict = play { alice, bob in
        for phone in [alice, bob] {
          let lines = await phone.touch("observe") { app in
            app.model.observeOnMain()
            return app.model.lines
          }
          #expect(lines == ["on main", "posted"])
        }
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("a thread that is put to sleep is told at once", arguments: [true, false])
    func sleeping(hasDate: Bool) {
      let began = ContinuousClock.now
      let verdict = play { alice, _ in
        await alice.touch("block") {
          $0.model.block(until: hasDate ? Date(timeIntervalSinceNow: 60) : nil)
        }
      }
      guard case .leaked(let reason) = verdict else {
        Issue.record("ended as \(verdict)")
        return
      }
      #expect(reason.contains("by Thread.sleep on lane Alice/main"))
      #expect(reason.contains("SettingsModel.block(until:)"), "\(reason)")
      #expect(reason.contains("use Task.sleep"))
      #expect(began.duration(to: .now) < .seconds(50))
    }

    @Test("code of no process has the machine's")
    func outside() {
      let centre = NotificationCenter.default
      let world = World(seed: 1)
      let isSame = Mutex(false)
      let verdict = world.run {
        let found = NotificationCenter.default === centre
        isSame.withLock { $0 = found }
        try await world.sleep(for: .seconds(1))
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
      #expect(isSame.withLock { $0 })
    }
  }
#endif
