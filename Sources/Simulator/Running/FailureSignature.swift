/// What makes two failures the same: the same statement broke in the same way.
public struct FailureSignature: Hashable, Codable, Sendable, CustomStringConvertible {
  /// How the run ended.
  public let outcome: Outcome
  /// What kind of statement broke, such as "expectation"; empty for a run that no statement ended.
  public let kind: String
  /// Where the statement stands, without its line where it has a text of its own.
  public let place: String

  init(_ failure: Failure) {
    outcome = .failed
    kind = failure.kind
    // An invariant stands in no file; its first line tells which one it is.
    place =
      failure.location?.description
      ?? String(failure.expected.prefix { !$0.isNewline && !("0"..."9" ~= $0) })
  }

  init(_ outcome: Outcome) {
    self.outcome = outcome
    kind = ""
    place = ""
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
