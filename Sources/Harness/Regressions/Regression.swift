internal import Simulator

/// A run that failed once, kept so that it is played first ever after.
///
/// A small text: lines of `name: value`, in any order; empty lines and those that begin with `#` are for people.
public struct Regression: Hashable, Sendable, CustomStringConvertible {
  /// The token that plays the run again.
  public let token: ReplayToken
  /// The failure, such as "expectation at scenarios/OfflineReads.swift:31".
  public let failure: String
  /// The expectation that did not hold, in one line.
  public let expected: String

  /// Keeps a run that failed; nil for one that passed.
  public init?(_ result: RunResult) {
    guard let failure = result.failure, let story = result.story else { return nil }
    token = result.token
    self.failure = failure.description.visibleLine
    expected = story.statement.split(whereSeparator: \.isNewline).joined(separator: " ").visibleLine
  }

  /// Reads a text.
  ///
  /// - Throws: ``RegressionError`` naming what is wrong.
  public init(parsing text: String) throws(RegressionError) {
    var values: [String: (value: String, line: Int)] = [:]
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
      let number = index + 1
      if let scalar = line.unicodeScalars.first(where: { $0.isHidden && $0 != "\t" }) {
        throw .control(scalar, line: number)
      }
      let name = String(line.prefix { $0 != ":" })
      guard name.count < line.count, ["token", "failure", "expected"].contains(name) else {
        throw .line(String(line), line: number)
      }
      guard values[name] == nil else { throw .repeated(name, line: number) }
      values[name] = (String(line.dropFirst(name.count + 1).drop { $0 == " " }), number)
    }
    guard let token = values["token"] else { throw .missing("token") }
    do {
      self.token = try ReplayToken(parsing: token.value)
    } catch {
      throw .token(error, line: token.line)
    }
    guard text.last?.isNewline ?? false else { throw .cutOff(line: lines.count) }
    failure = values["failure"]?.value ?? ""
    expected = values["expected"]?.value ?? ""
  }

  /// The text that ``init(parsing:)`` reads.
  public var description: String {
    """
    # A run that failed once. The command and `swift test` play it first; its subcommand `regressions` tells more.
    token: \(token)
    failure: \(failure)
    expected: \(expected)

    """
  }

  /// The name of its file: the scenario, and a number that tells its runs apart, in every build mode.
  public var fileName: String {
    let plain = ReplayToken(
      scenario: token.scenario, configuration: token.configuration, mode: .release)
    let number = Hexadecimal.text(StableHash.of(plain.description)).prefix(8)
    let name = token.scenario.map { $0.isLetter || $0.isNumber ? $0 : "-" }
    return "\(String(name))-\(number).regression"
  }
}

/// An error in the text of a regression.
public enum RegressionError: Error, Hashable, CustomStringConvertible {
  /// A line is not `token:`, `failure:` or `expected:` and a value.
  case line(String, line: Int)
  /// A value is there twice.
  case repeated(String, line: Int)
  /// A value is not there.
  case missing(String)
  /// A character stands in a line that no text has.
  case control(Unicode.Scalar, line: Int)
  /// The last line does not end: a part may be lost.
  case cutOff(line: Int)
  /// The token is malformed.
  case token(TokenError, line: Int)

  public var description: String {
    let remedy = "mend it, or take the file from version control again"
    switch self {
    case .line(let text, let line):
      return """
        line \(line), "\(Self.shortened(text))", is none of token:, failure:, expected: and a value, or a # \
        comment; \(remedy)
        """
    case .repeated(let name, let line):
      return "line \(line): \(name): is there twice; keep one of them"
    case .missing(let name): return "there is no \(name): line; \(remedy)"
    case .control(let scalar, let line):
      return
        "line \(line) holds the character \(scalar.writtenOut), so the file is damaged; \(remedy)"
    case .cutOff(let line):
      return "line \(line) does not end, so the file may have been cut off; \(remedy)"
    case .token(let error, let line): return "line \(line): \(error)"
    }
  }

  private static func shortened(_ text: String) -> String {
    text.count > 80 ? text.prefix(79) + "…" : text
  }
}
