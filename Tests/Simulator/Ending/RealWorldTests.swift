import Dispatch
import Foundation
internal import TestSupport
import Testing

@testable import Simulator

#if os(Linux)
  @Suite("Code of a run that asks the real world is named")
  struct RealWorldTests {
    private func leak(_ body: @escaping @Sendable () async throws -> Void) -> String? {
      let world = World(seed: 1)
      let verdict = world.run {
        try await world.sleep(for: .seconds(1))
        try await body()
      }
      #expect(world.remains == nil)
      if case .leaked(let reason) = verdict { return reason }
      Issue.record("ended as \(verdict)")
      return nil
    }

    /// The app's own function, to be found in the reason.
    @inline(never)
    private static func stampOfTheApp() -> Double { Date().timeIntervalSince1970 }

    @Test("Date() ends the run as leaked and names function, file, lane and remedy")
    func date() {
      let reason = leak { _ = Self.stampOfTheApp() }
      #expect(reason?.contains("stampOfTheApp()") == true)
      #expect(reason?.contains("RealWorldTests.swift:") == true)
      #expect(reason?.contains("asked the real world by clock_gettime on lane scenario") == true)
      #expect(reason?.contains("read the simulated phone's clock") == true)
    }

    @Test("so do other clocks, randomness, UUIDs and queues")
    func others() {
      #expect(leak { _ = ContinuousClock.now }?.contains("clock_gettime") == true)
      #expect(leak { _ = DispatchTime.now() }?.contains("clock_gettime") == true)
      #expect(leak { _ = time(nil) }?.contains("by time on lane") == true)
      #expect(leak { _ = Int.random(in: 0..<9) }?.contains("draw from world.choices") == true)
      #expect(leak { _ = [1, 2, 3].shuffled() }?.contains("getrandom") == true)
      #expect(leak { _ = UUID() }?.contains("/dev/urandom") == true)
      #expect(leak { DispatchQueue.global().async {} }?.contains("dispatch_async") == true)
      let later = leak {
        DispatchQueue(label: "app").asyncAfter(deadline: .distantFuture) {}
      }
      #expect(later?.contains("dispatch_after") == true)
    }

    @Test("what a run is allowed to ask is not told, nor what is asked before or after it")
    func allowed() {
      let before = Date()
      let world = World(seed: 1)
      #expect(world.mustPass { World.allowingRealWorld { _ = (Date(), UUID()) } })
      #expect(before <= Date())
    }

    @Test("hashing, formatting and coding by the libraries is no question to the real world")
    func libraries() {
      let world = World(seed: 1)
      let passed = world.mustPass {
        _ = Set((0..<100).map(String.init))
        _ = try JSONEncoder().encode(["name": 1])
        _ = String(format: "%03d %.2f", 7, 1.5)
        _ = Date(timeIntervalSince1970: 0).formatted(.iso8601)
        _ = Calendar(identifier: .gregorian).dateComponents([.year], from: .distantPast)
        #expect(Bool(true), "an expectation that holds")
      }
      #expect(passed)
    }
  }
#endif
