/// A place where a source breaks a rule of the house.
struct Untidiness: Hashable, CustomStringConvertible {
  let path: String
  /// Counted from 1.
  let line: Int
  /// What is wrong, and what to do.
  let text: String

  var description: String { "\(path):\(line): \(text)" }
}

/// A rule that every source must keep.
protocol TidyCheck {
  /// The places of a file that break the rule.
  func findings(in file: SourceFile) -> [Untidiness]
}

extension TidyCheck {
  /// The places of some files that break the rule.
  func findings(in files: [SourceFile]) -> [Untidiness] {
    files.flatMap { findings(in: $0) }
  }
}
