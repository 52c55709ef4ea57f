internal import SystemSupport

/// The source of a world's security rules.
public enum RulesSource: Sendable {
  /// Rules that are compiled already.
  case compiled(RuleSet)
  /// The text of a rules file.
  case text(String)
  /// A rules file, such as the `database.rules.json` that a team deploys; a relative path counts from the working
  /// directory of the command.
  case file(String)

  /// A rules file of a package: the nearest one above a source file, wherever the command runs.
  ///
  /// If none is found, as on a machine without the sources, the name counts from the working directory.
  ///
  /// ```swift
  /// private static let rules = Result { try RulesSource.nearest("database.rules.json").compile() }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The file's name, or its path from the folder in which it is sought.
  ///   - source: A file of the package, as the compiler knows it.
  public static func nearest(_ name: String, to source: String = #filePath) -> RulesSource {
    var folders = source.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    while !folders.isEmpty {
      let path = (folders + [name[...]]).joined(separator: "/")
      if (try? TextFile.read(path)) != nil { return .file(path) }
      folders.removeLast()
    }
    return .file(name)
  }

  /// The rules, compiled.
  ///
  /// - Throws: ``RulesSourceError`` for a file that cannot be read or rules that have a mistake.
  public func compile() throws(RulesSourceError) -> RuleSet {
    switch self {
    case .compiled(let rules): return rules
    case .text(let text): return try Self.compile(text, from: "the rules given as text")
    case .file(let path): return try Self.compile(Self.read(path), from: path)
    }
  }

  private static func read(_ path: String) throws(RulesSourceError) -> String {
    do throws(TextFileError) {
      return try TextFile.read(path)
    } catch {
      throw .unreadable(path: error.path, reason: error.reason)
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

/// The reason why rules cannot be put into force.
public enum RulesSourceError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file cannot be read.
  case unreadable(path: String, reason: String)
  /// The rules have a mistake, with its line and column.
  case invalid(place: String, RulesError)

  /// The problem, its place and the remedy.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "rules file \(path): \(reason)"
    case .invalid(let place, let error): "\(place): \(error)"
    }
  }
}
