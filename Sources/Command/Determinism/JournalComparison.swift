import Simulator

/// One journal entry as it is told from process to process.
struct JournalLine: Equatable, Sendable {
  let digest: UInt64
  let nanoseconds: Int64
  let kind: Journal.Kind
  let subject: String
  let text: String
  /// The line of the scenario that was reached last; nil before the first one.
  var place: CodeLocation?

  init(_ entry: Journal.Entry, at place: CodeLocation? = nil) {
    self.place = place
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
  ///   - home: The place where the scenario is declared, told where no line of it was reached; nil where that is not known.
  ///   - there: Returns the entries of the other run one by one, nil behind the last.
  static func text(
    here: some Sequence<JournalLine>,
    called names: (here: String, there: String) = ("one process", "another process"),
    in home: CodeLocation? = nil,
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
      return tell(number, ours, theirs, called: names, after: common, in: home)
    }
    if let theirs = there() {
      return tell(number + 1, nil, theirs, called: names, after: common, in: home)
    }
    return """
      played alone in two fresh processes, the run wrote the same \(number) events: an earlier run of \
      the same process left something behind (a global, a static), or the difference comes and goes
      """
  }

  private static func tell(
    _ number: Int, _ ours: JournalLine?, _ theirs: JournalLine?,
    called names: (here: String, there: String), after common: JournalLine?, in home: CodeLocation?
  ) -> String {
    [
      "the first event that differs is number \(number):",
      "\(names.here): \(ours?.story ?? "the run is over")",
      "\(names.there): \(theirs?.story ?? "the run is over")",
      common.map { "both had before: \($0.story)" },
      place(ours, theirs, called: names, in: home),
    ].compactMap(\.self).joined(separator: "\n")
  }

  /// Tells how far the scenario had come, with file and line.
  private static func place(
    _ ours: JournalLine?, _ theirs: JournalLine?, called names: (here: String, there: String),
    in home: CodeLocation?
  ) -> String? {
    switch (ours?.place, theirs?.place) {
    case (let here?, let there?) where here != there:
      "the scenario had come to \(here) in \(names.here), to \(there) in \(names.there)"
    case (let place?, _), (_, let place?): "the scenario had come to \(place)"
    case (nil, nil): home.map { "the scenario is declared at \($0)" }
    }
  }
}
