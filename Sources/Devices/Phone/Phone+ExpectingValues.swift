public import Simulator

// Expectations that tell the value that they saw, since when, and its last changes.

extension Phone {
  /// Waits until a value of a thing on the screen is this one.
  ///
  /// ```swift
  /// try await alice.expect(\.status, of: .bubble(hello), is: .read, within: .seconds(1))
  /// ```
  ///
  /// A thing that is not on the screen has no value: the expectation goes on waiting, and fails with just that.
  ///
  /// - Parameters:
  ///   - limit: The time allowed, from `since` or from now.
  ///   - measure: The name under which the latency is kept.
  ///   - since: The event that the time counts from; now when there is none.
  /// - Throws: ``ExpectationFailed``; the run has failed then.
  public nonisolated func expect<Content, Value: Equatable & Sendable>(
    _ value: any KeyPath<Content, Value> & Sendable,
    of element: ScreenElement<App.Screen, Content>, is expected: Value,
    within limit: Duration = defaultLimit, measuredAs measure: MeasureName? = nil,
    since: Instant? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async throws {
    try await expect(
      all: .that(value, of: element, is: expected), within: limit, measuredAs: measure,
      since: since, fileID: fileID, filePath: filePath, line: line)
  }

  /// Waits until a value on the screen is this one.
  public nonisolated func expect<Value: Equatable & Sendable>(
    _ value: any KeyPath<App.Screen, Value> & Sendable, is expected: Value,
    within limit: Duration = defaultLimit, measuredAs measure: MeasureName? = nil,
    since: Instant? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async throws {
    try await expect(
      all: .that(value, is: expected), within: limit, measuredAs: measure, since: since,
      fileID: fileID, filePath: filePath, line: line)
  }

  /// Waits until all of these hold at one instant; a failure tells which of them did not.
  ///
  /// ```swift
  /// try await bob.expect(all: .that(\.unread, of: .conversation(chat), is: 1), .that(\.badge, is: 1))
  /// ```
  public nonisolated func expect(
    all first: ScreenCondition<App.Screen>, _ others: ScreenCondition<App.Screen>...,
    within limit: Duration = defaultLimit,
    measuredAs measure: MeasureName? = nil, since: Instant? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async throws {
    let conditions = Self.list(first, others)
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    try await expectation(at: location, conditions).within(
      limit, measure: measure, since: since, Self.all(conditions))
  }

  /// One list of conditions; without joining two where there is only one, which costs as much as looking through a list does.
  private static func list(
    _ first: ScreenCondition<App.Screen>, _ others: [ScreenCondition<App.Screen>]
  ) -> [ScreenCondition<App.Screen>] {
    others.isEmpty ? [first] : [first] + others
  }

  /// Whether all of these hold; of a single one, which most are, its own question: a list of conditions on any screen is looked
  /// through by the type's description, at ten times the cost.
  private static func all(
    _ conditions: [ScreenCondition<App.Screen>]
  ) -> @Sendable (App.Screen) -> Bool {
    if conditions.count == 1 { return conditions[0].holds }
    return { screen in conditions.allSatisfy { $0.holds(screen) } }
  }

  /// Requires a value of a thing on the screen to be this one at every change for `duration`.
  ///
  /// - Parameter grace: The time that it may take to become so first; none unless it is given.
  public nonisolated func expect<Content, Value: Equatable & Sendable>(
    _ value: any KeyPath<Content, Value> & Sendable,
    of element: ScreenElement<App.Screen, Content>, is expected: Value, for duration: Duration,
    within grace: Duration = .zero, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async throws {
    try await expect(
      all: .that(value, of: element, is: expected), for: duration, within: grace, fileID: fileID,
      filePath: filePath, line: line)
  }

  /// Requires a value on the screen to be this one at every change for `duration`.
  public nonisolated func expect<Value: Equatable & Sendable>(
    _ value: any KeyPath<App.Screen, Value> & Sendable, is expected: Value,
    for duration: Duration, within grace: Duration = .zero, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async throws {
    try await expect(
      all: .that(value, is: expected), for: duration, within: grace, fileID: fileID,
      filePath: filePath, line: line)
  }

  /// Requires all of these to hold at every change for `duration`; a failure tells which of them did not.
  public nonisolated func expect(
    all first: ScreenCondition<App.Screen>, _ others: ScreenCondition<App.Screen>...,
    for duration: Duration, within grace: Duration = .zero, fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line
  ) async throws {
    let conditions = Self.list(first, others)
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    try await expectation(at: location, conditions).throughout(
      duration, grace: grace, Self.all(conditions))
  }

  /// Requires a value of a thing to have taken exactly these values, one after the other, and waits for the last of them.
  ///
  /// ```swift
  /// try await alice.expectTimeline(of: \.status, of: .bubble(hello), [.sending, .sent, .delivered, .read])
  /// ```
  ///
  /// Any other value fails the run, one that is left out, too. A value counts where a person saw it: not behind another
  /// app, and not while the thing was not on the screen.
  ///
  /// - Parameters:
  ///   - limit: The time for the last value to come, from now.
  ///   - since: The instant from which on values count, that of this instant included; all that are remembered unless given.
  /// - Throws: ``ExpectationFailed``; the run has failed then.
  public nonisolated func expectTimeline<Content, Value: Equatable & Sendable>(
    of value: any KeyPath<Content, Value> & Sendable,
    of element: ScreenElement<App.Screen, Content>, _ values: [Value],
    within limit: Duration = defaultLimit, since: Instant? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async throws {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    try await expectation(at: location).timeline(
      value, of: element, values, within: limit, since: since)
  }

  /// Waits until the app has drawn a value of a thing, on the phone's screen or not, that is this one.
  ///
  /// For what nobody looks at and a scenario has to wait for, as
  /// ``expectDrawn(within:fileID:filePath:line:_:)``.
  ///
  /// - Throws: ``ExpectationFailed``; the run has failed then, with the value that was drawn and its last changes.
  public nonisolated func expectDrawn<Content, Value: Equatable & Sendable>(
    _ value: any KeyPath<Content, Value> & Sendable,
    of element: ScreenElement<App.Screen, Content>, is expected: Value,
    within limit: Duration = defaultLimit, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async throws {
    try await expectDrawn(
      all: .that(value, of: element, is: expected), within: limit, fileID: fileID,
      filePath: filePath, line: line)
  }

  /// Waits until the app has drawn a screen, on the phone's screen or not, for which all of these hold.
  ///
  /// ```swift
  /// try await alice.expectDrawn(all: .present(.bubble(hello)))
  /// ```
  public nonisolated func expectDrawn(
    all first: ScreenCondition<App.Screen>, _ others: ScreenCondition<App.Screen>...,
    within limit: Duration = defaultLimit, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async throws {
    let conditions = Self.list(first, others)
    var expectation = expectation(
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line), conditions)
    expectation.visible = { $0 }
    expectation.looksThrough = true
    try await expectation.within(limit, measure: nil, since: nil, Self.all(conditions))
  }

  private nonisolated func expectation(
    at location: CodeLocation, _ conditions: [ScreenCondition<App.Screen>]
  ) -> Expectation<App.Screen> {
    var expectation = expectation(at: location)
    expectation.conditions = conditions
    return expectation
  }
}
