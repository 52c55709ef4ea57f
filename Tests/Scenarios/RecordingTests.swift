import Chat
internal import Devices
internal import Harness
internal import Network
import Simulator
import Testing
import scenarios

@Suite("Recordings of the scenarios for a report")
struct RecordingTests {
  private static let schedules: [Schedule] = [.fifo, .random, .pct(depth: 3)]

  /// Every twenty-fourth scenario under one of the schedules, by turns; recorded once for all that is looked at, since that takes long.
  @Test(
    "recording changes no digest, what it names is in its tables, and drawings tell what descriptions tell",
    arguments: schedules.indices)
  func records(turn: Int) {
    let configuration = RunConfiguration(seed: 3, schedule: Self.schedules[turn])
    for (number, place) in stride(from: 0, to: Self.scenarios.count, by: 24).enumerated()
    where number % Self.schedules.count == turn {
      let scenario = Self.scenarios[place]
      let plain = Runner.run(scenario, configuration)
      let film = Runner.film(scenario, configuration)
      #expect(film.result.digest == plain.digest, "\(scenario)")
      Self.checkTables(of: film.recording, of: scenario)
      Self.checkDrawings(of: film.recording, of: scenario)
      guard number % (4 * Self.schedules.count) == turn else { continue }
      #expect(film.recording == Runner.film(scenario, configuration).recording, "\(scenario)")
    }
  }

