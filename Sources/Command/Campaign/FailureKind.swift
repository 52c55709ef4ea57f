internal import Harness
import Simulator

/// The statement that broke in a run, without what differs from run to run: the first rough grouping of failures, which
/// needs no story.
struct FailureKind: Hashable, Sendable, CustomStringConvertible {
  /// The kind in words; the same for equal kinds.
  let description: String

  /// The kind of a failure, without what it says of the phones and users of the day and between quotation marks.
  init(of result: RunResult) {
    guard let failure = result.failure else {
      description = "\(result.outcome.rawValue) in \(result.scenario)"
      return
    }
    var text = "\(failure)".replacing(/“[^”]*”/, with: "“”")
    for phone in result.day?.phones ?? [] {
      text = text.replacing(phone.name, with: "*").replacing(phone.user, with: "*")
    }
    description = text.replacing(/\*\d+/, with: "*")
  }

  /// Reads what ``description`` said.
  init(_ description: String) { self.description = description }
}
