extension ScreenProjection {
  /// The bubble of a message.
  func bubble(_ message: MessageFact, in conversation: ConversationFact) -> Screen.Bubble {
    let isOwn = message.author == user
    let tally = isOwn ? self.tally(of: message, in: conversation) : nil
    let status = tally.map { self.status(of: message, in: conversation, $0) }
    // Not the time of the answer: the bubble would jump with it (DS-11).
    let time = policies.text.digits(
      in: TimeOfDay.text(message.localMilliseconds, in: clock))
    let photos = shown(of: message).map { photo($0, of: message) }
    let controls = self.controls(of: message, status, in: conversation)
    return Screen.Bubble(
      id: message.id, author: message.author, text: text(of: message), photos: photos,
      page: page(of: message), pageLabel: pageLabel(of: message),
      mediaNote: mediaNote(of: message),
      time: time, status: status, marks: status?.marks,
      statusMilliseconds: status.flatMap { statusTime(of: message, in: conversation, $0) },
      receiptLabel: tally.flatMap { label(of: $0, in: conversation) },
      controls: controls,
      offersReceipts: offersReceipts(of: message),
      isDeleted: message.isDeleted, isEdited: message.revision > 0,
      speaker: speaker(of: message),
      spokenStatus: status.map(policies.text.spoken),
      spokenProgress: spokenProgress(of: photos, at: page(of: message)),
      spokenRepair: spokenRepair(of: photos, controls, status))
  }

  /// The author of a message as VoiceOver names them; empty for a notice.
  private func speaker(of message: MessageFact) -> String {
    if message.notice != nil { return "" }
    return message.author == user ? policies.text[.you] : name(of: message.author)
  }

  /// The share of the picture that is drawn of a message which is uploaded, in words.
  private func spokenProgress(of photos: [Screen.Photo], at page: Int) -> String? {
    guard photos.indices.contains(page), let share = photos[page].progress else { return nil }
    return policies.text.filled(.spokenProgress, ["share": share])
  }

  /// That a picture can be sent or fetched again; the status of a message that has failed says so itself.
  private func spokenRepair(
    of photos: [Screen.Photo], _ controls: [Screen.Bubble.Control], _ status: DeliveryStatus?
  ) -> String? {
    guard !photos.isEmpty, status != .failed,
      controls.contains(.retry) || controls.contains(.reload)
    else { return nil }
    return policies.text[.actionsAvailable]
  }

  /// The text of a message as this viewer sees it.
  func text(of message: MessageFact) -> String {
    if message.isDeleted { return policies.text[.deletedMessage] }
    if let notice = message.notice { return text(of: notice) }
    guard message.text.isEmpty else { return message.text }
    if message.isMediaDeleted { return policies.text[.mediaDeleted] }
    guard let attachment = message.attachments.first else { return "" }
    return policies.text[attachment.isVideo ? .video : .photo]
  }

  /// One fact, told to each viewer in words of their own (C-27).
  private func text(of notice: MembershipNotice) -> String {
    let words = policies.text
    let phrase: ChatText.Phrase =
      switch (notice.kind, notice.users.count) {
      case (.created, _): .created
      case (.removed, 1) where notice.users == [notice.actor]: .left
      case (.added, 1) where notice.users == [notice.actor]: .joined
      case (.added, 1) where notice.users == [user]: .addedYou
      case (.added, 1): .addedOne
      case (.added, _): .addedSeveral
      case (.removed, 1): .removedOne
      case (.removed, _): .removedSeveral
      }
    let isOwn = notice.actor == user
    let users = notice.users.map { $0 == user ? words[.youObject] : name(of: $0) }
    return words.counted(
      isOwn ? phrase.byViewer : phrase, users.count,
      [
        "actor": isOwn ? words[.you] : name(of: notice.actor),
        "users": users.joined(separator: words[.separator]),
      ])
  }

  // MARK: - Receipts

  /// The times at which others read a message, in milliseconds since 1970, as far as this viewer may see them (C-40).
  func readTimes(of message: MessageFact, in conversation: ConversationFact) -> [UserID: Int64] {
    let times = store.readTimes[message.id]
    guard !times.isEmpty, !store.sharing.turns.isEmpty else { return times }
    if conversation.isGroup, policies.groupPrivacy == .alwaysShared { return times }
    return times.filter { store.sees(ReceiptKey(message: message.id, user: $0.key), at: $0.value) }
  }

