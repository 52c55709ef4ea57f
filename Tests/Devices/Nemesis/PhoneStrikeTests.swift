import Testing

@testable import Backend
@testable import Devices
@testable import Harness
@testable import Network
@testable import Simulator

@Suite("Faults at the events of a phone")
struct PhoneStrikeTests {
  /// What a strike left behind.
  private struct Aftermath: Sendable {
    var record: FaultRecord?
    var lives: [LifeState] = []
    var notes: [String] = []
    var listed = Node.empty
    var probes: [String] = []
    var counts: [String: UInt64] = [:]
  }

  /// Plays a phone that keeps three notes and writes three times, with a strike.
  private static func play(_ strike: String?) throws -> Aftermath {
    let world = World(seed: 1)
    let strikes = try strike.map { [try Strike(parsing: $0)] } ?? []
    world.record.nemesis = Nemesis(FaultPlan(budget: 0), strikes: strikes, in: world)
    let result = WorldBound(Aftermath(), in: world)
    let verdict = DeviceRig.verdict(in: world) { rig in
      let phone = try rig.phone("Alice")
      phone.observe { observation in
        if case .life(let life) = observation { result.withValue { $0.lives.append(life) } }
      }
      try await phone.launch()
      try await rig.sleep(.seconds(1))
      for number in 1...3 {
        try await phone.waitUntilUsable()
        try? await phone.app().add("note \(number)")
        try await phone.waitUntilUsable()
        await phone.database?.set(Path([Key("notes"), Key("\(number)")]), to: 1)
        try await rig.sleep(.milliseconds(100))
      }
      try await rig.sleep(.minutes(3))
      try await phone.waitUntilUsable()
      let (notes, listed) = (phone.display.screen?.notes ?? [], await rig.backend.read("notes"))
      result.withValue { result in
        result.record = world.nemesis?.records.first
        result.notes = notes
        result.listed = listed
        for count in world.nemesis?.pointCounts ?? [] {
          result.counts["\(count.target).\(count.point.rawValue)"] = count.count
        }
      }
      #expect(phone.lifeState == .foreground)
    }
    if case .passed = verdict {} else { Issue.record("the world ended as \(verdict)") }
    result.withValue { $0.probes = world.probes.map(\.name) }
    return result.value
  }

  @Test("events are counted on the phone and on the backend")
  func counts() throws {
    let counts = try Self.play(nil).counts
    #expect(counts["Alice.commit"] == 3)
    // The client signs in and writes three times, and is answered.
    #expect(counts["Alice.sent"] == 4)
    #expect(counts["Alice.answer"] == 4)
    #expect((counts["Alice.received"] ?? 0) >= 5)
    #expect((counts["Alice.step"] ?? 0) >= 4)
    #expect(counts["backend.commit"] == 3)
  }

  @Test(
    "an app dies at each of its events, and comes back",
    arguments: [
      "kill@Alice.commit#2", "kill-before@Alice.commit#2", "kill@Alice.sent#3",
      "kill-before@Alice.sent#3", "kill@Alice.received#3", "kill-before@Alice.received#3",
      "kill@Alice.answer#3", "kill@Alice.step#3",
    ])
  func deaths(strike: String) throws {
    let aftermath = try Self.play(strike)
    #expect(aftermath.record?.hasStruck == true)
    #expect(aftermath.lives == [.foreground, .terminated, .foreground])
    #expect(aftermath.probes.contains("fault: kill"))
    // What a commit that did not happen was about is gone, and nothing else.
    let isLost = strike.hasPrefix("kill-before@Alice.commit")
    #expect(aftermath.notes.contains("note 2") == !isLost)
    #expect(aftermath.notes.contains("note 1"))
  }

  @Test(
    "an app is suspended at each of its events, and comes back",
    arguments: ["commit#2", "sent#3", "received#3", "answer#3", "step#3"])
  func suspensions(event: String) throws {
    let aftermath = try Self.play("suspend@Alice.\(event)")
    #expect(aftermath.record?.hasStruck == true)
    #expect(aftermath.lives == [.foreground, .background, .suspended, .foreground])
    #expect(aftermath.notes == ["note 1", "note 2", "note 3"])
    #expect(aftermath.listed.childCount == 3)
  }

  @Test(
    "connections break at each event, with a word and without, and everything arrives all the same",
    arguments: ["break", "break-silently"],
    ["commit#2", "sent#3", "received#3", "answer#3", "step#3"])
  func breaks(kind: String, event: String) throws {
    let aftermath = try Self.play("\(kind)@Alice.\(event)")
    #expect(aftermath.record?.hasStruck == true)
    // Another connection signs in once more, and what was not answered is sent again.
    #expect((aftermath.counts["Alice.sent"] ?? 0) > 4)
    #expect(aftermath.listed.childCount == 3)
  }

