internal import Harness
import Simulator

/// The statement that broke in a run, without what differs from run to run: the first rough grouping of failures, which
/// needs no story.
struct FailureKind: Hashable, Sendable, CustomStringConvertible {
  /// The kind in words; the same for equal kinds.
  let description: String

  /// The kind of a failure, without what it says of the phones and users of the day and between quotation marks.
  init(of result: RunResult) {
    // Where a process ended is told by its story alone, which is made for one run of each scenario.
    guard let failure = result.failure, result.outcome != .crashed else {
      let cause = result.failure.map { "\($0)" } ?? result.outcome.rawValue
      description = "\(cause) in \(result.scenario)"
      return
    }
    var text = "\(failure)".replacing(/“[^”]*”/, with: "“”")
    for phone in result.day?.phones ?? [] {
      text = text.replacing(phone.name, with: "*").replacing(phone.user, with: "*")
    }
    // A text is cut off at its first digit, which may lie in an id.
    description = text.replacing(/\*\d+/, with: "*").replacing(/\(?-[-_A-Za-z]*$/, with: "")
  }

  /// Reads what ``description`` said.
  init(_ description: String) { self.description = description }
}
