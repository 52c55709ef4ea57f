import AppFoundation
import Backend
import Foundation
import Harness
import Network
import Simulator
import Testing

@testable import Devices

/// A model that hands its work to operation queues and to the main run loop.
@MainActor
private final class WorkModel {
  private(set) var lines: [String] = []
  private var observer: (any NSObjectProtocol)?
  private let queue = OperationQueue()

  private nonisolated func note(_ line: String) {
    MainActor.assumeIsolated { lines.append(line) }
  }

  /// Notes on the main queue what a queue of its own does.
  private nonisolated func report(_ line: String) {
    OperationQueue.main.addOperation { self.note(line) }
  }

  func useMainQueue() {
    OperationQueue.main.addOperation {
      self.note("first \(OperationQueue.current === OperationQueue.main) \(Thread.isMainThread)")
      OperationQueue.main.addOperation { self.note("third") }
    }
    OperationQueue.main.addOperation { self.note("second") }
    let isLimited = OperationQueue.main.maxConcurrentOperationCount == 1
    lines.append("\(OperationQueue.main.operationCount) \(isLimited)")
  }

  func leaveUndone() {
    OperationQueue.main.addOperation { self.note("never") }
    UserDefaults.standard.set(true, forKey: "commits")
  }

  func useOwnQueue() {
    queue.maxConcurrentOperationCount = 1
    queue.isSuspended = true
    let fetch = BlockOperation { self.report("fetches") }
    let store = BlockOperation {
      self.report("stores \(Thread.isMainThread) \(OperationQueue.current == self.queue)")
    }
    store.addDependency(fetch)
    store.completionBlock = { self.report("completed") }
    let cancelled = BlockOperation { self.report("never") }
    queue.addOperations([store, fetch, cancelled], waitUntilFinished: false)
    cancelled.cancel()
    queue.addBarrierBlock { self.report("barrier") }
    lines.append("waits")
    queue.isSuspended = false
  }

  /// Has many operations wait for one, on a queue that runs one at a time.
  func waitForOne() {
    queue.maxConcurrentOperationCount = 1
    let first = BlockOperation { self.report("first") }
    let others = (1...20).map { number in BlockOperation { self.report("\(number)") } }
    for other in others { other.addDependency(first) }
    queue.addOperations(others + [first], waitUntilFinished: false)
  }

  func waitForOwnQueue() {
    let counted = OperationQueue()
    for number in 1...3 { counted.addOperation { self.report("\(number)") } }
    counted.waitUntilAllOperationsAreFinished()
    lines.append("\(counted.operationCount) left")
    counted.addOperations([BlockOperation { self.report("4") }], waitUntilFinished: true)
    lines.append("behind it")
  }

  /// Commits in each operation for which it waits.
  func waitForCommits() {
    let counted = OperationQueue()
    counted.maxConcurrentOperationCount = 1
    for number in 1...5 {
      counted.addOperation { UserDefaults.standard.set(number, forKey: "number") }
    }
    counted.waitUntilAllOperationsAreFinished()
  }

  func observeFromElsewhere() {
    let name = Notification.Name("noted")
    observer = NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) {
      [weak self] _ in self?.note("heard")
    }
    queue.addOperation {
      NotificationCenter.default.post(name: name, object: nil)
      self.report("posted")
    }
  }

  func useRunLoop() {
    let began = Date()
    RunLoop.main.perform { self.note("performed") }
    lines.append("\(RunLoop.current === RunLoop.main)")
    let timer = Timer(timeInterval: 1.5, repeats: true) { timer in
      self.note("tick \(Date().timeIntervalSince(began))")
      if Date().timeIntervalSince(began) > 4 { timer.invalidate() }
    }
    RunLoop.main.add(timer, forMode: .default)
    RunLoop.main.add(timer, forMode: .common)
    let once = Timer(fire: began.addingTimeInterval(2), interval: 0, repeats: false) { _ in
      self.note("once \(Date().timeIntervalSince(began))")
    }
    RunLoop.current.add(once, forMode: .default)
  }

  func runLoop(until date: Date?) {
    if let date { RunLoop.current.run(until: date) } else { RunLoop.current.run() }
  }

  private nonisolated func schedule() {
    _ = Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in self.note("fired") }
  }

  /// Schedules a timer where no run loop runs.
  func scheduleElsewhere(byTask: Bool) {
    if byTask {
      Task.detached { self.schedule() }
    } else {
      DispatchQueue(label: "own").async { self.schedule() }
    }
  }

  /// Schedules a timer in a block of a queue for which the main thread waits: it runs on that thread.
  func scheduleInSync() { DispatchQueue(label: "own").sync { schedule() } }

  func waitForMainQueue() { OperationQueue.main.waitUntilAllOperationsAreFinished() }
}

@MainActor
private final class RehearsedWork: MainActorApp {
  typealias Screen = String

  let model = WorkModel()
  init(services: PhoneServices<String>, configuration: Int) {}
  func start() {}
  var screen: String { "work" }
}

