import Foundation
internal import Harness
import TestSupport
import Testing

@testable import Simulator

@Suite("A thread that does not play a run is told by whatever of the run it touches")
struct ForeignThreadTests {
  /// The reason of the leak of a run in which a foreign thread does something.
  private func leak(
    overrides: [ChoiceKey: UInt64] = [:], log: ChoiceLog? = nil,
    _ deed: @escaping @Sendable (World) -> Void
  ) -> String? {
    let world = World(seed: 1, overrides: overrides, recording: true, log: log)
    let verdict = world.run {
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        deed(world)
        done.signal()
      }
      func wait() { done.wait() }
      wait()
      try await world.sleep(for: .seconds(1))
    }
    if case .leaked(let reason) = verdict { return reason }
    Issue.record("ended as \(verdict)")
    return nil
  }

  @Test("writing into the journal, and nothing is written")
  func record() {
    let reason = leak { world in
      world.journal.record(JournalNote(.scenario, "stranger"), about: JournalSource("stranger"))
      #expect(!world.journal.entries.contains { $0.text == "stranger" })
    }
    #expect(reason?.contains("“stranger” was written into the journal from a thread") == true)
  }

  @Test("reading the journal, its digest or the clock")
  func reading() {
    #expect(leak { _ = $0.journal.digest }?.contains("the digest was read") == true)
    #expect(leak { _ = $0.journal.entries }?.contains("the journal was read") == true)
    #expect(leak { _ = $0.now }?.contains("the virtual clock was read") == true)
    #expect(leak { _ = $0.clock.now }?.contains("the virtual clock was read") == true)
  }

  @Test("making a lane, a reporter, a measure, an ending, or asking for the profile")
  func furnishing() {
    #expect(leak { _ = $0.lane("new") }?.contains("lane new was made") == true)
    #expect(leak { $0.addReporter("r") { [] } }?.contains("a reporter was added") == true)
    #expect(leak { $0.measure("m", .seconds(1)) }?.contains("measure(\"m\") was called") == true)
    #expect(leak { $0.atEnd {} }?.contains("something was left for the end") == true)
    #expect(leak { _ = $0.profileInForce() }?.contains("profile was asked for") == true)
  }

  /// The public entry points of a world and of what belongs to it, each with what a run is told of a stranger who calls
  /// it: all but ``leftOut``.
  private static let doors: [(name: String, told: String, call: @Sendable (World, Kept) -> Void)] =
    [
      ("now", "the virtual clock was read", { world, _ in _ = world.now }),
      ("clock.now", "the virtual clock was read", { world, _ in _ = world.clock.now }),
      ("eventCount", "the number of steps was read", { world, _ in _ = world.eventCount }),
      ("verdict", "the verdict was read", { world, _ in _ = world.verdict }),
      ("isEnding", "the end of the run was asked about", { world, _ in _ = world.isEnding }),
      ("isOver", "the end of the run was asked about", { world, _ in _ = world.isOver }),
      ("remains", "what is left of the world", { world, _ in _ = world.remains }),
      ("presentOrigin", "was read from a thread", { world, _ in _ = world.presentOrigin }),
      ("run", "the world was run", { world, _ in world.run {} }),
      ("lane", "lane new was made", { world, _ in _ = world.lane("new") }),
      ("shared", "shares was used", { world, _ in _ = world.shared(Scratch.self) { Scratch() } }),
      ("addReporter", "a reporter was added", { world, _ in world.addReporter("r") { [] } }),
      (
        "addFinalState", "to be compared at the end",
        { world, _ in world.addFinalState("f") { [] } }
      ),
      ("atEnd", "something was left for the end", { world, _ in world.atEnd {} }),
      (
        "fail", "a failure was reported",
        { world, _ in
          world.fail(Failure(kind: "test", expected: "nothing"))
        }
      ),
      (
        "misuse", "a failure was reported", { world, _ in world.misuse(Misuse("nothing"), at: nil) }
      ),
      ("leak", "told so", { world, _ in world.leak("told so") }),
      ("isOwnRun", "it was used", { world, _ in _ = world.isOwnRun("it was used", at: nil) }),
      ("takes", "it was called", { world, _ in _ = world.takes(.zero, "it", at: nil) }),
      ("digest", "the digest was read", { world, _ in _ = world.journal.digest }),
      ("entries", "the journal was read", { world, _ in _ = world.journal.entries }),
      (
        "record", "was written into the journal",
        { world, _ in
          world.journal.record(JournalNote(.scenario, "it"), about: JournalSource("it"))
        }
      ),
      (
        "unusedOverrides", "the choices that were not taken",
        { world, _ in
          _ = world.choices.unusedOverrides
        }
      ),
      (
        "note overrun", "an overrun was noted",
        { world, _ in
          let place = CodeLocation(fileID: #fileID, filePath: #filePath, line: #line)
          world.note(Overrun(measure: nil, limit: 0, nanoseconds: nil, location: place))
        }
      ),
      ("moment", "the source of the run's faults", { world, _ in world.moment("m") }),
      ("lane.post", "a job for lane kept", { _, kept in kept.lane.post {} }),
      (
        "lane.schedule", "a timer was set on lane kept",
        { _, kept in
          kept.lane.schedule(after: .zero) {}
        }
      ),
      (
        "lane.schedule at", "a timer was set on lane kept",
        { _, kept in
          kept.lane.schedule(at: .zero) {}
        }
      ),
      ("lane.spawn", "a task was started on lane kept", { _, kept in _ = kept.lane.spawn {} }),
      ("lane.freeze", "lane kept was frozen", { _, kept in kept.lane.freeze() }),
      ("lane.thaw", "lane kept was thawed", { _, kept in kept.lane.thaw() }),
      ("timer.cancel", "a timer was cancelled", { _, kept in kept.timer.cancel() }),
      ("actor.inspect", "scribe was inspected", { _, kept in kept.scribe.inspect { _ in } }),
      ("actor.post", "a job for lane scribe", { _, kept in kept.scribe.post { _ in } }),
      (
        "actor.schedule", "a timer was set on lane scribe",
        { _, kept in
          kept.scribe.schedule(after: .zero) { _ in }
        }
      ),
      (
        "actor.schedule at", "a timer was set on lane scribe",
        { _, kept in
          kept.scribe.schedule(at: .zero) { _ in }
        }
      ),
      (
        "actor.spawn", "a task was started on lane scribe",
        { _, kept in
          _ = kept.scribe.spawn { _ in }
        }
      ),
      ("measures", "the measures were read", { world, _ in _ = world.measures }),
      ("overruns", "the overruns were read", { world, _ in _ = world.overruns }),
      ("overtime", "the overtime was read", { world, _ in _ = world.overtime }),
      ("measure", "was called", { world, _ in world.measure("m", .zero) }),
      ("probes", "the probes were read", { world, _ in _ = world.probes }),
      ("probe", "a probe was reached", { world, _ in world.probe("p") }),
      ("nemesis", "the source of the run's faults", { world, _ in _ = world.nemesis }),
      ("followsProfile", "the run's profile", { world, _ in _ = world.followsProfile }),
      ("profileInForce", "profile was asked for", { world, _ in _ = world.profileInForce() }),
      (
        "backendPathInForce", "the run's path to the backend",
        { world, _ in _ = world.backendPathInForce() }
      ),
      ("slack", "the extension of limits", { world, _ in _ = world.slack }),
      ("extendLimits", "were extended", { world, _ in world.extendLimits(by: .zero) }),
      (
        "setting", "the knob \(Knob.clocks) was asked for",
        { world, _ in _ = world.setting(of: .clocks) }
      ),
      ("dayChoice", "the day to be played", { world, _ in _ = world.dayChoice }),
      ("note day", "a day was noted", { world, _ in world.note(day: Day()) }),
      ("cover", "coverage was counted", { world, _ in world.cover("c") }),
      ("shape", "the shape was read", { world, _ in _ = world.journal.shape }),
      (
        "exploreFromHere", "an exploration was told to begin",
        { world, _ in world.exploreFromHere() }
      ),
      ("process.isAlive", "the life of process kept", { _, kept in _ = kept.process.isAlive }),
      ("process.atEnd", "for the end of process kept", { _, kept in kept.process.atEnd {} }),
      (
        "process.addLane", "a lane of process kept",
        { _, kept in _ = kept.process.addLane("part") }
      ),
      (
        "process.take", "lane kept was given to process kept",
        { _, kept in kept.process.take(kept.lane) }
      ),
      (
        "process.suspendInTurn", "process kept was suspended",
        { _, kept in kept.process.suspendInTurn() }
      ),
      ("process.suspend", "process kept was suspended", { _, kept in kept.process.suspend() }),
      ("process.resume", "process kept was resumed", { _, kept in kept.process.resume() }),
      ("process.end", "process kept was ended", { _, kept in kept.process.end() }),
    ]

  /// Entry points that are no doors, with the reason.
  private static let leftOut = [
    "nameInStories": "nothing in a run that is not told", "isTold": "a constant",
    "isTracing": "a constant", "explain": "nothing in a run without causes",
    "takes": "one check for all types", "sleep": "suspends", "withContinuation": "suspends",
    "untilQuiet": "suspends", "clock": "a constant, and its clock is a door",
    "draw": "see choices()", "unit": "see choices()", "index": "see choices()",
    "happens": "see choices()", "lane.name": "a constant", "lane.serialExecutor": "a constant",
    "lane.taskExecutor": "a constant", "actor.unownedExecutor": "a constant",
  ]

  /// The types whose public functions and properties are entry points, with the beginning of their doors' names.
  private static let owners = [
    "World": "", "Journal": "", "Choices": "", "Lane": "lane.", "LaneActor": "actor.",
    "SimulatedProcess": "process.", "WorldTimer": "timer.",
  ]

  /// The public functions and properties that change or tell something, as the sources declare them: of each name the first
  /// parameters by which its overloads differ.
  private static func entryPoints() throws -> [String: Set<String>] {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    var found: [String: Set<String>] = [:]
    for module in ["Sources/Simulator", "Sources/Harness"] {
      let folder = root.appending(path: module)
      let files = try #require(FileManager.default.subpaths(atPath: folder.path))
      for file in files.filter({ $0.hasSuffix(".swift") }) {
        let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var owner: String?
        for (number, line) in lines.enumerated() {
          if let first = line.first, first.isLetter || first == "@",
            let type = line.firstMatch(of: /(?:class|extension|struct|actor|enum|protocol) (\w+)/)
          {
            owner = Self.owners[String(type.1)]
          }
          if line.hasPrefix("}") { owner = nil }
          guard line.hasPrefix("  public ") || line.hasPrefix("  @") else { continue }
          let next = lines.indices.contains(number + 1) ? lines[number + 1] : ""
          guard let owner,
            let entry = (line + next).firstMatch(
              of:
                /^  (?:@\w+(?:\([^)]*\))? )*public (?:nonisolated |internal\(set\) |private\(set\) )*(?:func|var) (\w+)(?:<[^>]*>)?(?:\(\s*(?:\w+ )?(\w+))?/
            )
          else { continue }
          let parameter = entry.2.map(String.init) ?? ""
          found[owner + String(entry.1), default: []].insert(parameter)
        }
      }
    }
    return found
  }

  @Test("no public entry point is left out but for a reason")
  func allDoors() throws {
    let doors = Dictionary(grouping: Self.doors.map(\.name)) { String($0.prefix { $0 != " " }) }
    let points = try Self.entryPoints()
    #expect(points.count > 60)
    for (name, overloads) in points.sorted(by: { $0.key < $1.key })
    where Self.leftOut[name] == nil {
      #expect(doors[name, default: []].count >= overloads.count, "\(name): \(overloads.sorted())")
    }
    #expect(Self.leftOut.keys.filter { points[$0] == nil } == [])
  }

  private final class Scratch: Sendable {}

  /// What belongs to a world.
  private struct Kept: Sendable {
    let lane: Lane
    let timer: WorldTimer
    let scribe: Scribe
    let process: SimulatedProcess
  }

  @Test("calling any public entry point, by name", arguments: doors.indices)
  func everyDoor(index: Int) {
    let door = Self.doors[index]
    let world = World(seed: 1)
    let verdict = world.run {
      let lane = world.lane("kept")
      let kept = Kept(
        lane: lane, timer: lane.schedule(after: .seconds(9)) {},
        scribe: Scribe("scribe", in: world, Trace(in: world)),
        process: SimulatedProcess(name: "kept", mainLane: world.lane("kept main")))
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        door.call(world, kept)
        done.signal()
      }
      func wait() { done.wait() }
      wait()
      try await world.sleep(for: .seconds(1))
    }
    guard case .leaked(let reason) = verdict else {
      Issue.record("\(door.name): ended as \(verdict)")
      return
    }
    #expect(reason.contains(door.told), "\(door.name)")
  }

  @Test("making a choice that is noted or fixed")
  func choices() {
    let stream = ChoiceStream("test")
    let key = ChoiceKey(stream: stream.identifier, entity: 0, ordinal: 0)
    let noted = leak(log: ChoiceLog()) {
      _ = $0.choices.index(below: 5, stream, entity: 0, ordinal: 0)
    }
    #expect(noted?.contains("a choice was made from a thread") == true)
    let fixed = leak(overrides: [key: 7]) { world in
      #expect(world.choices.draw(stream, entity: 0, ordinal: 0) == 7)
      #expect(world.choices.unusedOverrides == [key])
    }
    #expect(fixed?.contains("a choice was made from a thread") == true)
  }

  @Test("asking whether a task waits")
  func continuation() {
    let world = World(seed: 1)
    let verdict = world.run {
      try await world.withContinuation({ "for news" }) { (continuation: WorldContinuation<Void>) in
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          _ = continuation.isWaiting
          done.signal()
        }
        done.wait()
      }
    }
    guard case .leaked(let reason) = verdict else {
      Issue.record("ended as \(verdict)")
      return
    }
    #expect(reason.contains("a waiting task was asked about"))
  }

  @Test("a world that stands still may be read by every thread, before its run and after it")
  func standingStill() {
    let world = World(seed: 1, recording: true)
    world.journal.record(JournalNote(.scenario, "before"), about: JournalSource("test"))
    #expect(world.now == .zero)
    #expect(world.mustPass { try await world.sleep(for: .seconds(1)) })
    #expect(world.now == Instant.zero.advanced(by: .seconds(1)))
    #expect(world.journal.entries.first?.text == "before")
    #expect(world.pulse.leak == nil)
  }
}
