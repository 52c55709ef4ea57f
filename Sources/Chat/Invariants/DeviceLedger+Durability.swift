internal import Devices

// What a phone shows survives a crash in the very next step (I-17).

extension DeviceLedger {
  /// Checks that everything on the screen would survive a crash in the very next step (I-17).
  mutating func judgeDurability(
    of bubbles: [Screen.Bubble], in thread: Screen.MessageThread
  ) {
    for bubble in bubbles {
      guard disk.conversation(of: bubble.id) != nil else {
        return lose("\(what(bubble)) is on the screen", "not on the disk")
      }
      if bubble.status == .sending, !disk.isQueued(bubble.id) {
        return lose("\(what(bubble)) is shown as sending", "not in the outbox on the disk")
      }
      if let problem = difference(of: bubble) {
        return lose("\(what(bubble)) is shown \(problem)", "not so on the disk")
      }
    }
    judgeRestored(thread)
  }

  /// What a bubble shows of the content of a message and its row on the disk does not say.
  private func difference(of bubble: Screen.Bubble) -> String? {
    guard let message = disk.message(bubble.id) else { return "though its row was deleted" }
    if bubble.isDeleted != message.isDeleted {
      return bubble.isDeleted ? "as deleted" : "as not deleted"
    }
    if bubble.isEdited != (message.revision > 0) {
      return bubble.isEdited ? "as edited" : "as not edited"
    }
    if bubble.author != message.author { return "as by \(bubble.author?.text ?? "nobody")" }
    if bubble.photos.isEmpty != message.attachments.isEmpty {
      return bubble.photos.isEmpty ? "without its pictures" : "with pictures"
    }
    if bubble.mediaNote != nil, !message.isMediaDeleted { return "as one that has lost its media" }
    let isRight = message.says(
      bubble.text, to: user, in: policies.text, names: disk.names)
    return isRight ? nil : "with this text"
  }

  private func what(_ bubble: Screen.Bubble) -> String {
    "\(named(bubble.id, bubble.text)) on \(phone)"
  }

  mutating func judgeSeen(_ id: MessageID) {
    guard disk.isCountable(id), !disk.isSeen(id), !disk.isReadByUser(id),
      let conversation = disk.conversation(of: id), !disk.hasLeft(conversation)
    else { return }
    lose("\(id) was seen on \(phone)", "not so on the disk")
  }

  /// The first time that a thread is shown after a launch, it shows all that it has ever shown.
  private mutating func judgeRestored(_ thread: Screen.MessageThread) {
    guard unverified.remove(thread.id) != nil, thread.bubbles.count < viewport else { return }
    let present = Set(thread.bubbles.map(\.id))
    let lost = (shown[thread.id] ?? []).filter { !present.contains($0) && !disk.isDeleted($0) }
    guard let first = lost.min() else { return }
    lose("\(first) was shown on \(phone) before the app's end", "not shown after it")
  }

  private mutating func lose(_ fact: String, _ fate: String) {
    breaches.append(
      Breach(of: "I-17", "every fact that is shown to survive a crash", "\(fact) and \(fate)"))
  }
}
