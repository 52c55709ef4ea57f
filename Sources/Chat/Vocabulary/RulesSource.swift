public import Backend
public import Simulator

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
    case .file(let path): return try Self.compile(Self.read(path), from: path)
    }
  }

  private static func read(_ path: String) throws(RulesSourceError) -> String {
    do throws(TextFileError) {
      return try TextFile.read(path)
    } catch {
      throw .unreadable(error)
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
}

/// Why rules cannot be put into force.
public enum RulesSourceError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file cannot be read.
  case unreadable(TextFileError)
  /// The rules have a mistake, with its line and column.
  case invalid(place: String, RulesError)

  /// What is wrong, where, and what to do.
  public var description: String {
    switch self {
    case .unreadable(let error): "rules file \(error)"
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
