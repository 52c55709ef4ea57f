extension Screen {
  /// The screen without what something else covers: a thread covers the list, and a sheet the thread.
  ///
  /// Of the list an open thread leaves the number of its own unread messages, on the arrow that leads down to them.
  public var visible: Screen {
    guard thread != nil else { return self }
    var visible = self
    visible.search = nil
    visible.invitations = []
    if sheet != nil { visible.thread = nil }
    visible.conversations =
      sheet == nil
      ? thread.map {
        [ConversationRow(id: $0.id, title: $0.title, preview: "", unread: $0.unread)]
      } ?? []
      : []
    return visible
  }
}

extension Screen.MessageThread {
  /// The bubbles that the window holds; the others are above it, and below it for who has scrolled up (FG-05).
  public var bubblesInView: ArraySlice<Screen.Bubble> { bubbles[inView] }

  /// Whether an arrow leads down to the newest message: the window does not hold it.
  public var offersNewest: Bool { inView.upperBound < bubbles.count }
}
