public import Backend
internal import Devices
internal import Harness
internal import Simulator

// Programs that speak the database's protocol without the app, as whoever owns a phone and a debugger can: nothing but the
// rules stops them.

extension ChatWorld {
  /// Requires the rules to refuse a change that a user asks for, or nobody who is signed in.
  ///
  /// The change is new data by path, all or none; `deed` names it in the report. The program leaves a mark with it, as the app
  /// does and some of the rules ask (C-17), unless the change has one of its own or `isMarked` is false.
  ///
  /// - Throws: `RequirementFailed`; the run has failed then.
  public func refuses(
    _ user: String?, _ deed: String, _ changes: [Path: Node], isMarked: Bool = true,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async throws {
    world.reaches(fileID, filePath, line)
    let isTaken = await take(changes, from: user, isMarked: isMarked)
    try require(
      !isTaken, "the rules to refuse \(user ?? "nobody"): \(deed)", fileID: fileID,
      filePath: filePath, line: line)
  }

  /// Requires the rules to accept a change; it takes effect. The program leaves a mark with it, as
  /// ``refuses(_:_:_:isMarked:fileID:filePath:line:)`` does.
  ///
  /// - Throws: `RequirementFailed`; the run has failed then.
  public func accepts(
    _ user: String?, _ deed: String, _ changes: [Path: Node], isMarked: Bool = true,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async throws {
    world.reaches(fileID, filePath, line)
    let isTaken = await take(changes, from: user, isMarked: isMarked)
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

  private func take(_ changes: [Path: Node], from user: String?, isMarked: Bool) async -> Bool {
    // order: sorted by their paths.
    let sorted = changes.sorted { $0.key.description < $1.key.description }
    var write = sorted.map { PathChange($0.key, $0.value) }
    if isMarked, let user { write += await mark(of: UserID(user), besides: write) }
    return await backend.takes(write, from: user)
  }

  /// The next mark of a user's program; none where the rules ask for none, or where a change leaves one already.
  private func mark(of user: UserID, besides changes: [PathChange]) async -> [PathChange] {
    let marks = ChatPaths.marks(of: user)
    let own = [marks, ChatPaths.lastMark(of: user)]
    let needing = [Path([ChatTop.conversations]), ChatPaths.cleared(of: user)]
    func touches(_ places: [Path]) -> Bool {
      changes.contains { change in places.contains { $0.contains(change.path) } }
    }
    guard touches(needing), !touches(own) else { return [] }
    func mark(_ number: Int) -> OutboxMark {
      OutboxMark(installation: "program", slot: 0, number: number)
    }
    let last = await backend.read(marks.child(mark(0).place)).number ?? 0
    return mark(Int(last) + 1).changes(of: user)
  }
}
