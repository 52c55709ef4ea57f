public import Backend
internal import Devices
internal import Harness
internal import Simulator

// Programs that speak the database's protocol without the app, as whoever owns a phone and a debugger can: nothing but the
// rules stops them.

extension ChatWorld {
  /// Requires the rules to refuse a change that a user asks for, or nobody who is signed in.
  ///
  /// The change is new data by path, all or none; `deed` names it in the report.
  ///
  /// - Throws: `RequirementFailed`; the run has failed then.
  public func refuses(
    _ user: String?, _ deed: String, _ changes: [Path: Node], fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async throws {
    world.reaches(fileID, filePath, line)
    let isTaken = await take(changes, from: user)
    try require(
      !isTaken, "the rules to refuse \(user ?? "nobody"): \(deed)", fileID: fileID,
      filePath: filePath, line: line)
  }

  /// Requires the rules to accept a change; it takes effect.
  ///
  /// - Throws: `RequirementFailed`; the run has failed then.
  public func accepts(
    _ user: String?, _ deed: String, _ changes: [Path: Node], fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async throws {
    world.reaches(fileID, filePath, line)
    let isTaken = await take(changes, from: user)
    try require(
      isTaken, "the rules to let \(user ?? "nobody") \(deed)", fileID: fileID, filePath: filePath,
      line: line)
  }

  /// Requires the rules to show what stands at a path to exactly these of the users that are asked.
  ///
  /// - Throws: `RequirementFailed`; the run has failed then.
  public func shows(
    _ path: Path, _ parameters: QueryParameters = .all, only to: [String], of users: [String?],
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async throws {
    world.reaches(fileID, filePath, line)
    for user in users {
      let isShown = await backend.shows(QuerySpec(path, parameters), to: user)
      try require(
        isShown == user.map(to.contains) ?? false,
        "\(path) to be \(isShown ? "hidden from" : "shown to") \(user ?? "nobody")", fileID: fileID,
        filePath: filePath, line: line)
    }
  }

  private func take(_ changes: [Path: Node], from user: String?) async -> Bool {
    // order: sorted by their paths.
    let sorted = changes.sorted { $0.key.description < $1.key.description }
    return await backend.takes(sorted.map { PathChange($0.key, $0.value) }, from: user)
  }
}
