internal import Devices

// What stories and failures print of a screen.

extension Screen: CustomStringConvertible {
  /// The screen drawn with characters, without what is covered.
  public var description: String {
    var lines: [String] = []
    if let sheet {
      lines.append(sheet.description)
    } else if let thread {
      lines.append(
        "‹ \(thread.photo.photoMark)\(thread.title)\(thread.subtitle.map { " (\($0))" } ?? "")")
      for message in thread.pinned { lines.append("  (pinned: \(message.text))") }
      if thread.bubbles.isEmpty { lines.append("  (no messages)") }
      if thread.offersNewest {
        lines.append("  (↓ \(thread.bubbles.count - thread.inView.upperBound) below)")
      }
      for bubble in thread.bubbles {
        let mark = bubble.marks.map { " \($0)" } ?? ""
        let label = bubble.receiptLabel.map { " (\($0))" } ?? ""
        if let photo = bubble.photo { lines.append("  \(photo)\(bubble.pageWords)") }
        if let note = bubble.mediaNote { lines.append("  (\(note))") }
        lines.append("  \(bubble.speakerWords): \(bubble.text)  \(bubble.time)\(mark)\(label)")
      }
      if let line = thread.typingLine { lines.append("  (\(line))") }
      if let warning = thread.storageWarning { lines.append("  > ⚠ \(warning)") }
      for preview in thread.previews { lines.append("  > \(preview)") }
      if let notice = thread.writingNotice {
        lines.append("  (\(notice))")
      } else if !thread.composer.isEmpty {
        lines.append("  > \(thread.composer)")
      }
    } else {
      lines.append("Conversations")
      for invitation in invitations {
        let controls = [invitation.accept, invitation.decline].compactMap(\.self)
        lines.append("  ✉ " + ([invitation.text] + controls).joined(separator: "  "))
      }
      if sharesReceipts == false { lines.append("  (read receipts off)") }
      if let search { lines.append("  (search: \(search.words))") }
      if listedConversations.isEmpty { lines.append("  (none)") }
      for row in listedConversations {
        let unread = (row.unread ?? 0) > 0 ? "  [\(row.unread ?? 0) unread]" : ""
        let marks = [
          row.isArchived ? "archived" : nil, row.isMuted ? "muted" : nil,
          row.isInArchive ? "in the archive" : nil, row.tag,
        ].compactMap(\.self).map { "  [\($0)]" }.joined()
        let line = row.departure ?? row.preview
        lines.append("  \(row.photo.photoMark)\(row.title): \(line)\(unread)\(marks)")
      }
    }
    if badge > 0 { lines.append("(badge \(badge))") }
    if let alert { lines.append("! \(alert)") }
    if let question {
      lines.append("? \(question.text)  \(question.cancel)  \(question.confirm)")
    }
    if let prompt { lines.append("?? \(prompt)") }
    if traits != PhoneTraits() { lines.append("(\(traits))") }
    return lines.joined(separator: "\n")
  }

  /// The difference from `earlier`, as one line.
  func changes(since earlier: Screen?) -> String {
    guard let earlier else { return "first screen" }
    var changes: [String] = []
    if earlier.thread?.id != thread?.id {
      changes.append(thread.map { "opened \($0.title)" } ?? "back to the list")
    }
    for bubble in thread?.bubbles ?? [] {
      let before = earlier.thread?.bubbles.first { $0.id == bubble.id }
      if before?.author == nil {
        changes.append("bubble “\(bubble.text)”" + (bubble.marks.map { " \($0)" } ?? ""))
      } else if let before, before.marks != bubble.marks {
        let marks = [before.marks, bubble.marks].map { $0?.description ?? "" }
        changes.append("“\(bubble.text)” \(marks[0]) → \(marks[1])")
      }
      for (index, photo) in bubble.photos.enumerated()
      where index >= before?.photos.count ?? 0 || before?.photos[index] != photo {
        changes.append("\(photo)")
      }
      if let label = bubble.pageLabel, before?.pageLabel != label { changes.append(label) }
      if let note = bubble.mediaNote, before?.mediaNote != note { changes.append(note) }
      if let label = bubble.receiptLabel, before?.receiptLabel != label {
        changes.append("“\(bubble.text)” \(label)")
      }
    }
    if let thread, let before = earlier.thread, thread.id == before.id {
      if thread.pinned != before.pinned {
        changes.append("pinned: \(thread.pinned.map(\.text))")
      }
      if thread.writingNotice != before.writingNotice {
        changes.append(thread.writingNotice ?? "everybody may write")
      }
    }
    if let line = thread?.typingLine, earlier.thread?.typingLine != line { changes.append(line) }
    if thread?.typists.isEmpty != false, earlier.thread?.typists.isEmpty == false {
      changes.append("nobody is typing")
    }
    for row in conversations {
      let before = earlier.conversation(row.id)
      if before?.unread != row.unread {
        changes.append("\(row.title) unread \(before?.unread ?? 0) → \(row.unread ?? 0)")
      }
      if before?.isMuted ?? false != row.isMuted {
        changes.append("\(row.title) \(row.isMuted ? "muted" : "not muted any more")")
      }
      if let departure = row.departure, before?.departure != departure {
        changes.append("\(row.title): \(departure)")
      }
      if before?.isInArchive ?? false != row.isInArchive {
        changes.append("\(row.title) \(row.isInArchive ? "into" : "out of") the archive")
      }
    }
    if invitations != earlier.invitations {
      changes.append("invitations: \(invitations.map(\.text))")
    }
    if let isOn = sharesReceipts, let before = earlier.sharesReceipts, isOn != before {
      changes.append("read receipts \(isOn ? "on" : "off")")
    }
    if let search, search != earlier.search { changes.append("search “\(search.words)”") }
    if sheet != earlier.sheet {
      changes.append(sheet.map { "\($0)".replacing("\n", with: " ") } ?? "sheet closed")
    }
    if let alert, alert != earlier.alert { changes.append("alert “\(alert)”") }
    if let prompt, prompt != earlier.prompt { changes.append("the system asks “\(prompt.text)”") }
    if prompt == nil, earlier.prompt != nil { changes.append("the system's prompt is gone") }
    if traits != earlier.traits {
      changes.append(traits == PhoneTraits() ? "usual look" : "\(traits)")
    }
    if let warning = thread?.storageWarning, earlier.thread?.storageWarning != warning {
      changes.append("warns “\(warning)”")
    }
    if let question, question != earlier.question { changes.append("asks “\(question.text)”") }
    return changes.isEmpty ? "redrawn" : changes.joined(separator: "; ")
  }
}

extension Screen.GroupPhoto? {
  /// What stands before a title for a photo that is on the phone.
  fileprivate var photoMark: String { self?.content == nil ? "" : "🖼 " }
}

extension Screen.Bubble {
  /// The name of the author.
  fileprivate var speakerWords: String { speaker.isEmpty ? author?.text ?? "?" : speaker }

  /// The number of the picture, behind it.
  fileprivate var pageWords: String { pageLabel.map { "  \($0)" } ?? "" }
}
