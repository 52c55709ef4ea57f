extension Screen {
  /// The elements at which VoiceOver stops, in the order of its focus, which is that of reading.
  ///
  /// Whatever is in front of the rest is modal: of a thread under a sheet or an alert VoiceOver says nothing. Source: Apple,
  /// `accessibilityViewIsModal` and `accessibilityElements`. A control that is drawn beside a message is an element of its
  /// own; those that others reach by a long press or a swipe, and those in the rows of a list, are actions of their element
  /// (`accessibilityCustomActions`). Each is there exactly where its gesture is possible: both ask the same value.
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
    elements += listControls.map { control -> AccessibilityElement in
      let name = words.name(of: control)
      return switch control {
      case .newConversation: AccessibilityElement(name, .button)
      case .readReceipts: AccessibilityElement.toggle(name, isOn: sharesReceipts == true, in: words)
      }
    }
    for invitation in invitations {
      elements.append(AccessibilityElement(invitation.text, .staticText))
      elements += [invitation.decline, invitation.accept].compactMap(\.self).map {
        AccessibilityElement($0, .button)
      }
    }
    elements.append(
      AccessibilityElement(words[.searchField], value: search?.words, .searchField))
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
    return AccessibilityElement(
      words.listed(parts), .button, actions: controls.map { words.name(of: $0) })
  }
}

extension Screen.MessageThread {
  fileprivate func accessibilityElements(in words: ChatText) -> [AccessibilityElement] {
    var elements = [
      AccessibilityElement(words[.back], .button),
      elementOfTitle(in: words),
    ]
    elements += pinned.map {
      AccessibilityElement(
        words.listed([words[.spokenPinned], $0.text]), .staticText,
        actions: offersUnpin(of: $0.id) ? [words[.unpin]] : [])
    }
    elements += bubblesInView.flatMap { $0.accessibilityElements(of: self, in: words) }
    if offersNewest {
      let value = unread > 0 ? words.counted(.spokenUnread, unread) : nil
      elements.append(AccessibilityElement(words[.toNewest], value: value, .button))
    }
    if let typingLine {
      elements.append(AccessibilityElement(typingLine, [.staticText, .updatesFrequently]))
    }
    return elements + elementsOfComposer(in: words)
  }

  /// The title, which opens something for members.
  private func elementOfTitle(in words: ChatText) -> AccessibilityElement {
    let hint = opensInfo ? words[.infoHint] : opensMedia ? words[.mediaHint] : nil
    return AccessibilityElement(
      title, value: subtitle, hint == nil ? .header : [.header, .button], hint: hint,
      actions: canAdd ? [words[.pickerTitle]] : [])
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
