internal import Harness
internal import Simulator

/// The name of a latency that expectations measure, such as `receipt`.
public struct MeasureName: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name as it stands in results.
  public let name: String

  /// Names a measure.
  public init(stringLiteral name: String) {
    self.name = name
  }
}

/// Thrown by an expectation that did not come true; the run has failed already.
public struct ExpectationFailed: Error, CustomStringConvertible {
  /// The expectation that failed, and when it was given up.
  public let description: String
}

/// Looking at one phone's screen until something is true, or for as long as it must be.
struct Expectation<Screen: Sendable & Equatable & Digestible & CustomStringConvertible>: Sendable {
  let display: Display<Screen>
  let lane: Lane
  /// The phone's name.
  let owner: String
  /// The thing that is looked at, such as "Bob's notification centre"; the phone's screen unless it is given.
  var place: String?
  let location: CodeLocation
  /// The part of a screen that is not covered by another.
  var visible: @Sendable (Screen) -> Screen = { $0 }
  /// Whether what the app draws counts while it is not on the phone's screen.
  var looksThrough = false
  /// The conditions that are expected, where they can tell their values.
  var conditions: [ScreenCondition<Screen>] = []

  var world: World { lane.world }

  /// What is looked at, in words.
  var surface: String { Self.surface(place, of: owner) }

  private static func surface(_ place: String?, of owner: String) -> String {
    place ?? "\(owner)'s screen"
  }
  /// Where that is, such as "on Bob's screen".
  var whereabouts: String { "\(place == nil ? "on" : "in") \(surface)" }

  /// The condition on what the person sees of a screen.
  private func seen(
    _ holds: @escaping @Sendable (Screen) -> Bool
  ) -> @Sendable (Screen) -> Bool {
    let visible = visible
    return { holds(visible($0)) }
  }

  /// Waits until `isMet` is true, at the latest at `since` + `limit`.
  ///
  /// A run that waits on (``World/overtime``) keeps what took longer instead of ending there.
  func within(
    _ limit: Duration, measure: MeasureName?, since: Instant?,
    _ isMet: @escaping @Sendable (Screen) -> Bool
  ) async throws {
    let holds = seen(isMet)
    try await requireSense(limit, since: since, "\(owner).expect(within:)")
    world.moment("\(owner).expect")
    let start = since ?? world.now
    let deadline = start.advanced(by: extended(limit))
    var end = deadline.advanced(by: world.overtime)
    let film = film(wish, from: start, limit: extended(limit))
    defer { finish(film) }
    var reached = try trueSince(start, holds)
    if reached == nil, world.now < end {
      reached = try await firstChange(until: end) { $0.map(holds) ?? false }
    }
    if world.nemesis != nil { (reached, end) = try await afterFaults(reached, end, limit, holds) }
    if world.overtime > .zero {
      let binding = max(deadline, world.nemesis?.binding(limit) ?? deadline)
      noteOverrun(of: start.duration(to: binding), measure, from: start, at: reached)
    }
    guard let reached, reached.instant <= end else {
      let late = reached.map {
        "; it became true \(start.duration(to: $0.instant).stopwatch) after"
      }
      throw giveUp(
        "\(wish) within \(limit.stopwatch)"
          + (since == nil ? "" : " of \(start)") + (late ?? "") + allowance(limit))
    }
    if let measure {
      world.measure(
        // It may have come true before an event that was still to come.
        measure.name, max(.zero, start.duration(to: reached.instant)), limit: limit, since: start,
        step: reached.step, fileID: location.fileID, filePath: location.filePath,
        line: location.line)
    }
  }

  /// Since when it has been as expected; ends the run where that is not known any more.
  private func trueSince(
    _ earliest: Instant, _ holds: (Screen) -> Bool
  ) throws -> (instant: Instant, step: UInt64)? {
    do {
      return try display.trueSince(earliest, looksThrough: looksThrough, holds)
    } catch {
      throw world.misuse(error, at: location)
    }
  }

  /// Stops the scenario where its run is over, and where the arguments cannot be.
  private func requireSense(
    _ duration: Duration, since: Instant?, _ verb: @autoclosure () -> String
  ) async throws {
    if world.takes(duration, verb(), at: location), !world.isOver,
      since.map({ world.takes($0, "\(owner).expect(since:)", at: location) }) ?? true
    {
      return
    }
    try await World.stop()
  }

  /// Keeps that it took longer than the limit, knobs and faults included, or never came true.
  private func noteOverrun(
    of limit: Duration, _ measure: MeasureName?, from start: Instant,
    at reached: (instant: Instant, step: UInt64)?
  ) {
    let time = reached.map { start.duration(to: $0.instant) }
    if let time, time <= limit { return }
    let isNever = time.map { $0 > limit + world.overtime } ?? true
    world.note(
      Overrun(
        measure: measure?.name, limit: limit.nanoseconds,
        nanoseconds: isNever ? nil : time?.nanoseconds, location: location),
      since: start, step: isNever ? nil : reached?.step)
  }

