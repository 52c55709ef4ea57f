// What can be done on a screen beyond what is written on it. The gesture, VoiceOver and the drawing ask the same value, so that
// none of them offers what another one lacks.

extension Screen {
  /// A control above the conversation list.
  public enum ListControl: String, Hashable, Sendable, CaseIterable {
    /// Starts a conversation.
    case newConversation = "start a conversation"
    /// The switch for read receipts (C-40).
    case readReceipts = "turn read receipts"
  }

  /// The controls above the conversation list, in the order of reading; without the switch where something covers the list.
  public var listControls: [ListControl] {
    sharesReceipts == nil ? [.newConversation] : ListControl.allCases
  }
}

extension Screen.ConversationRow {
  /// A control of a row, behind a swipe or a long press.
  public enum Control: String, Hashable, Sendable, CaseIterable {
    /// Marks the whole conversation as read (UN-08).
    case markRead = "mark as read"
    /// Mutes it for a time that is chosen next; of a muted one that time begins anew (PM-01).
    case mute
    /// Has it raise notifications again.
    case unmute
    /// Moves it to the archive (PM-15).
    case archive
    /// Takes it out of the archive.
    case unarchive
    /// Gives it a tag, or none (PM-14).
    case tag
  }

  /// The controls that are offered, in their order; none to who is no member any more.
  public var controls: [Control] { Control.allCases.filter(offers) }

  /// Whether a control is offered.
  public func offers(_ control: Control) -> Bool {
    guard departure == nil else { return false }
    return switch control {
    case .markRead: (unread ?? 0) > 0
    case .mute, .tag: true
    case .unmute: isMuted
    case .archive: !isInArchive
    case .unarchive: isInArchive
    }
  }
}

extension Screen.MessageThread {
  /// Whether a tap on the title opens the information on the group.
  public var opensInfo: Bool { isGroup && isMember }

  /// Whether a tap on the title opens the photos and videos of a 1:1 conversation (PM-17).
  public var opensMedia: Bool { !isGroup && isMember }

  /// Whether the viewer can pin a message (PM-12).
  public func offersPin(of bubble: Screen.Bubble) -> Bool {
    canPin && bubble.isPinnable && !isPinned(bubble.id)
  }

  /// Whether the viewer can take a pin off, at the message or at its line above the thread.
  public func offersUnpin(of message: MessageID) -> Bool { canPin && isPinned(message) }

  private func isPinned(_ message: MessageID) -> Bool { pinned.contains { $0.id == message } }
}

extension Screen.GroupInfo {
  /// A control of who may change the group, on the information on it (GI-04).
  public enum Control: Hashable, Sendable, CaseIterable {
    /// Gives it another name.
    case changeName
    /// Gives it another photo.
    case changePhoto
    /// Gives it another description, or none (PM-11).
    case changeDescription
    /// The switch by which only admins write (PM-10).
    case onlyAdminsWrite
    /// Invites users (PM-09).
    case invite
  }

  /// The controls that are offered: all of them to admins, none to others.
  public var controls: [Control] { canEdit ? Control.allCases : [] }
}

extension Screen.MessageInfo {
  /// Whether a tap on the time of reading shows it exactly, or as it was again: whether there is one.
  func offersExactTime(in words: ChatText) -> Bool { read != words[.notYet] }
}

// MARK: - Words

extension ChatText {
  /// The name of a control above the conversation list.
  func name(of control: Screen.ListControl) -> String {
    switch control {
    case .newConversation: self[.newConversation]
    case .readReceipts: self[.sendReceipts]
    }
  }

  /// The name of a control of a row.
  func name(of control: Screen.ConversationRow.Control) -> String {
    switch control {
    case .markRead: self[.markRead]
    case .mute: self[.mute]
    case .unmute: self[.unmute]
    case .archive: self[.archive]
    case .unarchive: self[.unarchive]
    case .tag: self[.changeTag]
    }
  }

  /// The name of a control on the information on a group.
  func name(of control: Screen.GroupInfo.Control) -> String {
    switch control {
    case .changeName: self[.changeName]
    case .changePhoto: self[.changePhoto]
    case .changeDescription: self[.changeDescription]
    case .onlyAdminsWrite: self[.onlyAdminsWrite]
    case .invite: self[.invite]
    }
  }
}
