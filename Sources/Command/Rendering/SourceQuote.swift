import Foundation
internal import Harness
import Simulator

/// The lines of a source file on which a statement stands.
struct SourceQuote {
  /// The lines, each behind its number.
  let lines: [String]
  /// The statement in one line.
  let statement: String

  /// The largest number of lines of a statement that are quoted.
  private static let limit = 8

  /// Quotes the statement that begins at `location`; nil when the file cannot be read.
  init?(_ location: CodeLocation) {
    guard let source = try? String(contentsOfFile: location.filePath, encoding: .utf8) else {
      return nil
    }
    self.init(source: source, line: location.line)
  }

  /// Quotes the statement that begins at `line`, counted from 1, up to where its brackets are closed.
  init?(source: String, line: Int) {
    let all = source.split(separator: "\n", omittingEmptySubsequences: false)
    guard all.indices.contains(line - 1) else { return nil }
    var quoted: [Substring] = []
    var depth = 0
    for text in all[(line - 1)...].prefix(Self.limit) {
      quoted.append(text)
      for character in text {
        if "([{".contains(character) { depth += 1 }
        if ")]}".contains(character) { depth -= 1 }
      }
      if depth <= 0 { break }
    }
    let margin =
      quoted.filter { !$0.allSatisfy(\.isWhitespace) }
      .map { $0.prefix { $0 == " " }.count }.min() ?? 0
    statement = quoted.joined(separator: " ").split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    let width = "\(line + quoted.count - 1)".count
    lines = quoted.enumerated().map { index, text in
      "\(line + index)".leftPadded(to: width) + " │ " + text.dropFirst(margin)
    }
  }
}

/// Names of scenario files as they are told to a person.
enum ScenarioFile {
  /// The path of a scenario's own file.
  static func path(of scenario: Scenario) -> String { path(of: scenario.location, of: scenario) }

  /// The path below the package of `scenario`, such as `scenarios/groups/Leaving.swift`: a terminal that stands there
  /// opens it.
  static func path(of location: CodeLocation, of scenario: Scenario) -> String {
    guard let home = scenario.home, location.filePath.hasPrefix(home.package + "/") else {
      return path(of: location)
    }
    return String(location.filePath.dropFirst(home.package.count + 1))
  }

  /// The path from the folder of its module on, where nothing is known of the package.
  static func path(of location: CodeLocation) -> String {
    let module = location.fileID.prefix { $0 != "/" }
    guard let range = location.filePath.range(of: "/\(module)/", options: .backwards) else {
      return location.fileID
    }
    return String(location.filePath[range.lowerBound...].dropFirst())
  }
}
