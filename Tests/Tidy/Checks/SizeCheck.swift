/// A file is short enough to be read in one sitting.
struct SizeCheck: TidyCheck {
  private static let lineLimit = 500

  func findings(in file: SourceFile) -> [Untidiness] {
    let count = file.lines.count - (file.lines.last == "" ? 1 : 0)
    guard count > Self.lineLimit else { return [] }
    return [
      Untidiness(
        path: file.path, line: count,
        text: "\(count) lines; split it by topic, \(Self.lineLimit) is the limit")
    ]
  }
}
