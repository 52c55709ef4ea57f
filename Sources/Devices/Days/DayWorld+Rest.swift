internal import Backend
internal import Harness
internal import Network
internal import Simulator

// The judge of a day: once everything has healed, all must agree.

extension DayWorld {
  /// The time that everything may take to come to rest: dead connections are noticed after 15 minutes at the latest, and the
  /// longest pause between two attempts is 30 s.
  public static var restLimit: Duration { .minutes(20) }

  /// The time after which a person whose phone has not come back switches its network off and on.
  ///
  /// A phone whose server has given a handshake up unheard waits within TLS until its kernel looks after two hours, on a network
  /// that works (`ConnectionMachine`).
  private static var patience: Duration { .minutes(16) }

  /// Brings every phone back, with its app and its network, and requires all of them to agree with the backend, and so with
  /// each other, in ``restLimit``.
  ///
  /// - Throws: ``RequirementFailed``; the run has failed then.
  public func rest(
    _ phones: [Phone<App>], fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async throws {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    guard world.isOwnRun("rest() was called", at: location), !world.isOver else {
      try await World.stop()
    }
    for phone in phones {
      await phone.setAirplaneMode(false)
      await phone.freeDisk()
      phone.setDiskLatency(.zero)
      await phone.setLowPowerMode(false)
      try network.setProfile(.wifi, of: phone.host)
    }
    try await agree(phones)
  }

  /// Ends a day: faults that the seed chooses come to an end, then what ``rest(_:fileID:filePath:line:)`` requires, then the same of a fresh phone of each user who has one
  /// phone or more, just signed in, at every place of the app.
  ///
  /// - Throws: ``RequirementFailed``; the run has failed then.
  public func endDay(
    _ phones: [Phone<App>], fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async throws {
    try await world.nemesis?.finish()
    try await rest(phones, fileID: fileID, filePath: filePath, line: line)
    var all = phones
    // One fresh phone costs as much as another; the seed says whose it is.
    var draws = DayDraws(world.choices, step: 1 << 20)
    let users = phones.reduce(into: [String]()) { users, phone in
      if !users.contains(phone.user) { users.append(phone.user) }
    }
    if let user = draws.pick(users) {
      all.append(try await phone("Fresh \(user)", user: user, fixed: true))
      try await agree(all)
    }
    try await lookAround(all) { try await agree(all) }
  }

  /// Waits until nothing is unfinished and nothing differs.
  private func agree(_ phones: [Phone<App>]) async throws {
    let deadline = world.now.advanced(by: Self.restLimit)
    let end = world.now.advanced(by: Self.patience)
    var isPatient = true
    var pause = Duration.milliseconds(500)
    while true {
      try await world.sleep(for: pause)
      pause = min(pause * 2, .seconds(20))
      for phone in phones { try await phone.bringBack() }
      var open: [String] = []
      for phone in phones { open += await phone.unanswered() }
      var differences: [DayDifference] = []
      if open.isEmpty { differences = await self.differences(among: phones) }
      if open.isEmpty, differences.isEmpty { return }
      if isPatient, world.now >= end {
        isPatient = false
        for phone in phones { network.resetUnopened(of: phone.host) }
      }
      guard world.now >= deadline else { continue }
      if let first = differences.first {
        throw fail(first.statement, first.facts + differences.dropFirst().flatMap(\.facts))
      }
      throw fail("every write to be answered", open)
    }
  }

  private func fail(_ statement: String, _ facts: [String]) -> RequirementFailed {
    let limit = Self.restLimit.stopwatch
    world.fail(
      Failure(
        kind: "oracle", expected: "at rest \(statement)",
        observed: ["\(limit) after everything has healed:"] + facts.prefix(12)))
    return RequirementFailed(description: "expected at rest \(statement)")
  }
}

extension Phone {
  /// Brings the app to the foreground, launching it where it is gone.
  func bringBack() async throws {
    switch lifeState {
    case .terminated: try await launch()
    case .background, .suspended: try await enterForeground()
    case .inactive where notifications.shade.isPromptShown:
      try await answerNotificationPrompt(allows: true)
    case .inactive: try await uncover()
    case .foreground: break
    }
  }

  /// The writes that the backend has not answered, each after the phone's name.
  func unanswered() async -> [String] {
    guard let database else { return [] }
    return await database.unfinished.map { "\(name): \($0)" } + unkept
  }
}
