extension Screen {
  /// The elements at which VoiceOver stops, in the order of its focus, which is that of reading.
  ///
  /// Whatever is in front of the rest is modal: of a thread under a sheet or an alert VoiceOver says nothing. Source: Apple,
  /// `accessibilityViewIsModal` and `accessibilityElements`. A control that is drawn beside a message is an element of its
  /// own; those that others reach by a long press, and those in the rows of a list, are actions of their element
  /// (`accessibilityCustomActions`).
  public var accessibilityElements: [AccessibilityElement] {
    if let prompt {
      return [AccessibilityElement(prompt.text, .staticText)]
        + [prompt.limit, prompt.allow, prompt.deny].map { AccessibilityElement($0, .button) }
    }
    if let question {
      return [AccessibilityElement(question.text, .staticText)]
        + [question.cancel, question.confirm].map { AccessibilityElement($0, .button) }
    }
    if let alert {
      return [
        AccessibilityElement(alert, .staticText), AccessibilityElement(words[.alertOK], .button),
      ]
    }
    if let sheet { return sheet.accessibilityElements(in: words) }
    if let thread { return thread.accessibilityElements(in: words) }
    return elementsOfList
  }

  /// The element on which VoiceOver's focus lands when what is in front appears: the picture of the viewer, and elsewhere
  /// the first.
  ///
  /// Source: Apple, `UIAccessibility.Notification.screenChanged`, whose argument is the element to move to. That VoiceOver
  /// takes the first of the new view without one is our reading.
  public var accessibilityFocus: AccessibilityElement? {
    let elements = accessibilityElements
    guard isCovered || pictureViewer == nil else {
      return elements.first { $0.traits.contains(.image) }
    }
    return elements.first
  }

  /// The labels of the elements at which VoiceOver stops, in their order.
  public var accessibilityLabels: [String] { accessibilityElements.map(\.label) }

  /// Whether an alert, a question or a prompt is in front of all else.
  var isCovered: Bool { alert != nil || question != nil || prompt != nil }

  private var elementsOfList: [AccessibilityElement] {
    var elements = [AccessibilityElement(words[.conversationsTitle], .header)]
    for invitation in invitations {
      elements.append(AccessibilityElement(invitation.text, .staticText))
      elements += [invitation.decline, invitation.accept].compactMap(\.self).map {
        AccessibilityElement($0, .button)
      }
    }
    if let search {
      elements.append(
        AccessibilityElement(words[.searchField], value: search.words, .searchField))
    }
    return elements + listedConversations.map { $0.accessibilityElement(in: words) }
  }
}

extension Screen.ConversationRow {
  fileprivate func accessibilityElement(in words: ChatText) -> AccessibilityElement {
    let unread = unread ?? 0
    let line = departure ?? preview
    let parts: [String?] = [
      title, line.isEmpty ? nil : line,
      unread > 0 ? words.counted(.spokenUnread, unread) : nil,
      isMuted ? words[.spokenMuted] : nil, isArchived ? words[.spokenArchived] : nil,
      isInArchive ? words[.spokenInArchive] : nil, tag,
    ]
    return AccessibilityElement(words.listed(parts), .button)
  }
}

extension Screen.MessageThread {
  fileprivate func accessibilityElements(in words: ChatText) -> [AccessibilityElement] {
    var elements = [
      AccessibilityElement(words[.back], .button),
      AccessibilityElement(title, value: subtitle, .header),
    ]
    elements += pinned.map {
      AccessibilityElement(words.listed([words[.spokenPinned], $0.text]), .staticText)
    }
    elements += bubblesInView.flatMap { $0.accessibilityElements(in: words) }
    if offersNewest {
      let value = unread > 0 ? words.counted(.spokenUnread, unread) : nil
      elements.append(AccessibilityElement(words[.toNewest], value: value, .button))
    }
    if let typingLine {
      elements.append(AccessibilityElement(typingLine, [.staticText, .updatesFrequently]))
    }
    return elements + elementsOfComposer(in: words)
  }

  private func elementsOfComposer(in words: ChatText) -> [AccessibilityElement] {
    var elements: [AccessibilityElement] = []
    if let storageWarning { elements.append(AccessibilityElement(storageWarning, .staticText)) }
    for preview in previews {
      elements += [
        AccessibilityElement(
          words[preview.isVideo ? .videoToSend : .attachment], value: preview.size, .image),
        AccessibilityElement(words[preview.isVideo ? .removeVideo : .removeAttachment], .button),
      ]
    }
    if let writingNotice {
      return elements + [AccessibilityElement(writingNotice, .staticText)]
    }
    if offersPictures { elements.append(AccessibilityElement(words[.addPicture], .button)) }
    elements.append(
      AccessibilityElement(
        words[.composer], value: composer.isEmpty ? nil : composer, isReadOnly ? .notEnabled : []))
    if !isReadOnly {
      elements.append(
        AccessibilityElement(words[.send], canSend ? .button : [.button, .notEnabled]))
    }
    return elements
  }
}

extension ChatText {
  /// Words one after the other, as VoiceOver says them.
  func listed(_ parts: [String?]) -> String {
    parts.compactMap(\.self).joined(separator: self[.separator])
  }
}
