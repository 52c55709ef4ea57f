internal import Harness
internal import Network
public import Simulator

// What a person does on a phone. An app's own gestures are methods of `Phone where App == …` that call this one.

extension Phone {
  /// Does a gesture: runs `body` on the app's main actor, once a person could touch the app.
  ///
  /// The gesture is one step of the app; facts that it commits are on the disk when this returns. An app that is not in
  /// the foreground ends the run as failed. Where a fault from the seed kills the app before the gesture's first commit is
  /// durable, the person does it once more when the app is back; of an app that makes several commits for it, `isDone` tells.
  ///
  /// ```swift
  /// extension Phone where App == ListApp {
  ///   func tick(_ item: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line) async {
  ///     await gesture("tick", at: CodeLocation(fileID: fileID, filePath: filePath, line: line)) { $0.tick(item) }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The gesture in words, such as "send"; faults from the seed follow gestures, and saved failures name
  ///     them.
  ///   - isNavigation: Whether the gesture goes somewhere in the app, which is in memory alone: it is done once more
  ///     wherever the app dies under it, whatever was committed.
  ///   - details: What the gesture is made with, such as the text of a message, for stories.
  ///   - location: The line of the scenario that makes it.
  ///   - missing: The thing that the app lacks for it, such as "no thread open"; nil where it can be done. A gesture
  ///     waits for what it lacks, as an expectation does, and fails the run when it does not come within
  ///     ``defaultLimit``; not in runs with faults from the seed.
  ///   - isDone: Whether the app shows that the gesture was done, in the step of the gesture and in a later launch. Where a fault
  ///     from the seed kept it from that, the person does it once more. By default the gesture's first commit decides.
  ///   - body: The gesture.
  /// - Returns: The result of the body; nil where the run is over.
  @discardableResult
  public nonisolated func gesture<Result: Sendable>(
    _ name: String, _ details: @autoclosure () -> String = "", at location: CodeLocation,
    isNavigation: Bool = false,
    missing: @escaping @Sendable (isolated App) -> String? = { _ in nil },
    isDone: (@Sendable (isolated App) -> Bool)? = nil,
    _ body: @escaping @Sendable (isolated App) -> Result
  ) async -> Result? {
    let who = self.name
    let told = world.isTold ? details() : ""
    guard world.isOwnRun("\(who).\(name) was called", at: location), !world.isOver else {
      try? await World.stop()
      return nil
    }
    world.reaches(location)
    let deadline = world.now.advanced(by: Self.defaultLimit)
    let expectation = expectation(at: location)
    do {
      while true {
        let looks = display.changeCount
        do {
          return try await make(name, told, isNavigation: isNavigation, isDone, body) { app in
            guard app.lane.world.nemesis == nil else { return }
            try GestureRefused.check(missing(app))
          }
        } catch let error as GestureRefused {
          if looks != display.changeCount { continue }
          guard try await expectation.firstChange(until: deadline, { _ in true }) == nil else {
            continue
          }
          world.fail(
            Failure(
              kind: "gesture",
              expected: """
                \(who) to \(name), within \(Self.defaultLimit.stopwatch), by touching what is on the screen; \(error)
                """, observed: expectation.observed, location: location))
          return nil
        }
      }
    } catch {
      world.fail(
        Failure(
          kind: "gesture", expected: "\(who) to \(name); but \(error)", location: location))
      return nil
    }
  }

  /// Does a gesture where it is possible; for gestures that nobody has thought through, such as those of generated days.
  ///
  /// It is the gesture of ``gesture(_:_:at:isNavigation:missing:isDone:_:)``, but for one that is not possible: that does nothing.
  ///
  /// - Throws: ``GestureRefused`` where the app is not in the foreground, or lacks something for it.
  public nonisolated func attempt<Result: Sendable>(
    _ name: String, _ details: String = "", isNavigation: Bool = false,
    missing: @escaping @Sendable (isolated App) -> String? = { _ in nil },
    _ body: @escaping @Sendable (isolated App) -> Result
  ) async throws -> Result {
    do {
      return try await make(name, details, isNavigation: isNavigation, nil, body) {
        try GestureRefused.check(missing($0))
      }
    } catch let error as LifeError {
      throw GestureRefused(reason: "\(error)")
    }
  }

  private nonisolated func make<Result: Sendable>(
    _ name: String, _ details: String, isNavigation: Bool,
    _ isDone: (@Sendable (isolated App) -> Bool)?,
    _ body: @escaping @Sendable (isolated App) -> Result,
    check: @escaping @Sendable (isolated App) throws -> Void
  ) async throws -> Result {
    world.moment("\(self.name).\(name)")
    // The digest sees the name alone.
    world.journal.record(
      .scenario, about: host.subject, name, details.isEmpty ? name : "\(name) \(details)")
    var former: Result?
    var patience = Self.diskRetryMax
    while true {
      try await waitUntilUsable()
      let (app, process) = try runningAppAndProcess()
      let (result, wasKept) = try await app.perform { [former] app in
        app.drawPending()
        if let former, isDone?(app) == true { return (former, true) }
        try check(app)
        process.beginGesture()
        let result = body(app)
        if let isDone { return (result, process.isAlive && isDone(app)) }
        return (result, isNavigation ? process.isAlive : process.keptGesture)
      }
      // A person whose app died under the finger does it once more; a scenario that has it die at that very
      // step wants to see what becomes of it.
      if wasKept { return result }
      if isDone != nil, world.nemesis != nil {
        former = result
        if process.isAlive {
          guard patience > .zero else { return result }
          if !disk.isFull { patience -= .seconds(1) }
          try await world.sleep(for: .seconds(1))
          continue
        }
      } else if world.nemesis != nil, process.isCommitDue {
        if try await isKeptLater(by: process) { return result }
        if process.isAlive { continue }
      }
      if !held.withValue({ $0.isGone }) { return result }
    }
  }

  /// Waits while the disk takes nothing, and then for as long as an app may need to try again.
  ///
  /// - Returns: Whether the app has tried with success; where it has not, the person does the gesture once more.
  private nonisolated func isKeptLater(by process: AppProcess) async throws -> Bool {
    var patience = Self.diskRetryMax
    while process.isCommitDue, patience > .zero {
      // The gesture goes on in the instant in which it is kept.
      let look = lane.schedule(after: .seconds(1)) { process.endWaitForCommit() }
      try await process.nextCommit()
      look.cancel()
      if !disk.isFull { patience -= .seconds(1) }
    }
    return process.keptLastCommit
  }
}

/// A gesture that is not possible at present.
public struct GestureRefused: Error, Hashable, CustomStringConvertible {
  /// The reason in words.
  public let reason: String

  public var description: String { reason }

  static func check(_ missing: String?) throws(GestureRefused) {
    if let missing { throw GestureRefused(reason: "this phone has \(missing)") }
  }
}

extension PhoneApp {
  /// Runs `body` on the app's main actor.
  fileprivate func perform<Result: Sendable>(
    _ body: @Sendable (isolated Self) throws -> Result
  ) throws -> Result {
    // The closure is a scenario's.
    lane.world.callsForeignCode()
    return try body(self)
  }
}
