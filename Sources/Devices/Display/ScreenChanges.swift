/// The difference between two screens, line by line of their descriptions.
enum ScreenChanges {
  /// The lines that went, each behind a minus, and those that came, each behind a plus; in their order.
  ///
  /// - Parameter old: The description of the screen before; nil where the app was not on the screen.
  static func text(from old: String?, to new: String) -> String {
    let before = old?.split(separator: "\n") ?? []
    let after = new.split(separator: "\n")
    let difference = after.difference(from: before)
    let gone = difference.removals.map { "- \(line(of: $0))" }
    let come = difference.insertions.map { "+ \(line(of: $0))" }
    return (gone + come).joined(separator: "; ")
  }

  private static func line(of change: CollectionDifference<Substring>.Change) -> Substring {
    switch change {
    case .insert(_, let line, _), .remove(_, let line, _): line
    }
  }
}
