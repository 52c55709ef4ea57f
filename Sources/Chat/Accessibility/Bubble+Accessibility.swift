extension Screen.Bubble {
  /// The words that VoiceOver says; empty when the message is not on the screen.
  public var accessibilityLabel: String {
    author == nil ? "" : spoken(changing: [pageLabel, spokenProgress])
  }

  /// The words with those that change while the message stays, which are the value of its element, or without them.
  private func spoken(changing: [String?] = []) -> String {
    let image = photo.map { ", \($0.label)" } ?? ""
    let changes = changing.compactMap(\.self).map { ", \($0)" }.joined()
    let failure = photo?.failure.map { ", \($0)" } ?? ""
    let note = mediaNote.map { ", \($0)" } ?? ""
    let repair = spokenRepair.map { ", \($0)" } ?? ""
    return
      "\(said)\(image)\(changes)\(failure)\(repair)\(note), \(time)"
      + (spokenStatus.map { ", \($0)" } ?? "") + (receiptLabel.map { ", \($0)" } ?? "")
  }

  /// The author and the text; a notice has no author.
  var said: String { speaker.isEmpty ? text : "\(speaker): \(text)" }

  /// The elements of the message in a thread: its own, and those of the controls that are drawn beside it.
  func accessibilityElements(
    of thread: Screen.MessageThread, in words: ChatText
  ) -> [AccessibilityElement] {
    let drawn: [Control] = [.retry, .reload]
    var actions = controls.filter { !drawn.contains($0) }.map(words.name(of:))
    if offersReceipts { actions.append(words[.receiptsTitle]) }
    if thread.offersPin(of: self) { actions.append(words[.pin]) }
    if thread.offersUnpin(of: id) { actions.append(words[.unpin]) }
    let value = words.listed([pageLabel, spokenProgress])
    let own = AccessibilityElement(
      spoken(), value: value.isEmpty ? nil : value, accessibilityTraits, actions: actions)
    let buttons = drawn.filter(controls.contains).map {
      AccessibilityElement(words.name(of: $0), .button)
    }
    return [own] + buttons
  }

  private var accessibilityTraits: AccessibilityTraits {
    guard let photo else { return .staticText }
    var traits: AccessibilityTraits = .image
    // It can be opened.
    if photo.content != nil { traits.insert(.button) }
    if photo.progress != nil { traits.insert(.updatesFrequently) }
    if pageLabel != nil { traits.insert(.adjustable) }
    return traits
  }
}

extension ChatText {
  /// The name of a control of a message.
  func name(of control: Screen.Bubble.Control) -> String {
    switch control {
    case .retry: self[.retry]
    case .reload: self[.reload]
    case .edit: self[.edit]
    case .delete: self[.deleteMessage]
    case .deleteMedia: self[.deleteMedia]
    }
  }
}