#if os(Linux)
  @Suite("Operation queues and run loops are the launch's, on virtual time")
  struct OperationTests {
    private typealias WorkPhone = Phone<HostedApp<RehearsedWork>>

    private func play(
      _ body: @escaping @Sendable (WorkPhone, WorkPhone) async throws -> Void
    ) -> Verdict {
      let world = World(seed: 1)
      return world.run {
        let stage = try AppStage(in: world)
        var phones: [WorkPhone] = []
        for name in ["Alice", "Bob"] {
          let phone = try WorkPhone(
            name: name, user: name.lowercased(), on: .wifi, network: stage.network,
            server: stage.backend.host, configuration: 0)
          try await phone.launch()
          phones.append(phone)
        }
        try await body(phones[0], phones[1])
      }
    }

    /// What the model has noted a while after a gesture.
    private func lines(
      of phone: WorkPhone, _ gesture: @escaping @MainActor @Sendable (WorkModel) -> Void
    ) async throws -> [String]? {
      await phone.touch("work") { gesture($0.model) }
      try await phone.world.sleep(for: .seconds(10))
      return await phone.touch("look") { $0.model.lines }
    }

    @Test("operations of the main queue run one after the other on the main actor")
    func main() {
      let verdict = play { alice, _ in
        let lines = try await self.lines(of: alice) { $0.useMainQueue() }
        #expect(lines == ["2 true", "first true true", "second", "third"])
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("an operation that a launch leaves behind holds up nobody else's")
    func leftBehind() {
      let verdict = play { alice, bob in
        await alice.kill(atCommit: 1, .afterCommit)
        await alice.touch("work") { $0.model.leaveUndone() }
        #expect(alice.runningProcess?.isAlive != true)
        #expect(try await self.lines(of: bob) { $0.useMainQueue() }?.count == 4)
        try await alice.launch()
        #expect(try await self.lines(of: alice) { $0.useMainQueue() }?.count == 4)
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("a queue of its own knows order, dependencies, cancellation and barriers")
    func own() {
      let verdict = play { alice, _ in
        let lines = try await self.lines(of: alice) { $0.useOwnQueue() } ?? []
        #expect(lines.first == "waits")
        #expect(
          lines.dropFirst().sorted() == ["barrier", "completed", "fetches", "stores false true"])
        #expect(
          lines.firstIndex(of: "fetches") ?? 9 < lines.firstIndex(of: "stores false true") ?? 0)
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("operations that wait for the same one begin in order, on a queue for one at a time")
    func waitingForOne() {
      let verdict = play { alice, _ in
        let lines = try await self.lines(of: alice) { $0.waitForOne() }
        #expect(lines == ["first"] + (1...20).map { "\($0)" })
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("who waits for a queue's operations has them run meanwhile")
    func waits() {
      let verdict = play { alice, _ in
        let lines = try await self.lines(of: alice) { $0.waitForOwnQueue() }
        #expect(lines == ["0 left", "behind it", "1", "2", "3", "4"])
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("a launch that is killed within an operation for which it waits ends with that step")
    func killedWhileWaiting() {
      let verdict = play { alice, _ in
        await alice.kill(atCommit: 2, .afterCommit)
        await alice.touch("work") { $0.model.waitForCommits() }
        #expect(alice.runningProcess?.isAlive != true)
        try await alice.launch()
        let number = await alice.touch("look") { _ in
          UserDefaults.standard.integer(forKey: "number")
        }
        #expect(number == 2)
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("a post from elsewhere returns once the main queue has heard of it")
    func postedElsewhere() {
      let verdict = play { alice, bob in
        for phone in [alice, bob] {
          let lines = try await self.lines(of: phone) { $0.observeFromElsewhere() }
          #expect(lines == ["heard", "posted"])
        }
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("the main run loop performs blocks and fires timers, each once")
    func runLoop() {
      let verdict = play { alice, _ in
        let lines = try await self.lines(of: alice) { $0.useRunLoop() }
        #expect(
          lines == ["true", "performed", "tick 1.5", "once 2.0", "tick 3.0", "tick 4.5"])
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("a run loop that code runs, and a main queue that waits for itself, are told")
    func told() {
      let gestures: [@MainActor @Sendable (WorkModel) -> Void] = [
        { $0.runLoop(until: nil) },
        { $0.runLoop(until: Date(timeIntervalSinceNow: 60)) },
      ]
      for gesture in gestures {
        let verdict = play { alice, _ in await alice.touch("work") { gesture($0.model) } }
        guard case .leaked(let reason) = verdict else {
          Issue.record("ended as \(verdict)")
          continue
        }
        #expect(reason.contains("by RunLoop.run on lane Alice/main"), "\(reason)")
        #expect(reason.contains("WorkModel.runLoop(until:)"), "\(reason)")
      }
      let waiting = play { alice, _ in
        await alice.touch("work") { $0.model.waitForMainQueue() }
      }
      guard case .leaked(let reason) = waiting else {
        Issue.record("ended as \(waiting)")
        return
      }
      #expect(reason.contains("the queue would wait for itself"), "\(reason)")
    }

    @Test("a timer that is scheduled off the main thread is told", arguments: [true, false])
    func scheduledElsewhere(byTask: Bool) {
      let verdict = play { alice, _ in
        await alice.touch("work") { $0.model.scheduleElsewhere(byTask: byTask) }
        try await alice.world.sleep(for: .seconds(2))
      }
      guard case .leaked(let reason) = verdict else {
        Issue.record("ended as \(verdict)")
        return
      }
      #expect(reason.contains("by Timer.scheduledTimer on lane Alice"), "\(reason)")
      #expect(reason.contains("WorkModel.schedule()"), "\(reason)")
      #expect(reason.contains("use RunLoop.main or a task"), "\(reason)")
    }

    @Test("one that a block schedules for which the main thread waits fires")
    func scheduledInSync() {
      let verdict = play { alice, _ in
        let lines = try await self.lines(of: alice) { $0.scheduleInSync() }
        #expect(lines == ["fired"])
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }
  }
#endif
