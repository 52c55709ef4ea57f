import Backend
import Devices
import Foundation
import Harness
import Network
import Simulator

/// Plays an app of ordinary code on two phones, and compares what it finds with what it should.
enum ProbeRun {
  private typealias ProbePhone = Phone<HostedApp<ProbeApp>>

  private static func phone(
    _ name: String, _ zone: PhoneTimeZone, _ locale: PhoneLocale, on stage: AppStage
  ) async throws -> ProbePhone {
    let phone = try ProbePhone(
      name: name, user: name.lowercased(), on: .wifi, clock: WallClock(zone: zone), locale: locale,
      network: stage.network, server: stage.backend.host, configuration: 0)
    try await phone.launch()
    return phone
  }

  private struct Difference: Error, CustomStringConvertible {
    let description: String
  }

  private static func check(_ what: String, _ found: [String]?, _ expected: [String]) throws {
    guard found != expected else { return }
    throw Difference(description: "\(what): \(found ?? []) instead of \(expected)")
  }

  /// What is found in the app's defaults, in those of a suite, and in those made anew.
  private static func kept(_ text: String) -> [String] { [text, "\(text) in a suite", text] }

  /// Whether it found all of it; what it did not is printed.
  static var isPassed: Bool {
    let world = World(seed: 1, schedule: .random)
    let verdict = world.run {
      let stage = try AppStage(in: world)
      let alice = try await phone("Alice", .berlin, .german, on: stage)
      let bob = try await phone("Bob", .fixed(.minutes(-210)), .english, on: stage)
      let (hers, nothing) = (kept("Alice's"), ["-", "-", "-"])
      await alice.touch("keep") { $0.keep("Alice's") }
      try check("kept", await alice.touch("look") { $0.kept }, hers)
      try check("kept at Bob", await bob.touch("look") { $0.kept }, nothing)
      await bob.touch("keep") { $0.keep("Bob's") }
      try check("still kept", await alice.touch("look") { $0.kept }, hers)
      try await alice.kill()
      try await alice.launch()
      try check("after a kill", await alice.touch("look") { $0.kept }, hers)
      try await alice.reinstall()
      try await alice.launch()
      try check("after a reinstallation", await alice.touch("look") { $0.kept }, nothing)
      try check("Bob's", await bob.touch("look") { $0.kept }, kept("Bob's"))
      try check(
        "times", await alice.touch("look") { $0.times },
        ["Europe/Berlin", "Europe/Berlin", "14.00", "14", "14", "de"])
      try check(
        "times at Bob", await bob.touch("look") { $0.times },
        ["GMT-0330", "GMT-0330", "08.30", "8", "8", "en"])
      try await bob.updateApp()
      try await bob.launch()
      let (name, own) = ("com.example.App", ["true", "true"])
      try check("bundle", await alice.touch("look") { $0.about }, [name, "1.0", "1"] + own)
      try check("Bob's", await bob.touch("look") { $0.about }, [name, "1.1", "2"] + own)
      await alice.touch("wait for queues") { $0.waitForQueues() }
      try await world.sleep(for: .seconds(5))
      try check(
        "queues", await alice.touch("look") { $0.lines },
        ["behind it", "noticed", "guarded", "from a worker", "item", "item has run"])
      await alice.touch("spread work") { $0.spreadWork() }
      try await world.sleep(for: .seconds(5))
      try check(
        "spread work", await alice.touch("look") { $0.lines },
        ["turn 0", "turn 1", "main", "operation", "performed", "fired"])
      await alice.touch("ask") { $0.ask() }
      try check(
        "machine", await alice.touch("look") { $0.lines },
        ["6 localhost Version 18.5 (Build 22F76)", "1", "2", "3", "5", "6", "7", "8", "9"])
    }
    if verdict.outcome != .passed { print("\(verdict)") }
    return verdict.outcome == .passed
  }
}
