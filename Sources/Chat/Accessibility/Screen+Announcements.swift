extension Screen {
  /// What is to be announced when this screen takes the place of another one of the same app.
  ///
  /// Only what the person has in front of them: an alert; in the open thread new statuses of their own messages, what became
  /// of pictures, and messages that arrive. Nothing of what a sheet or an alert covers, or the window does not hold, and
  /// nothing of a thread that has just been opened. One change is told once, since each is seen between two screens only;
  /// several of one kind are counted.
  ///
  /// Source: Apple, `UIAccessibility.Notification.announcement`. Which changes are announced, and how, is ours.
  func announcements(since earlier: Screen) -> [String] {
    if let alert, earlier.alert != alert { return [alert] }
    guard !isCovered, !earlier.isCovered, sheet == nil, earlier.sheet == nil, let thread,
      let before = earlier.thread, before.id == thread.id
    else { return [] }
    return thread.statusAnnouncements(since: before, in: words)
      + thread.pictureAnnouncements(since: before, in: words)
      + thread.arrivalAnnouncements(since: before, in: words)
  }
}

extension Screen.MessageThread {
  /// The bubbles that the window holds and the earlier one held too, with what they were there.
  private func kept(
    since earlier: Screen.MessageThread
  ) -> [(before: Screen.Bubble, now: Screen.Bubble)] {
    let before = Dictionary(earlier.bubblesInView.map { ($0.id, $0) }) { first, _ in first }
    return bubblesInView.compactMap { bubble in
      // Those that nothing has changed since are one in memory.
      before[bubble.id].flatMap { $0 === bubble ? nil : ($0, bubble) }
    }
  }

  /// What became of messages of the viewer's own: of one with its text, of several with their number.
  fileprivate func statusAnnouncements(
    since earlier: Screen.MessageThread, in words: ChatText
  ) -> [String] {
    let changed = kept(since: earlier).filter { pair in
      pair.before.status != nil && pair.now.status != .sending
        && pair.before.status != pair.now.status
    }.map(\.now)
    var told: [DeliveryStatus] = []
    return changed.compactMap { bubble in
      guard let status = bubble.status, !told.contains(status) else { return nil }
      told.append(status)
      let count = changed.count { $0.status == status }
      let subject = count == 1 ? bubble.text : words.counted(.messagesOfDay, count)
      return words.listed([subject, words.spoken(status)])
    }
  }

  /// Pictures that could not be sent or fetched, and those that are sent now.
  fileprivate func pictureAnnouncements(
    since earlier: Screen.MessageThread, in words: ChatText
  ) -> [String] {
    var announcements: [String] = []
    // The pictures of a message that was refused are not on their way any more.
    for (before, now) in kept(since: earlier) where now.status != .failed {
      for (old, new) in zip(before.photos, now.photos) {
        var news: String?
        if let failure = new.failure, old.failure != failure { news = failure }
        if old.progress != nil, new.progress == nil, new.failure == nil {
          news = words[new.isVideo ? .videoSent : .photoSent]
        }
        guard let news else { continue }
        let words = words.listed([now.text, news])
        if !announcements.contains(words) { announcements.append(words) }
      }
    }
    return announcements
  }

  /// Messages of others that have arrived: one as it was said, several by their number.
  fileprivate func arrivalAnnouncements(
    since earlier: Screen.MessageThread, in words: ChatText
  ) -> [String] {
    let known = Set(earlier.ids)
    // What scrolling reveals stands above what was there.
    let oldest = bubbles.firstIndex { known.contains($0.id) } ?? 0
    let arrived = bubbles.indices.filter { index in
      index >= oldest && inView.contains(index) && bubbles[index].status == nil
        && !known.contains(bubbles[index].id)
    }.map { bubbles[$0] }
    if arrived.count > 1 { return [words.counted(.spokenArrivals, arrived.count)] }
    return arrived.map { bubble in
      let isPlaceholder = words.says(.photo, bubble.text) || words.says(.video, bubble.text)
      let photo = bubble.photo.map { words[$0.isVideo ? .videoWord : .photoWord] }
      return words.listed([bubble.said, isPlaceholder ? nil : photo])
    }
  }
}