  @Test(
    "the acknowledgement of a write is lost behind its commit",
    arguments: ["lose-acknowledgement", "lose-acknowledgement-silently"])
  func losses(kind: String) throws {
    let aftermath = try Self.play("\(kind)@Alice.answer#3")
    #expect(aftermath.record?.hasStruck == true)
    #expect(aftermath.probes.contains(Probe.acknowledgementLost.name))
    #expect(aftermath.counts["backend.commit"] == 4)
    #expect(aftermath.listed.childCount == 3)
  }

  @Test(
    "the backend restarts at events of its own and of phones",
    arguments: ["restart", "restart-silently"],
    ["backend.commit#2", "Alice.commit#2", "Alice.sent#3", "Alice.received#3", "Alice.answer#3"])
  func restarts(kind: String, event: String) throws {
    let aftermath = try Self.play("\(kind)@\(event)")
    #expect(aftermath.record?.hasStruck == true)
    #expect(aftermath.record?.target == "backend")
    #expect(aftermath.probes.contains("fault: backend restart"))
    #expect((aftermath.counts["Alice.sent"] ?? 0) > 4)
    #expect(aftermath.listed.childCount == 3)
  }

  /// Plays a body with a phone that runs the little app, in a world that may have faults.
  private static func withPhone(
    _ body: @escaping @Sendable (DeviceRig, Phone<NoteApp>) async throws -> Void
  ) {
    let world = World(seed: 1)
    world.record.nemesis = Nemesis(FaultPlan(budget: 0), strikes: [], in: world)
    let verdict = DeviceRig.verdict(in: world) { rig in
      let phone = try rig.phone("Alice")
      try await phone.launch()
      try await rig.sleep(.seconds(1))
      try await body(rig, phone)
    }
    if case .passed = verdict {} else { Issue.record("the world ended as \(verdict)") }
  }

  @Test("a suspension that is over before the app heard of it leaves the app on the screen")
  func shortSuspension() {
    Self.withPhone { rig, phone in
      let suspension = try #require(phone.beginSuspension())
      suspension.end()
      try await rig.sleep(.seconds(30))
      try await phone.waitUntilUsable()
      #expect(phone.lifeState == .foreground)
    }
  }

  @Test("what an app shows in the step of its return is looked at then, however slow the disk is")
  func slowReturn() {
    Self.withPhone { rig, phone in
      phone.observe { [log = rig.log, world = rig.world] observation in
        guard case .screen(let screen?) = observation else { return }
        log.add("\(world.now) \(screen)")
      }
      phone.disk.slow { [weak phone] in phone?.stallApp(for: .seconds(2)) }
      try await phone.app().keepOnReturn("milk")
      let suspension = try #require(phone.beginSuspension())
      try await rig.sleep(.seconds(30))
      let returned = rig.world.now
      suspension.end()
      try await phone.waitUntilUsable()
      #expect(rig.world.now == returned.advanced(by: .seconds(2)))
      #expect(rig.log.texts.contains("\(returned) milk"))

      try await phone.app().scribble("draft")
      phone.crashAtOnce()
      try await rig.sleep(.seconds(30))
      let launched = rig.world.now
      await phone.relaunchAndRestore()
      try await phone.waitUntilUsable()
      #expect(rig.world.now == launched.advanced(by: .seconds(2)))
      #expect(rig.log.texts.contains("\(launched) milk, draft"))
    }
  }

  @Test("a gesture that waits for the app goes on waiting where the app is taken away once more")
  func takenAwayTwice() {
    Self.withPhone { rig, phone in
      phone.dropPhone()
      let log = rig.log
      Task {
        try await phone.waitUntilUsable()
        log.add("usable")
      }
      try await rig.sleep(.seconds(1))
      phone.resumeGestures()
      phone.dropPhone()
      try await rig.sleep(.seconds(1))
      #expect(log.texts == [])
      phone.resumeGestures()
      try await rig.sleep(.seconds(1))
      #expect(log.texts == ["usable"])
    }
  }

  @Test("an app that is not on the screen cannot be killed or suspended")
  func nothingToStrike() throws {
    for kind in ["kill", "suspend"] {
      let world = World(seed: 1)
      world.record.nemesis = Nemesis(
        FaultPlan(budget: 0), strikes: [try Strike(parsing: "\(kind)@Alice.step#2")], in: world)
      _ = DeviceRig.verdict(in: world) { rig in
        let phone = try rig.phone("Alice")
        try await phone.launch()
        try await phone.enterBackground()
        try await rig.sleep(.seconds(1))
        #expect(phone.lifeState == .background)
        #expect(world.nemesis?.records.map(\.hasStruck) == [false])
      }
    }
  }
}
