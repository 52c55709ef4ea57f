public import Backend
internal import Simulator

// What it cost: counts of the backend's meter, for assertions such as "one batch" and "no write at all".

extension AppWorld {
  /// Reads the backend's meter, which counts its work since the world's beginning. The difference of two readings is
  /// the work between them.
  ///
  /// ```swift
  /// let before = await world.meter()
  /// await bob.open(chat)
  /// try await alice.expect { $0.bubble(hello)?.status == .read }
  /// let spent = await world.meter() - before
  /// try world.require(spent[.batches, uid: "bob"] == 1, "one batch; there were \(spent)")
  /// ```
  public func meter() async -> MeterReading {
    await backend.meter()
  }

  /// Returns what a phone listens to on the backend, with its queries, in order: what a screen that was left still follows
  /// costs traffic, and battery, for ever.
  public func listens(by phone: Phone<App>) async -> [String] {
    await backend.listens(of: phone.name)
  }

  /// Requires the backend to count exactly so much of a kind for a phone while `body` runs.
  ///
  /// The count ends with the body: let it wait for the effect it is about.
  ///
  /// - Throws: ``RequirementFailed``, or what the body throws; the run has failed then.
  public func expect(
    _ count: Int, _ kind: MeterKind, by phone: Phone<App>, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, during body: () async throws -> Void
  ) async throws {
    let before = await meter()
    try await body()
    let spent = await meter() - before
    let found = spent[kind, device: phone.name]
    try require(
      found == count,
      "\(count) \(kind) by \(phone.name); the backend counted \(found), in all:\n\(spent)",
      fileID: fileID, filePath: filePath, line: line)
  }

  /// Requires a phone to make exactly so many writes of several paths while `body` runs.
  ///
  /// - Throws: ``RequirementFailed``, or what the body throws; the run has failed then.
  public func expectBatches(
    _ count: Int, by phone: Phone<App>, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, during body: () async throws -> Void
  ) async throws {
    try await expect(
      count, .batches, by: phone, fileID: fileID, filePath: filePath, line: line, during: body)
  }

  /// Requires a phone to write nothing, not even in vain, while `body` runs.
  ///
  /// - Throws: ``RequirementFailed``, or what the body throws; the run has failed then.
  public func expectNoWrites(
    by phone: Phone<App>, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, during body: () async throws -> Void
  ) async throws {
    let before = await meter()
    try await body()
    let spent = await meter() - before
    let attempts = [MeterKind.writes, .refusals, .staleTransactions]
      .reduce(0) { $0 + spent[$1, device: phone.name] }
    try require(
      attempts == 0, "no write by \(phone.name); the backend counted, in all:\n\(spent)",
      fileID: fileID, filePath: filePath, line: line)
  }
}
