internal import Devices

// Whether something must be judged once more. The app's own comparison alone could hide a change from the judge.

extension Screen.MessageThread {
  /// Whether a thread differs from the one before, by the app's comparison or by what the judge looks at.
  func differs(from before: Screen.MessageThread?) -> Bool {
    guard let before else { return true }
    if self === before { return false }
    guard self == before else { return true }
    return id != before.id || members != before.members || inView != before.inView
      || isReadOnly != before.isReadOnly || typists != before.typists
      || typingLine != before.typingLine
      || bubbles.count != before.bubbles.count
      || zip(bubbles, before.bubbles).contains { $0.differs(from: $1) }
  }
}

extension Screen.Bubble {
  /// Whether a bubble differs from the one before, by the app's comparison or by what the judge looks at.
  func differs(from before: Screen.Bubble?) -> Bool {
    guard let before else { return true }
    // Bubbles never change, and most are on the next screen as they are.
    if self === before { return false }
    guard self == before else { return true }
    return id != before.id || author != before.author || text != before.text
      || status != before.status || receiptLabel != before.receiptLabel
      || isDeleted != before.isDeleted || isEdited != before.isEdited
      || mediaNote != before.mediaNote || photos.isEmpty != before.photos.isEmpty
  }
}
