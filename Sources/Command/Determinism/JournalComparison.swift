import Simulator

/// One journal entry as it is told from process to process.
struct JournalLine: Equatable, CustomStringConvertible {
  let digest: UInt64
  let nanoseconds: Int64
  let subject: String
  let text: String

  init(_ entry: Journal.Entry) {
    digest = entry.digest
    nanoseconds = entry.instant.nanoseconds
    subject = entry.subject
    text = entry.text
  }

  /// Reads a line; nil when it is not one.
  init?(parsing line: String) {
    let parts = line.split(separator: "\t", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, let digest = UInt64(parts[0], radix: 16),
      let nanoseconds = Int64(parts[1])
    else { return nil }
    self.digest = digest
    self.nanoseconds = nanoseconds
    subject = String(parts[2])
    text = String(parts[3])
  }

  /// Four fields between tabs; what would break a line is told by a sign.
  var description: String {
    [Hexadecimal.text(digest), "\(nanoseconds)", Self.flat(subject), Self.flat(text)]
      .joined(separator: "\t")
  }

  private static func flat(_ text: String) -> String {
    String(text.map { $0.isNewline ? "⏎" : $0 == "\t" ? " " : $0 })
  }

  /// The entry for a person.
  var story: String {
    "\(Instant(nanoseconds: nanoseconds))  \(subject): \(Self.flat(text))"
  }
}

/// Two journals of what should be the same run.
enum JournalComparison {
  /// Tells the first entry that differs.
  ///
  /// - Parameter there: Returns the entries of the other process one by one, nil behind the last.
  static func text(here: some Sequence<JournalLine>, there: () -> JournalLine?) -> String {
    var number = 0
    var common: JournalLine?
    for ours in here {
      number += 1
      let theirs = there()
      if let theirs, theirs.digest == ours.digest {
        common = ours
        continue
      }
      return tell(number, ours, theirs, after: common)
    }
    if let theirs = there() { return tell(number + 1, nil, theirs, after: common) }
    return """
      recorded once more, both processes wrote the same \(number) events: the difference comes and \
      goes from run to run
      """
  }

  private static func tell(
    _ number: Int, _ ours: JournalLine?, _ theirs: JournalLine?, after common: JournalLine?
  ) -> String {
    [
      "the first event that differs is number \(number):",
      "here: \(ours?.story ?? "the run is over")",
      "fresh process: \(theirs?.story ?? "the run is over")",
      common.map { "both had before: \($0.story)" },
    ].compactMap(\.self).joined(separator: "\n")
  }
}
