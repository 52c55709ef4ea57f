import Foundation
internal import Harness
import Simulator

/// The source of replay tokens: an argument as it was typed, or a file.
enum TokenSource {
  /// The tokens of an argument: of the file of that name if there is one, else the argument itself.
  static func tokens(in argument: String) throws(UsageError) -> [ReplayToken] {
    guard FileManager.default.fileExists(atPath: argument) else {
      do {
        return [try token(argument)]
      } catch {
        throw error.usageError(text: argument)
      }
    }
    var tokens: [ReplayToken] = []
    var lines = try ByteLines(argument, needsLastFeed: false)
    while let line = try lines.next() {
      do {
        if let found = try token(line: line) { tokens.append(found) }
      } catch {
        throw .unreadable(path: argument, reason: "line \(lines.number): \(error)")
      }
    }
    guard !tokens.isEmpty else {
      throw .unreadable(
        path: argument, reason: "it holds neither a replay token nor the result of a failed run")
    }
    return tokens
  }

  /// Reads a token; the profile that it names must be there.
  static func token(_ text: String) throws(TokenFlaw) -> ReplayToken {
    let token: ReplayToken
    do throws(TokenError) {
      token = try ReplayToken(parsing: text)
    } catch {
      throw .token(error)
    }
    try ProfileName.check(token)
    return token
  }

  /// The token of a line; nil for a line that holds none.
  private static func token(line: ArraySlice<UInt8>) throws(TokenFlaw) -> ReplayToken? {
    guard let text = String(validating: line, as: UTF8.self) else {
      throw .line("it is no UTF-8 text")
    }
    let word = text.trimmingCharacters(in: .whitespaces.union(["\r"]))
    if word.hasPrefix("{") { return try failedRun(in: Array(word.utf8)[...]) }
    return word.isEmpty || word.hasPrefix("#") ? nil : try token(word)
  }

  /// The run of a line of results, where it failed.
  private static func failedRun(in line: ArraySlice<UInt8>) throws(TokenFlaw) -> ReplayToken? {
    guard let kind = JSONLine.kind(of: line) else {
      throw .line("it " + (JSONLine.strangeness(of: line) ?? "is none"))
    }
    var replay: String?
    do throws(JSONScanner.Flaw) {
      if kind == "result" {
        replay = try ResultRecord(parsing: line).failure?.replay
      } else {
        var scanner = JSONScanner(line)
        try scanner.skip()
        try scanner.end()
      }
    } catch {
      throw .line("it is no JSON of ours: \(error.reason)")
    }
    return try replay.map { text throws(TokenFlaw) in try token(text) }
  }
}

/// The reason why a text, or a line of a file, names no run to replay.
enum TokenFlaw: Error, Hashable, CustomStringConvertible {
  /// It is no token.
  case token(TokenError)
  /// It names a network profile that there is not.
  case profile(UsageError)
  /// It is no line of a file of tokens or results.
  case line(String)

  var description: String {
    switch self {
    case .token(let error): "\(error)"
    case .profile(let error): "\(error)"
    case .line(let reason): reason
    }
  }

  /// The mistake of somebody who typed `text`.
  func usageError(text: String) -> UsageError {
    switch self {
    case .token(let error): .token(error, text: text)
    case .profile(let error): error
    case .line(let reason): .unreadable(path: text, reason: reason)
    }
  }
}
