internal import Backend
internal import Devices

extension BackendLedger {
  /// Judges how a person's message changes: its text is that of the last accepted edit, so each other text has a higher
  /// number; a tombstone says nothing ever after; who wrote it and when stays.
  ///
  /// An edit may say again what stands there, as of another phone that had not heard of it; so a number may rise alone.
  mutating func judgeEdit(of id: MessageID, _ before: Node, _ after: Node, _ commit: Commit) {
    guard !before.isEmpty, before != after,
      before[child: ChatField.author].scalar != .string("system"),
      let problem = Self.flaw(from: before, to: after)
    else { return }
    report(
      Breach(
        of: "edits", "\(name(id)) to say what its author's last accepted edit says", problem,
        "before: \(before), after: \(after)", "by backend commit \(commit)"))
  }

  /// What is wrong with a change of a message; nil where nothing is.
  private static func flaw(from before: Node, to after: Node) -> String? {
    func isKept(_ field: Key) -> Bool { before[child: field] == after[child: field] }
    func isGone(_ field: Key) -> Bool { after[child: field].isEmpty }
    if after.isEmpty { return "it is gone, and no tombstone is left" }
    if !isKept(ChatField.author) { return "it has another author" }
    if !isKept(ChatField.sentAt) { return "it has another time" }
    let saysNothing = isGone(ChatField.text) && isGone(ChatField.attachments)
    if !before[child: ChatField.deletedAt].isEmpty {
      if !isKept(ChatField.deletedAt) { return "it was deleted, at another time or not any more" }
      return saysNothing ? nil : "it was deleted, and says something"
    }
    if !isGone(ChatField.deletedAt) {
      return saysNothing ? nil : "it is deleted, and says something"
    }
    let (earlier, later) = (revision(of: before), revision(of: after))
    if later < earlier { return "it has been changed \(later) times, and \(earlier) before" }
    if !isKept(ChatField.text), later == earlier {
      return "it has another text, and was changed \(earlier) times as before"
    }
    return nil
  }

  /// How often the text of a message has been changed; zero where nothing says so.
  private static func revision(of message: Node) -> Double {
    if case .number(let number) = message[child: ChatField.revision].scalar { number } else { 0 }
  }
}
