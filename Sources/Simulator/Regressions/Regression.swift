/// A run that failed once, kept so that it is played first ever after.
///
/// A small text: lines of `name: value`, in any order; empty lines and those that begin with `#` are for people.
public struct Regression: Hashable, Sendable, CustomStringConvertible {
  /// How to play it.
  public let token: ReplayToken
  /// What broke, such as "expectation at scenarios/OfflineReads.swift:31".
  public let failure: String
  /// What was expected, in one line.
  public let expected: String

  /// Keeps a run that failed; nil for one that passed.
  public init?(_ result: RunResult) {
    guard let failure = result.failure, let story = result.story else { return nil }
    token = result.token
    self.failure = failure.description
    expected = story.summary.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// Reads a text.
  ///
  /// - Throws: ``RegressionError`` naming what is wrong.
  public init(parsing text: String) throws(RegressionError) {
    var values: [String: String] = [:]
    for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      guard let colon = line.firstIndex(of: ":") else { throw .line(String(line)) }
      let name = String(line[..<colon])
      guard ["token", "failure", "expected"].contains(name) else { throw .line(String(line)) }
      guard values[name] == nil else { throw .repeated(name) }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      values[name] = String(value)
    }
    guard let token = values["token"] else { throw .missing("token") }
    do {
      self.token = try ReplayToken(parsing: token)
    } catch {
      throw .token(error)
    }
    failure = values["failure"] ?? ""
    expected = values["expected"] ?? ""
  }

  /// The text that ``init(parsing:)`` reads.
  public var description: String {
    """
    # A run that failed once. `rehearse` and `swift test` play it first; `rehearse regressions` tells more.
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

/// Why a text is no regression.
public enum RegressionError: Error, Hashable, CustomStringConvertible {
  /// A line is not `token:`, `failure:` or `expected:` and a value.
  case line(String)
  /// A value is there twice.
  case repeated(String)
  /// A value is not there.
  case missing(String)
  /// The token is malformed.
  case token(TokenError)

  public var description: String {
    switch self {
    case .line(let text):
      "the line \"\(text)\" is none of token:, failure:, expected: and a value, or a # comment"
    case .repeated(let name): "\(name): is there twice"
    case .missing(let name): "there is no \(name): line"
    case .token(let error): error.description
    }
  }
}
