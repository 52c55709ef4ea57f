import Foundation
import Simulator

/// Where replay tokens come from: typed as they are, or in a file.
enum TokenSource {
  /// The tokens of an argument: of the file of that name if there is one, else the argument itself.
  static func tokens(in argument: String) throws(UsageError) -> [ReplayToken] {
    guard FileManager.default.fileExists(atPath: argument) else {
      return [try token(argument)]
    }
    let text: String
    do {
      text = try String(contentsOfFile: argument, encoding: .utf8)
    } catch {
      throw .unreadable(path: argument, reason: error.localizedDescription)
    }
    var tokens: [ReplayToken] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.hasPrefix("{") {
        if let found = failedRun(in: line) { tokens.append(try token(found)) }
      } else if !line.isEmpty, !line.hasPrefix("#") {
        tokens.append(try token(line))
      }
    }
    guard !tokens.isEmpty else {
      throw .unreadable(
        path: argument, reason: "it holds neither a replay token nor the result of a failed run")
    }
    return tokens
  }

  private static func token(_ text: String) throws(UsageError) -> ReplayToken {
    do {
      return try ReplayToken(parsing: text)
    } catch {
      throw .token(error, text: text)
    }
  }

  private struct ResultLine: Decodable {
    struct Failure: Decodable {
      let replay: String
    }
    let failure: Failure?
  }

  private static func failedRun(in line: String) -> String? {
    guard line.contains("\"replay\"") else { return nil }
    return (try? JSONDecoder().decode(ResultLine.self, from: Data(line.utf8)))?.failure?.replay
  }
}
