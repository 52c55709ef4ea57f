public import Backend
internal import FoundationEssentials

/// Where a world's security rules come from.
public enum RulesSource: Hashable, Sendable {
  /// The chat's own rules.
  case chat
  /// The text of a rules file.
  case text(String)
  /// A rules file, such as the `database.rules.json` that a team deploys; a relative path counts from the working
  /// directory of the command.
  case file(String)

  /// The rules, compiled.
  ///
  /// - Throws: ``RulesSourceError`` for a file that cannot be read or rules that have a mistake.
  func compile() throws(RulesSourceError) -> RuleSet {
    switch self {
    case .chat: return .chat
    case .text(let text): return try Self.compile(text, from: "the rules given as text")
    case .file(let path): return try Self.compile(try Self.read(path), from: path)
    }
  }

  private static func compile(
    _ text: String, from place: String
  ) throws(RulesSourceError) -> RuleSet {
    do throws(RulesError) {
      return try RuleSet(text)
    } catch {
      throw .invalid(place: place, error)
    }
  }

  private static func read(_ path: String) throws(RulesSourceError) -> String {
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch let error as CocoaError {
      throw .unreadable(path: path, reason: reason(for: error))
    } catch {
      throw .unreadable(path: path, reason: "\(error)")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw .unreadable(path: path, reason: "it is no UTF-8 text")
    }
    return text
  }

  private static func reason(for error: CocoaError) -> String {
    switch error.code {
    case .fileReadNoSuchFile, .fileNoSuchFile: "there is no such file"
    case .fileReadNoPermission: "it may not be read by this user"
    default: "it cannot be read as a file (\(error.code.rawValue))"
    }
  }
}

/// Why rules cannot be put into force.
public enum RulesSourceError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file cannot be read.
  case unreadable(path: String, reason: String)
  /// The rules have a mistake, with its line and column.
  case invalid(place: String, RulesError)

  /// What is wrong, where, and what to do.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason):
      "rules file \(path): \(reason); give its path from the directory in which the command runs"
    case .invalid(let place, let error): "\(place): \(error)"
    }
  }
}

extension ChatWorld {
  /// Puts a team's own rules into force; before the first phone.
  ///
  /// - Throws: ``RulesSourceError`` for a file that cannot be read or rules that have a mistake, and ``BackendError``
  ///   once a phone has connected or something was written.
  public func use(rules: RulesSource) async throws {
    try await backend.use(rules: try rules.compile())
  }
}
