public import Simulator

// Expectations on a phone's notification centre and on the number on the app's icon.

extension Phone {
  /// Waits until a value of the notification centre is this one.
  ///
  /// ```swift
  /// try await bob.expectNotifications(\.badge, is: 2)
  /// ```
  ///
  /// - Parameters:
  ///   - limit: The time allowed, from `since` or from now.
  ///   - measure: The name under which the latency is kept.
  ///   - since: The event that the time counts from; now when there is none.
  /// - Throws: ``ExpectationFailed``; the run has failed then, with the value that was there and its last changes.
  public nonisolated func expectNotifications<Value: Equatable & Sendable>(
    _ value: any KeyPath<NotificationShade, Value> & Sendable, is expected: Value,
    within limit: Duration = defaultLimit, measuredAs measure: MeasureName? = nil,
    since: Instant? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async throws {
    try await expectNotifications(
      all: .that(value, is: expected), within: limit, measuredAs: measure, since: since,
      fileID: fileID, filePath: filePath, line: line)
  }

  /// Waits until all of these hold for the notification centre at one instant; a failure tells which of them did not.
  ///
  /// ```swift
  /// try await bob.expectNotifications(all: .that(\.bodies, is: ["hello"]), .that(\.badge, is: 1))
  /// ```
  public nonisolated func expectNotifications(
    all first: ScreenCondition<NotificationShade>, _ others: ScreenCondition<NotificationShade>...,
    within limit: Duration = defaultLimit,
    measuredAs measure: MeasureName? = nil, since: Instant? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async throws {
    let conditions = [first] + others
    try await shadeExpectation(fileID, filePath, line, conditions).within(
      limit, measure: measure, since: since
    ) { shade in conditions.allSatisfy { $0.holds(shade) } }
  }

  /// Waits until the notification centre is as expected; looks at every change of it.
  ///
  /// A failure tells the notifications as they were; the forms with values tell also which part was not as expected.
  ///
  /// - Throws: ``ExpectationFailed``; the run has failed then.
  public nonisolated func expectNotifications(
    within limit: Duration = defaultLimit, measuredAs measure: MeasureName? = nil,
    since: Instant? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, _ holds: @escaping @Sendable (NotificationShade) -> Bool
  ) async throws {
    try await shadeExpectation(fileID, filePath, line).within(
      limit, measure: measure, since: since, holds)
  }

  /// Requires a value of the notification centre to be this one at every change for `duration`.
  ///
  /// - Parameter grace: The time that it may take to become so first; none unless it is given.
  /// - Throws: ``ExpectationFailed``; the run has failed then, with the value that came instead.
  public nonisolated func expectNotifications<Value: Equatable & Sendable>(
    _ value: any KeyPath<NotificationShade, Value> & Sendable, is expected: Value,
    for duration: Duration, within grace: Duration = .zero, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async throws {
    try await expectNotifications(
      all: .that(value, is: expected), for: duration, within: grace, fileID: fileID,
      filePath: filePath, line: line)
  }

  /// Requires all of these to hold for the notification centre at every change for `duration`.
  public nonisolated func expectNotifications(
    all first: ScreenCondition<NotificationShade>, _ others: ScreenCondition<NotificationShade>...,
    for duration: Duration, within grace: Duration = .zero, fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line
  ) async throws {
    let conditions = [first] + others
    try await shadeExpectation(fileID, filePath, line, conditions).throughout(
      duration, grace: grace
    ) { shade in conditions.allSatisfy { $0.holds(shade) } }
  }

  /// Requires the notification centre to be as expected at every change for `duration`.
  ///
  /// - Throws: ``ExpectationFailed``; the run has failed then, with the notifications as they were.
  public nonisolated func expectNotifications(
    for duration: Duration, within grace: Duration = .zero, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line,
    _ holds: @escaping @Sendable (NotificationShade) -> Bool
  ) async throws {
    try await shadeExpectation(fileID, filePath, line).throughout(duration, grace: grace, holds)
  }

  private nonisolated func shadeExpectation(
    _ fileID: String, _ filePath: String, _ line: Int,
    _ conditions: [ScreenCondition<NotificationShade>] = []
  ) -> Expectation<NotificationShade> {
    Expectation(
      display: notifications.display, lane: lane, owner: name,
      place: "\(name)'s notification centre",
      location: CodeLocation(fileID: fileID, filePath: filePath, line: line),
      conditions: conditions)
  }
}
