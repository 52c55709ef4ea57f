public import Simulator

extension Phone {
  /// The limit of expectations that name none.
  public static var defaultLimit: Duration { .seconds(10) }

  /// Waits until the screen is as expected; looks at every change of it.
  ///
  /// The screen is what the person sees: nothing while the app is not in the foreground, and nothing that is covered
  /// (``PhoneApp/visible(_:)``).
  ///
  /// - Parameters:
  ///   - limit: The time allowed, from `since` or from now.
  ///   - measure: The name under which the latency is kept.
  ///   - since: The event that the time counts from; now when there is none.
  ///   - holds: The condition that the screen must meet.
  /// - Throws: ``ExpectationFailed``; the run has failed then, with the screen as it was.
  public nonisolated func expect(
    within limit: Duration = defaultLimit, measuredAs measure: MeasureName? = nil,
    since: Instant? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, _ holds: @escaping @Sendable (App.Screen) -> Bool
  ) async throws {
    try await expectation(fileID, filePath, line).within(
      limit, measure: measure, since: since, holds)
  }

  /// Requires the screen to be as expected at every change for `duration`.
  ///
  /// - Parameter grace: The time that it may take to become so first; none unless it is given.
  /// - Throws: ``ExpectationFailed``; the run has failed then, with the screen as it was.
  public nonisolated func expect(
    for duration: Duration, within grace: Duration = .zero, fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line, _ holds: @escaping @Sendable (App.Screen) -> Bool
  ) async throws {
    try await expectation(fileID, filePath, line).throughout(duration, grace: grace, holds)
  }

  /// Waits until the app has drawn a screen, on the phone's screen or not, that is as expected with all that is covered.
  ///
  /// For what nobody looks at and a scenario has to wait for. What a person sees is expected by
  /// ``expect(within:measuredAs:since:fileID:filePath:line:_:)``.
  ///
  /// - Throws: ``ExpectationFailed``; the run has failed then, with the screen as it was.
  public nonisolated func expectDrawn(
    within limit: Duration = defaultLimit, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, _ holds: @escaping @Sendable (App.Screen) -> Bool
  ) async throws {
    var expectation = expectation(fileID, filePath, line)
    expectation.visible = { $0 }
    expectation.looksThrough = true
    try await expectation.within(limit, measure: nil, since: nil, holds)
  }

  private nonisolated func expectation(
    _ fileID: String, _ filePath: String, _ line: Int
  ) -> Expectation<App.Screen> {
    expectation(at: CodeLocation(fileID: fileID, filePath: filePath, line: line))
  }

  nonisolated func expectation(at location: CodeLocation) -> Expectation<App.Screen> {
    Expectation(
      display: display, lane: lane, owner: name, location: location,
      visible: { App.visible($0) })
  }
}
