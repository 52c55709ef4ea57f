import Simulator

/// One journal entry as it is told from process to process.
struct JournalLine: Equatable, Sendable {
  let digest: UInt64
  let nanoseconds: Int64
  let kind: Journal.Kind
  let subject: String
  let text: String

  init(_ entry: Journal.Entry) {
    digest = entry.digest
    nanoseconds = entry.instant.nanoseconds
    kind = entry.kind
    subject = entry.subject
    text = entry.text
  }

  init(digest: UInt64, nanoseconds: Int64, kind: Journal.Kind, subject: String, text: String) {
    self.digest = digest
    self.nanoseconds = nanoseconds
    self.kind = kind
    self.subject = subject
    self.text = text
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
  /// - Parameters:
  ///   - names: What the two runs are called.
  ///   - there: Returns the entries of the other run one by one, nil behind the last.
  static func text(
    here: some Sequence<JournalLine>,
    called names: (here: String, there: String) = ("one process", "another process"),
    there: () -> JournalLine?
  ) -> String {
    var number = 0
    var common: JournalLine?
    for ours in here {
      number += 1
      let theirs = there()
      if let theirs, theirs.digest == ours.digest {
        common = ours
        continue
      }
      return tell(number, ours, theirs, called: names, after: common)
    }
    if let theirs = there() {
      return tell(number + 1, nil, theirs, called: names, after: common)
    }
    return """
      played alone in two fresh processes, the run wrote the same \(number) events: an earlier run of \
      the same process left something behind (a global, a static), or the difference comes and goes
      """
  }

  private static func tell(
    _ number: Int, _ ours: JournalLine?, _ theirs: JournalLine?,
    called names: (here: String, there: String), after common: JournalLine?
  ) -> String {
    [
      "the first event that differs is number \(number):",
      "\(names.here): \(ours?.story ?? "the run is over")",
      "\(names.there): \(theirs?.story ?? "the run is over")",
      common.map { "both had before: \($0.story)" },
    ].compactMap(\.self).joined(separator: "\n")
  }
}