  /// Requires `isMet` to become true within `grace`, and then at every change for `duration`.
  func throughout(
    _ duration: Duration, grace: Duration, _ isMet: @escaping @Sendable (Screen) -> Bool
  ) async throws {
    let holds = seen(isMet)
    try await requireSense(duration, since: nil, "\(owner).expect(for:)")
    try await requireSense(grace, since: nil, "\(owner).expect(for:within:)")
    world.moment("\(owner).expect")
    let film = film(lastingWish, from: world.now, limit: duration)
    defer { finish(film) }
    if try trueSince(world.now, holds) == nil {
      let deadline = world.now.advanced(by: extended(grace))
      var reached =
        grace > .zero
        ? try await firstChange(until: deadline) { $0.map(holds) ?? false }
        : nil
      if world.nemesis != nil {
        reached = try await afterFaults(reached, deadline, grace, holds).reached
      }
      guard reached != nil else {
        throw giveUp(
          """
          \(lastingWish) for \(duration.stopwatch); it was not so\
          \(grace > .zero ? ", nor within \(grace.stopwatch)" : " when that began")
          """ + allowance(grace))
      }
    }
    let start = world.now
    let broken = try await firstChange(until: start.advanced(by: duration)) {
      !($0.map(holds) ?? false)
    }?.instant
    if let broken {
      throw giveUp(
        """
        \(lastingWish) for \(duration.stopwatch); it changed after \
        \(start.duration(to: broken).stopwatch)
        """)
    }
  }

  /// The instant and the step of the first change after which `holds` is true, of the end of the app too;
  /// nil when none comes until `deadline`.
  ///
  /// A change at the instant of the deadline itself still counts.
  func firstChange(
    until deadline: Instant, _ holds: @escaping @Sendable (Screen?) -> Bool
  ) async throws -> (instant: Instant, step: UInt64)? {
    let (place, owner, location) = (place, owner, location)
    let cleanUp = WorldBound<(watch: UInt64, timer: WorldTimer)?>(nil, in: world)
    defer {
      if let (watch, timer) = cleanUp.withValue({ $0 }) {
        display.stopWatching(watch)
        timer.cancel()
      }
    }
    let reason: @Sendable () -> String = {
      "an expectation on \(Self.surface(place, of: owner)) (\(location))"
    }
    return try await world.withContinuation(reason) {
      (continuation: WorldContinuation<(instant: Instant, step: UInt64)?>) in
      let world = self.world
      let watch = display.watch(looksThrough ? .behindCovers : .person) { screen in
        if holds(screen) { continuation.resume(returning: (world.now, world.eventCount)) }
      }
      // One nanosecond later, so that everything due at the deadline has happened.
      let timer = lane.schedule(at: deadline.advanced(by: .nanoseconds(1))) {
        continuation.resume(returning: nil)
      }
      cleanUp.withValue { $0 = (watch, timer) }
    }
  }

  /// Tells a report that something is expected from now on, and where.
  func film(
    _ wish: @autoclosure () -> String, from start: Instant, limit: Duration
  ) -> RunRecorder.SpanKey? {
    world.reaches(location)
    guard let recorder = world.recorder else { return nil }
    return recorder.beginExpectation(
      of: owner, wish(), at: world.now, from: start, limit: limit, location: location)
  }

  /// Tells a report that nothing is expected any more.
  func finish(_ key: RunRecorder.SpanKey?) {
    guard let key, !world.isOver else { return }
    world.recorder?.finish(key, at: world.now)
  }

  /// Ends the run as failed, with the screen as it is, and returns the error to throw.
  func giveUp(
    _ expected: String, values: [String]? = nil, about: [String]? = nil
  ) -> ExpectationFailed {
    let isTold = world.isTold
    world.fail(
      Failure(
        kind: "expectation", expected: expected, observed: observed, location: location,
        values: values ?? (isTold ? self.values : []), about: about ?? self.about))
    return ExpectationFailed(description: "expected \(expected)")
  }

  /// The screen as the person sees it, line by line.
  var observed: [String] {
    let screen =
      display.isCovered && !looksThrough
      ? "(the app is not on the screen)"
      : display.screen.map { visible($0).description } ?? "(the app is not running)"
    return ["\(surface) at \(world.now):"]
      + screen.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

extension Expectation {
  /// Goes on waiting where faults from the seed allow it: a limit that was missed is binding only from the end of
  /// the last fault and the time to recover from it on (see ``FaultPlan``).
  func afterFaults(
    _ reached: (instant: Instant, step: UInt64)?, _ deadline: Instant, _ limit: Duration,
    _ holds: @escaping @Sendable (Screen) -> Bool
  ) async throws -> (reached: (instant: Instant, step: UInt64)?, deadline: Instant) {
    var (reached, deadline) = (reached, deadline)
    while reached.map({ $0.instant > deadline }) ?? true,
      let later = world.nemesis?.binding(limit), later > deadline
    {
      deadline = later
      if reached == nil, world.now < deadline {
        reached = try await firstChange(until: deadline) { $0.map(holds) ?? false }
      }
    }
    return (reached, deadline)
  }

  /// The limit as it is in this run: longer where a knob is at its extremes.
  func extended(_ limit: Duration) -> Duration {
    limit > .zero ? limit + world.slack : limit
  }

  /// Describes the extension of a limit by the run's faults and knobs, for a failure's text; empty when nothing extended
  /// it.
  func allowance(_ limit: Duration) -> String {
    let knobs =
      extended(limit) > limit
      ? ", and \(world.slack.stopwatch) more as a knob is at its extremes" : ""
    // A limit that ended later than that owes nothing to faults.
    guard let binding = world.nemesis?.binding(limit),
      binding.duration(to: world.now) <= .nanoseconds(1)
    else { return knobs }
    return knobs + "; faults from the seed gave it until \(binding), and none strikes any more"
  }
}
