internal import Devices

// What the invariants make of a message's row by themselves; the app's own reckoning is not asked.

/// The place of a message in its thread: by the backend's time, or the phone's guess of it where it was not told, and at the
/// end what the backend has not accepted; within a millisecond by the ids.
struct PlaceAtRest: Comparable {
  let milliseconds: Int64
  let id: MessageID

  init(_ message: MessageFact) {
    id = message.id
    if let time = message.serverMilliseconds {
      milliseconds = time
    } else if let guess = message.guessedMilliseconds {
      milliseconds = guess
    } else {
      milliseconds = .max
    }
  }

  static func < (left: PlaceAtRest, right: PlaceAtRest) -> Bool {
    left.milliseconds == right.milliseconds
      ? left.id < right.id : left.milliseconds < right.milliseconds
  }
}

extension MessageFact {
  /// Whether the backend has refused it, and nobody has tried it again.
  var isRefused: Bool { if case .failed = submission { true } else { false } }

  /// Whether somebody else's message can be unread: it is a person's, and not a tombstone (C-33, C-55).
  var canBeUnread: Bool { author.text != "system" && !isDeleted }

  /// Whether a text is what this message says to a viewer, in any language that has a table.
  ///
  /// - Parameter names: The names that accounts may bear; a table, because a closure that looks them up would hold
  ///   a copy of all that lies around it.
  func says(
    _ text: String, to viewer: UserID, in words: ChatText, names: [UserID: Set<String>]
  ) -> Bool {
    if isDeleted { return words.says(.deletedMessage, text) }
    if let notice {
      return StoredNotice(notice).isTold(by: text, to: viewer, in: words) { names[$0] ?? [] }
    }
    if !self.text.isEmpty { return text == self.text }
    if isMediaDeleted { return words.says(.mediaDeleted, text) }
    guard let first = attachments.first else { return text.isEmpty }
    return words.says(first.contentType.hasPrefix("video/") ? .video : .photo, text)
  }
}
