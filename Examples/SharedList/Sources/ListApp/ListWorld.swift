import Rehearsal

/// Phones with the list, and a backend with the list's rules. Below it, what a person does on a phone.
public struct ListWorld: AppWorld {
  public let stage: AppStage

  /// Compiled once in a process: a sweep makes thousands of worlds.
  private static let rules = Result { try RulesSource.nearest("database.rules.json").compile() }

  public init(in world: World) async throws {
    stage = try AppStage(in: world, rules: .compiled(Self.rules.get()))
  }

  public var invariants: [any Invariant<ListApp>] { [NothingComesBack(), NothingIsMadeUp()] }

  public func prepare(_ phone: Phone<ListApp>) async throws {
    await backend.administer(set: true, at: ["members", Key(phone.user)], as: "accounts")
  }
}

extension Phone where App == ListApp {
  public nonisolated func add(
    _ name: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await gesture("add", at: CodeLocation(fileID: fileID, filePath: filePath, line: line)) {
      $0.add(name)
    }
  }

  public nonisolated func rename(
    _ name: String, to other: String, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    await set(.name, of: name, to: .string(other), fileID, filePath, line)
  }

  public nonisolated func tick(
    _ name: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await set(.ticked, of: name, to: true, fileID, filePath, line)
  }

  public nonisolated func remove(
    _ name: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await set(.removed, of: name, to: true, fileID, filePath, line)
  }

  private nonisolated func set(
    _ field: Edit.Field, of name: String, to value: Scalar, _ fileID: String, _ filePath: String,
    _ line: Int
  ) async {
    await gesture(
      "set \(field)", at: CodeLocation(fileID: fileID, filePath: filePath, line: line),
      missing: { $0.list.screen[name] == nil ? "no \(name) on its list" : nil },
      { app in if let line = app.list.screen[name] { app.set(field, of: line.item, to: value) } })
  }
}
