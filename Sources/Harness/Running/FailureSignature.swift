public import Simulator

/// The identity of a failure. Two failures are the same when the same statement broke in the same way.
public struct FailureSignature: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The outcome of the run.
  public let outcome: Outcome
  /// The kind of statement that broke, such as "expectation"; empty for a run that no statement ended.
  public let kind: String
  /// The place of the statement, or the first line of one that is in no source file, up to its first digit. For a run
  /// that no statement ended, the reason of its verdict; for a crash, its cause.
  public let place: String

  init(_ failure: Failure) {
    outcome = .failed
    kind = failure.kind
    // An invariant stands in no file; its first line tells which one it is.
    place =
      failure.location?.description
      ?? String(failure.expected.prefix { !$0.isNewline && !("0"..."9" ~= $0) })
  }

  /// A run that no statement ended, by the reason of its verdict: who waits for what, which bound was hit, what leaked.
  ///
  /// Numbers are left out, which differ from run to run, and so is what follows a semicolon but for a stall, whose
  /// waiting parties are listed so; their order is that of their names.
  init(_ outcome: Outcome, reason: String) {
    self.outcome = outcome
    kind = ""
    let parts = reason.split(separator: ";").map { part in
      var text = ""
      for character in part.drop(while: { $0 == " " }) {
        if !("0"..."9" ~= character) {
          text.append(character)
        } else if text.last != "#" {
          text.append("#")
        }
      }
      return text
    }
    guard outcome == .stalled, let first = parts.first else {
      place = parts.first ?? ""
      return
    }
    let (beginning, waiting) =
      first.firstIndex(of: ":").map { colon in
        (String(first[...colon]), [String(first[colon...].dropFirst(2))])
      } ?? (first, [])
    place = beginning + " " + (waiting + parts.dropFirst()).sorted().joined(separator: "; ")
  }

  /// A run that ended its process, by what ended it.
  init(crashBy cause: String) {
    outcome = .crashed
    kind = ""
    place = cause
  }

  public var description: String {
    [outcome == .failed ? kind : outcome.rawValue, place].filter { !$0.isEmpty }
      .joined(separator: " at ")
  }
}
