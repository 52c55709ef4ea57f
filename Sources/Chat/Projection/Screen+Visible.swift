extension Screen {
  /// The screen without what something else covers: a thread covers the list, and a sheet the thread.
  public var visible: Screen {
    guard thread != nil else { return self }
    var visible = self
    visible.search = nil
    visible.sharesReceipts = nil
    visible.invitations = []
    visible.conversations = []
    if sheet != nil { visible.thread = nil }
    return visible
  }
}

extension Screen.MessageThread {
  /// The bubbles that the window holds; the others are above it, and below it for who has scrolled up (FG-05).
  public var bubblesInView: ArraySlice<Screen.Bubble> { bubbles[inView] }

  /// Whether an arrow leads down to the newest message: the window does not hold it.
  public var offersNewest: Bool { inView.upperBound < bubbles.count }
}