  /// The recipients of a message of the viewer's own, as far as this phone can tell.
  func recipients(
    of message: MessageFact, in conversation: ConversationFact
  ) -> some Sequence<UserID> {
    conversation.recipients(of: message, before: store.firstReceipt(of: message.id))
  }

  /// The counts of the recipients, readers and deliveries of a message of the viewer's own.
  func tally(of message: MessageFact, in conversation: ConversationFact) -> ReceiptTally {
    var tally = ReceiptTally()
    let readTimes = self.readTimes(of: message, in: conversation)
    let deliveryTimes = store.deliveryTimes[message.id]
    for recipient in recipients(of: message, in: conversation) {
      tally.count(
        isRead: readTimes[recipient] != nil, isDelivered: deliveryTimes[recipient] != nil)
    }
    return tally
  }

  /// The status of a message of the viewer's own.
  ///
  /// Derived from the strongest fact that is known: a receipt proves what a lost acknowledgement did not say. What
  /// members did stays true after they are gone, so that no status ever falls (MO-01); only counts and sheets show
  /// those who are left (C-24).
  private func status(
    of message: MessageFact, in conversation: ConversationFact, _ tally: ReceiptTally
  ) -> DeliveryStatus {
    let derived = derivedStatus(of: message, in: conversation, tally)
    guard let kept = store.keptStatuses[message.id], derived.canBecome(kept) else { return derived }
    return kept
  }

  /// The status of a message of the viewer's own.
  func status(of message: MessageFact, in conversation: ConversationFact) -> DeliveryStatus {
    status(of: message, in: conversation, tally(of: message, in: conversation))
  }

  private func derivedStatus(
    of message: MessageFact, in conversation: ConversationFact, _ tally: ReceiptTally
  ) -> DeliveryStatus {
    let isAllRequired = conversation.isGroup && policies.groupBlue == .all
    if isAllRequired, tally.recipients > 0 {
      if tally.isReadByAll { return .read }
    } else if wasRead(message, in: conversation) {
      return .read
    }
    if tally.recipients > 0 {
      if tally.reached == tally.recipients { return .delivered }
    } else if !store.deliveryTimes[message.id].isEmpty {
      return .delivered
    }
    switch message.submission {
    case .queued: return .sending
    case .accepted: return .sent
    case .failed: return .failed
    }
  }

  /// The time at which a status came about, by the backend's clock: the first reading where one turns the checks blue,
  /// and the last one where all must; the arrival on the last recipient's phone (DS-13).
  private func statusTime(
    of message: MessageFact, in conversation: ConversationFact, _ status: DeliveryStatus
  ) -> Int64? {
    switch status {
    case .sending, .failed: return nil
    case .sent: return message.serverMilliseconds
    case .delivered:
      // order: only the greatest is asked for.
      return store.deliveryTimes[message.id].values.max()
    case .read:
      // order: only the least is asked for, or the greatest.
      let times = readTimes(of: message, in: conversation)
        .filter { $0.key != message.author }.values
      return conversation.isGroup && policies.groupBlue == .all ? times.max() : times.min()
    }
  }

  /// What the author of a message can do with it here: only what failed is tried again, only what the backend has is
  /// changed.
  private func controls(
    of message: MessageFact, _ status: DeliveryStatus?, in conversation: ConversationFact
  ) -> [Screen.Bubble.Control] {
    if status == .failed { return [.retry, .delete] }
    let ofPicture = message.attachments.isEmpty ? [] : pictureControls(of: message)
    guard status != nil, !message.isDeleted, conversation.isMember,
      message.submission == .accepted || store.hasReceipts(of: message.id),
      store.isOfThisMembership(message)
    else { return ofPicture }
    return ofPicture + (conversation.letsWrite(user) ? [.edit, .delete] : [.delete])
  }

  /// Whether anyone else has read a message, members or not.
  private func wasRead(_ message: MessageFact, in conversation: ConversationFact) -> Bool {
    // order: whether there is one is the same in any.
    readTimes(of: message, in: conversation).contains { $0.key != message.author }
  }

  /// The count of readers of a group message, once there is one (GR-02, GR-12).
  private func label(of tally: ReceiptTally, in conversation: ConversationFact) -> String? {
    guard conversation.isGroup, tally.read > 0 else { return nil }
    return policies.text.filled(
      .readByCount,
      [
        "read": policies.text.number(tally.read), "all": policies.text.number(tally.recipients),
      ])
  }
}