  private static func checkTables(of recording: Recording, of scenario: Scenario) {
    for (number, step) in recording.steps.enumerated() {
      #expect(step.cause <= number, "\(scenario): step \(number + 1) is caused by \(step.cause)")
    }
    for (number, node) in recording.nodes.enumerated() {
      #expect(node.parts.allSatisfy { $0 < number })
    }
    for flight in recording.flights where flight.ended >= 0 {
      #expect(flight.sent < flight.ended)
      #expect(recording.events[flight.sent].subject == recording.events[flight.ended].subject)
    }
    for span in recording.spans { #expect(span.from <= span.to || span.finish < 0) }
    #expect(recording.frames.map(\.event) == recording.frames.map(\.event).sorted())
    #expect(recording.phones.count == 0 || recording.frames.contains { $0.part == .screen })
  }

  private static func checkDrawings(of recording: Recording, of scenario: Scenario) {
    for frame in recording.frames where frame.part == .screen && frame.value >= 0 {
      let description = recording.texts[frame.description]
      for (role, text) in texts(of: frame.value, in: recording) {
        guard [.bubble, .row, .typing, .section].contains(role) else { continue }
        #expect(description.contains(text), "\(scenario): “\(text)” is not in\n\(description)")
      }
    }
  }

  @Test("every verb tells the line of the scenario that runs, and a call within this package none")
  func tellsLines() {
    let first = #line + 2
    let scenario = Scenario("verbs") { (world: ChatWorld) in
      let alice = try await world.phone("Alice")
      await alice.setAirplaneMode(true)
      try await world.advance(by: .seconds(1))
      await alice.setAirplaneMode(false)
      try await alice.enterBackground()
      try await alice.suspend()
      alice.reclaimSockets()
      try await alice.enterForeground()
      await alice.setDarkMode(true)
      await alice.setPermission(.denied)
      try? await alice.clearNotifications()
      await alice.fillDisk()
      await alice.freeDisk()
      alice.slow(by: 2, for: .seconds(1))
      alice.handOver(to: .lte)
      await alice.setTimeZone(.fixed(.hours(1)))
      try await alice.kill()
      try await alice.relaunch()
      try world.require(true, "true")
      try world.require(1, is: 1, "one")
      try await alice.setLocale(.german)
      try await world.untilQuiet()
      world.restartBackend()
      try await alice.kill()
      try await alice.reinstall()
    }
    let last = #line - 2
    let film = Runner.film(scenario, RunConfiguration(seed: 1))
    #expect(film.result.outcome == .passed)
    let places = film.recording.lines.map { film.recording.places[$0.place] }
    #expect(places.map(\.line) == Array(first...last))
    #expect(places.allSatisfy { $0.fileID.hasSuffix("/RecordingTests.swift") })
    // A day's steps are made by this package: nobody has written their lines.
    let days = ScenarioCatalog.scenarios.scenarios.filter { $0.days != nil }
    let day = Runner.film(days[0], RunConfiguration(seed: 2)).recording
    #expect(!day.lines.contains { day.places[$0.place].fileID.hasPrefix("Devices/") })
  }

  @Test("a function's run is recorded with the change that it was told and what it read")
  func tellsFunctions() throws {
    let scenario = Scenario("push") { (world: ChatWorld) in
      world.setPolicies { $0.usesPush = true }
      let (alice, bob) = try await world.phones("Alice", "Bob")
      let chat = try await alice.startConversation(with: bob)
      try await bob.enterBackground()
      _ = try await alice.send("hello", in: chat)
      try await bob.expectNotifications(\.count, is: 1)
      try await world.untilQuiet()
    }
    let recording = Runner.film(scenario, RunConfiguration(seed: 1)).recording
    func details(ofEntries isMeant: (String) -> Bool) -> [String] {
      let entries = recording.events.indices.filter { event in
        isMeant(recording.texts[recording.events[event].text])
      }
      let details = recording.details.filter { entries.contains($0.event) }
      #expect(details.map(\.event) == entries)
      return details.map { recording.texts[$0.text] }
    }
    let runs = details { $0.contains(" ran for /") }
    #expect(runs.contains { $0.contains(": nothing → {") && $0.contains("; read /") })
    let planned = details { $0.hasPrefix("function ") && $0.hasSuffix(" ms") }
    #expect(planned.contains { $0.contains(": nothing → {") && $0.contains("hello") })
  }

  @Test("what a link delays or loses is recorded with its direction, within its queue's limit")
  func tellsLinks() throws {
    let narrow = DirectionProfile(
      latency: .constant(.milliseconds(20)), loss: .random(0.05), bandwidth: .kilobits(64),
      queueBytes: 2000)
    let scenario = Scenario("narrow") { (world: ChatWorld) in
      let alice = try await world.phone("Alice", on: LinkProfile("narrow", bothWays: narrow))
      let bob = try await world.phone("Bob", on: .perfect)
      let chat = try await alice.startConversation(with: bob)
      for number in 1...6 { _ = try await alice.send("message \(number)", in: chat) }
      try await world.untilQuiet()
    }
    let film = Runner.film(scenario, RunConfiguration(seed: 4))
    #expect(film.result.outcome == .passed)
    let recording = film.recording
    let passages = recording.passages
    #expect(Set(passages.map { recording.texts[$0.host] }) == ["Alice"])
    for reason in ["dropped, the link's queue is full", "lost on the link"] {
      let lost = passages.count { $0.reason >= 0 && recording.texts[$0.reason] == reason }
      let told = recording.events.count { recording.texts[$0.text].hasPrefix(reason + ":") }
      #expect(lost == told && lost > 0, "\(reason)")
    }
    for isUp in [true, false] {
      let own = passages.filter { $0.isUp == isUp && $0.wire > 0 }
      #expect(own.contains { $0.queueing > 0 })
      var last: Int64 = 0
      for passage in own {
        // 125 µs a byte at 64 kbit/s.
        #expect(abs(passage.wire - Int64(passage.bytes) * 125_000) <= 1)
        let begin = passage.instant + passage.queueing
        #expect(begin >= last - 1, "two are on the wire at once")
        last = begin + passage.wire
        #expect(passage.queueing <= 2000 * 125_000)
      }
    }
    let profiles = recording.frames.filter { $0.part == .link && $0.description >= 0 }
    #expect(recording.texts[profiles[0].description].contains("64 kbit/s"))
  }

  /// The texts of a drawing with their roles.
  private static func texts(
    of number: Int, in recording: Recording
  ) -> [(ScreenDrawing.Role, String)] {
    let node = recording.nodes[number]
    let text = recording.texts[node.texts[0]]
    // The information on a message is described in small letters.
    let isLabel = PhoneLocale.named.contains { locale in
      let words = ChatText(in: locale)
      return [words[.sent], words[.delivered], words[.read]].contains(text)
    }
    return (isLabel ? [] : [(node.role, text)])
      + node.parts.flatMap { texts(of: $0, in: recording) }
  }

  /// One scenario in nine, without the longest.
  private static let scenarios = ScenarioCatalog.scenarios.scenarios
    .filter { $0.days == nil && $0.name != "storm" }
    .enumerated().filter { $0.offset % 9 == 0 }.map(\.element)
}
