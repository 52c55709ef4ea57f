internal import Harness
internal import Network
internal import Simulator

// VoiceOver as the phone's person switches it, and expectations on what it says.

extension Phone {
  /// Whether VoiceOver is on.
  public nonisolated var isVoiceOverRunning: Bool { voiceOver.isRunning }

  /// Switches VoiceOver, which is off on a new phone. What it has said is forgotten: ``SpokenAnnouncements`` begin anew.
  public func setVoiceOver(
    _ isOn: Bool, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line
  ) {
    world.reaches(fileID, filePath, line)
    world.moment("\(name).voice-over-\(isOn ? "on" : "off")")
    voiceOver.run(isOn)
  }

  /// Waits until what VoiceOver has said is as given.
  ///
  /// ```swift
  /// await alice.setVoiceOver(true)
  /// try await alice.expectSpoken(\.announcements, is: ["hello, Sent", "hello, Delivered"])
  /// ```
  ///
  /// - Throws: ``ExpectationFailed``; the run has failed then, with all that was said.
  public nonisolated func expectSpoken<Value: Equatable & Sendable>(
    _ value: any KeyPath<SpokenAnnouncements, Value> & Sendable, is expected: Value,
    within limit: Duration = defaultLimit, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async throws {
    let condition = ScreenCondition<SpokenAnnouncements>.that(value, is: expected)
    try await speechExpectation(fileID, filePath, line, condition).within(
      limit, measure: nil, since: nil, condition.holds)
  }

  /// Requires what VoiceOver has said to be as given for `duration`, so that nothing more is said.
  ///
  /// - Parameter grace: The time that it may take to become so first; none unless it is given.
  /// - Throws: ``ExpectationFailed``; the run has failed then, with all that was said.
  public nonisolated func expectSpoken<Value: Equatable & Sendable>(
    _ value: any KeyPath<SpokenAnnouncements, Value> & Sendable, is expected: Value,
    for duration: Duration, within grace: Duration = .zero, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async throws {
    let condition = ScreenCondition<SpokenAnnouncements>.that(value, is: expected)
    try await speechExpectation(fileID, filePath, line, condition).throughout(
      duration, grace: grace, condition.holds)
  }

  private nonisolated func speechExpectation(
    _ fileID: String, _ filePath: String, _ line: Int,
    _ condition: ScreenCondition<SpokenAnnouncements>
  ) -> Expectation<SpokenAnnouncements> {
    Expectation(
      display: voiceOver.display, lane: lane, owner: name,
      place: "the words of \(name)'s VoiceOver",
      location: CodeLocation(fileID: fileID, filePath: filePath, line: line),
      conditions: [condition])
  }
}
