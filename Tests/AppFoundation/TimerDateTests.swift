import AppFoundation
import Backend
import Foundation
import Harness
import Network
import Simulator
import Testing

@testable import Devices

/// An app with a timer whose date it sets, as for a search that waits for the end of the typing.
@MainActor
private final class DatedApp: MainActorApp {
  typealias Screen = String

  private(set) var lines: [String] = []
  private var timer: Timer?
  private let began = Date()

  init(services: PhoneServices<String>, configuration: Int) {}
  func start() {}
  var screen: String { "dated" }

  private func note(_ text: String) {
    lines.append("\(text) \(Date().timeIntervalSince(began).inTenths)")
  }

  func schedule(every interval: TimeInterval, repeats: Bool, resetsTo next: TimeInterval? = nil) {
    timer = Timer.scheduledTimer(withTimeInterval: interval, repeats: repeats) {
      [weak self] timer in
      MainActor.assumeIsolated { self?.note("fired") }
      if let next { timer.fireDate = Date(timeIntervalSinceNow: next) }
    }
  }

  func setDate(after interval: TimeInterval) {
    timer?.fireDate = Date(timeIntervalSinceNow: interval)
  }

  func pause() { timer?.fireDate = .distantFuture }

  /// The time until the next firing, in tenths of seconds.
  var wait: Double? { timer?.fireDate.timeIntervalSinceNow.inTenths }

  func lookAtThreads() {
    let isCurrent = Thread.current === Thread.mainThread
    lines.append("\(isCurrent) \(Thread.current.isMainThread) \(Thread.mainThread.isMainThread)")
    DispatchQueue(label: "own").async {
      let isCurrent = Thread.current === Thread.mainThread
      let line = "\(isCurrent) \(Thread.current.isMainThread)"
      DispatchQueue.main.async { MainActor.assumeIsolated { self.lines.append(line) } }
    }
  }
}

extension Double {
  fileprivate var inTenths: Double { (self * 10).rounded() / 10 }
}

#if os(Linux)
  @Suite("A timer's date can be set, and threads know which is the main one")
  struct TimerDateTests {
    private typealias DatedPhone = Phone<HostedApp<DatedApp>>

    private func play(_ body: @escaping @Sendable (DatedPhone) async throws -> Void) {
      let world = World(seed: 1)
      let verdict = world.run {
        let stage = try AppStage(in: world)
        let phone = try DatedPhone(
          name: "Alice", user: "alice", on: .wifi, network: stage.network,
          server: stage.backend.host, configuration: 0)
        try await phone.launch()
        try await world.sleep(for: .seconds(1))
        try await body(phone)
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("one that is moved again and again fires once, at its last date")
    func moved() {
      play { alice in
        await alice.touch("schedule") { $0.schedule(every: 1, repeats: false) }
        for _ in 1...4 {
          try await alice.world.sleep(for: .milliseconds(500))
          await alice.touch("type") { $0.setDate(after: 1) }
        }
        try await alice.world.sleep(for: .minutes(1))
        #expect(await alice.touch("look") { $0.lines } == ["fired 4.0"])
      }
    }

    @Test("one that is moved forward fires earlier, and repeats from there")
    func earlier() {
      play { alice in
        await alice.touch("schedule") { $0.schedule(every: 10, repeats: true) }
        await alice.touch("move") { $0.setDate(after: 2) }
        try await alice.world.sleep(for: .seconds(15))
        #expect(await alice.touch("look") { $0.lines } == ["fired 3.0", "fired 13.0"])
        #expect(await alice.touch("look") { $0.wait } == 7)
      }
    }

    @Test("one for the distant future rests until it gets another date")
    func paused() {
      play { alice in
        await alice.touch("schedule") { $0.schedule(every: 2, repeats: true) }
        await alice.touch("pause") { $0.pause() }
        try await alice.world.sleep(for: .minutes(1))
        #expect(await alice.touch("look") { $0.lines } == [])
        await alice.touch("go on") { $0.setDate(after: 1) }
        try await alice.world.sleep(for: .seconds(4))
        #expect(await alice.touch("look") { $0.lines } == ["fired 62.0", "fired 64.0"])
      }
    }

    @Test("its block sets the next date")
    func byBlock() {
      play { alice in
        await alice.touch("schedule") { $0.schedule(every: 1, repeats: true, resetsTo: 5) }
        try await alice.world.sleep(for: .seconds(8))
        #expect(await alice.touch("look") { $0.lines } == ["fired 2.0", "fired 7.0"])
      }
    }

    @Test("the current thread is the main one on the main actor, and no other is")
    func threads() {
      play { alice in
        await alice.touch("look") { $0.lookAtThreads() }
        try await alice.world.sleep(for: .seconds(1))
        #expect(await alice.touch("look") { $0.lines } == ["true true true", "false false"])
      }
      #expect(Thread.mainThread.isMainThread)
    }
  }
#endif
