internal import Simulator

/// The scenarios of one or several modules, in the order of their files and lines.
///
/// The plugin `ScenarioIndex` makes one for each module that applies it, named after the module: the catalog of
/// `ShopScenarios` is `ScenarioCatalog.shopScenarios`.
public struct ScenarioCatalog: Sendable {
  /// The scenarios, each under its name.
  public let scenarios: [Scenario]

  /// Gathers declarations; the list is generated from the scenario files at build time.
  ///
  /// - Parameter home: The folders of the module that declares them.
  public init(_ declarations: [Declaration], home: ScenarioHome? = nil) {
    scenarios = declarations.flatMap(\.scenarios).map { scenario in
      var copy = scenario
      copy.home = home
      return copy
    }
  }

  /// Joins the catalogs of several modules, in their order.
  public init(joining catalogs: [ScenarioCatalog]) {
    scenarios = catalogs.flatMap(\.scenarios)
  }

  /// The reason why the catalog cannot be used, with the mistake and the remedy; nil where it can.
  public var flaw: String? {
    var places: [String: CodeLocation] = [:]
    for scenario in scenarios {
      guard let other = places.updateValue(scenario.location, forKey: scenario.name) else {
        continue
      }
      return """
        two scenarios are called \(scenario.name): those at \(other) and at \(scenario.location); rename one, since \
        a name picks one scenario of a program
        """
    }
    return nil
  }

  /// One `static let` of an `extension Scenarios`.
  public struct Declaration: Sendable {
    let scenarios: [Scenario]

    /// A declaration of one scenario.
    public init(_ name: String, _ scenario: Scenario) {
      scenarios = [scenario.named(name)]
    }

    /// A declaration of a family: `name/member` for members that have a name, else `name/1`, `name/2`, ….
    public init(_ name: String, _ family: [Scenario]) {
      scenarios = family.enumerated().map { index, scenario in
        let member = scenario.name.isEmpty ? "\(index + 1)" : scenario.name
        return scenario.named("\(name)/\(member)")
      }
    }

    /// A declaration of something else, such as a constant that scenarios share.
    public init(_ name: String, _ other: some Any) {
      scenarios = []
    }
  }

  /// The scenarios that `words` pick: by name, family, tag, or covered requirement; all for no words.
  ///
  /// - Throws: ``SelectionError`` for the first word that picks nothing.
  public func selecting(_ words: [String]) throws(SelectionError) -> [Scenario] {
    guard !words.isEmpty else { return scenarios }
    var chosen = Set<String>()
    for word in words {
      let matches = picked(by: word)
      guard !matches.isEmpty else {
        throw SelectionError(word: word, suggestions: suggestions(for: word))
      }
      chosen.formUnion(matches.map(\.name))
    }
    return scenarios.filter { chosen.contains($0.name) }
  }

  /// The scenarios that a word picks: by pattern, by name, family, tag or requirement, else by the beginning of names.
  private func picked(by word: String) -> [Scenario] {
    if let pattern = NamePattern(word) { return scenarios.filter { pattern.matches($0.name) } }
    let named = scenarios.filter { $0.isPicked(by: word) }
    guard named.isEmpty, word.count >= Self.shortestBeginning else { return named }
    return scenarios.filter { $0.name.hasPrefix(word) }
  }

  /// The number of characters from which on a word may be the beginning of names.
  private static let shortestBeginning = 3

  /// The known words that are closest to a mistyped one.
  private func suggestions(for word: String) -> [String] {
    var known: [String] = []
    for scenario in scenarios {
      for candidate in [scenario.name] + scenario.tags.map(\.name) + scenario.covers
      where !known.contains(candidate) {
        known.append(candidate)
      }
    }
    let limit = max(2, word.count / 3)
    let ranked = known.map { ($0, EditDistance.between($0.lowercased(), word.lowercased())) }
      .filter { $0.1 <= limit || $0.0.lowercased().hasPrefix(word.lowercased()) }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    return ranked.prefix(3).map(\.0)
  }
}

/// The folders of a module with scenarios, as they were when it was built.
public struct ScenarioHome: Hashable, Sendable {
  /// The folder of the package, as an absolute path.
  public let package: String
  /// The folder of the module below it, such as `Sources/ShopScenarios`.
  public let folder: String

  /// Names the folders of a module.
  public init(package: String, folder: String) {
    self.package = package
    self.folder = folder
  }
}

extension Scenario {
  func isPicked(by word: String) -> Bool {
    name == word || name.hasPrefix(word + "/") || tags.contains { $0.name == word }
      || covers.contains(word)
  }
}

/// A pattern of names: `*` stands for any characters, `?` for one.
struct NamePattern {
  private let pattern: [Character]

  /// Reads a pattern; nil for a word that has no such characters.
  init?(_ word: String) {
    guard word.contains(where: { $0 == "*" || $0 == "?" }) else { return nil }
    pattern = Array(word)
  }

  /// Whether all of a name fits.
  func matches(_ name: String) -> Bool {
    let name = Array(name)
    // The last star seen, and how much of the name it stands for.
    var (star, taken) = (-1, 0)
    var (place, here) = (0, 0)
    while here < name.count {
      if place < pattern.count, pattern[place] == "*" {
        (star, taken) = (place, here)
        place += 1
      } else if place < pattern.count, pattern[place] == "?" || pattern[place] == name[here] {
        place += 1
        here += 1
      } else if star >= 0 {
        taken += 1
        (place, here) = (star + 1, taken)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == "*" }
  }
}

/// A word that picks no scenario.
public struct SelectionError: Error, Hashable, CustomStringConvertible {
  /// The word as it was typed.
  public let word: String
  /// Known words that it may have been meant to be.
  public let suggestions: [String]

  public var description: String {
    let hint = suggestions.isEmpty ? "" : "; did you mean \(suggestions.joined(separator: ", "))?"
    return """
      no scenario, tag or requirement is called "\(word)"\(hint) \
      the command's `list` shows what there is
      """
  }
}

/// The number of insertions, deletions and replacements that turn one word into another (Levenshtein 1966).
package enum EditDistance {
  /// The number of edits between two words.
  package static func between(_ left: String, _ right: String) -> Int {
    let target = Array(right)
    var row = Array(0...target.count)
    for (rowIndex, character) in left.enumerated() {
      var diagonal = row[0]
      row[0] = rowIndex + 1
      for column in target.indices {
        let replaced = diagonal + (character == target[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
      }
    }
    return row[target.count]
  }
}
