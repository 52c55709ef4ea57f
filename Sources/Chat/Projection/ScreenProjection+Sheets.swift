internal import Devices

extension ScreenProjection {
  /// Whether the gesture for receipts opens anything: on messages of the viewer's own that the backend has and that
  /// were not deleted (C-10, C-55, C-56, SH-02, SH-03).
  func offersReceipts(of message: MessageFact) -> Bool {
    guard message.author == user, message.isReadable else { return false }
    return message.submission == .accepted || store.hasReceipts(of: message.id)
  }

  /// Whether what a sheet is about is there: its message, and the membership or the right that it takes.
  func hasSubject(
    _ subject: Navigation.Sheet.Subject, in conversation: ConversationFact
  ) -> Bool {
    switch subject {
    case .receipts(let id): store.messages[id].map(offersReceipts) ?? false
    case .info, .media: conversation.isMember
    case .picture(let id): pictureViewer(of: id) != nil
    case .picker, .statistics: conversation.lets(user)
    case .photos(let group):
      group == nil ? conversation.letsWrite(user) : conversation.lets(user)
    }
  }

  /// The sheet in front of a thread; derived anew like everything else, so it is live while it is open (SH-09) and gone
  /// when its subject is.
  func sheet(in conversation: ConversationFact) -> Screen.Sheet? {
    guard let subject = navigation.sheet?.subject, hasSubject(subject, in: conversation) else {
      return nil
    }
    switch subject {
    case .receipts(let id):
      return store.messages[id].map { message in
        conversation.isGroup
          ? .receipts(receiptSheet(of: message, in: conversation))
          : .info(messageInfo(of: message, in: conversation))
      }
    case .picker: return .picker(picker(of: conversation))
    case .info: return .group(groupInfo(of: conversation))
    case .picture(let id): return pictureViewer(of: id).map { .picture($0) }
    case .statistics: return .statistics(statistics(of: conversation))
    case .media: return .media(mediaSheet(of: conversation))
    case .photos(let group): return .photos(photoSheet(of: group))
    }
  }

  // MARK: - Receipts of a group message

  private func partition(
    of message: MessageFact, in conversation: ConversationFact
  ) -> ReceiptPartition {
    let readTimes = self.readTimes(of: message, in: conversation)
    let deliveryTimes = store.deliveryTimes[message.id]
    return ReceiptPartition(recipients(of: message, in: conversation)) {
      readTimes[$0]
    } isDelivered: {
      deliveryTimes[$0] != nil
    }
  }

  private func receiptSheet(
    of message: MessageFact, in conversation: ConversationFact
  ) -> Screen.ReceiptSheet {
    let partition = partition(of: message, in: conversation)
    var room = rowLimit
    func section(_ heading: ChatText.Phrase, _ users: [UserID], time: (Int) -> String?)
      -> Screen.Section
    {
      let drawn = users.prefix(room)
      room -= drawn.count
      return Screen.Section(
        heading: policies.text.counted(heading, users.count), count: users.count,
        rows: drawn.enumerated().map { row(of: $1, time: time($0)) })
    }
    return Screen.ReceiptSheet(
      message: message.id, title: policies.text[.receiptsTitle],
      read: section(.readHeading, partition.readers.map(\.user)) { index in
        let reader = partition.readers[index]
        return time(reader.milliseconds, isExact: isTapped(reader.user))
      },
      delivered: section(.deliveredHeading, partition.delivered) { _ in nil },
      pending: section(.pendingHeading, partition.pending) { _ in nil },
      done: policies.text[.done])
  }

  private func row(of recipient: UserID, time: String?) -> Screen.RecipientRow {
    let profile = store.profiles[recipient]
    return Screen.RecipientRow(
      user: recipient, name: name(of: recipient),
      avatar: profile.map { $0.name?.first.map(String.init) ?? "?" }, hasCheck: time != nil,
      time: time)
  }

  /// The number of rows that are drawn: fewer with larger text.
  var rowLimit: Int {
    navigation.traits.textSize.fitting(policies.sheetRows) + (navigation.sheet?.revealed ?? 0)
  }

  private func isTapped(_ user: UserID) -> Bool {
    navigation.sheet?.tapped.contains(user) ?? false
  }

  private var relativeTime: RelativeTime {
    RelativeTime(nowMilliseconds: localMilliseconds, clock: clock, words: policies.text)
  }

  private func time(_ milliseconds: Int64, isExact: Bool) -> String {
    policies.text.digits(
      in: isExact ? TimeOfDay.exactText(milliseconds, in: clock) : relativeTime.text(milliseconds))
  }

  /// The users whose rows the sheet of a group message draws.
  func usersOnSheet(of message: MessageFact) -> [UserID] {
    guard let conversation = store.conversations[message.conversation], conversation.isGroup else {
      return []
    }
    return receiptSheet(of: message, in: conversation).sections.flatMap(\.users)
  }

  // MARK: - Message Info

  private func messageInfo(
    of message: MessageFact, in conversation: ConversationFact
  ) -> Screen.MessageInfo {
    let partition = partition(of: message, in: conversation)
    let sent = message.serverMilliseconds ?? message.localMilliseconds
    let reader = partition.readers.first
    let isReached = reader != nil || !partition.delivered.isEmpty
    return Screen.MessageInfo(
      message: message.id, title: policies.text[.infoTitle],
      sent: policies.text.digits(in: TimeOfDay.exactText(sent, in: clock)),
      delivered: isReached ? DeliveryStatus.sent.marks.glyph : policies.text[.pending],
      read: reader.map { time($0.milliseconds, isExact: isTapped($0.user)) }
        ?? policies.text[.notYet],
      done: policies.text[.done])
  }

  /// After how long a time on the sheet reads differently, in milliseconds; nil while none is shown.
  func millisecondsUntilTimesChange() -> Int64? {
    guard case .receipts(let id) = navigation.sheet?.subject, let message = store.messages[id],
      let conversation = store.conversations[message.conversation]
    else { return nil }
    return partition(of: message, in: conversation).readers.prefix(rowLimit)
      .map { relativeTime.millisecondsUntilChange(of: $0.milliseconds) }.min()
  }

  // MARK: - Picking members

  private func picker(of conversation: ConversationFact) -> Screen.MemberPicker {
    let members = Set(conversation.members.map(\.user))
    // order: the candidates are sorted below, and no two of them have one id.
    let candidates = store.profiles.values.compactMap { profile -> Screen.Candidate? in
      if profile.name == nil || members.contains(profile.user) { return nil }
      return Screen.Candidate(
        user: profile.user, name: name(of: profile.user), isPicked: isTapped(profile.user))
    }
    let sorted = candidates.sorted { ($0.name, $0.user) < ($1.name, $1.user) }
    return Screen.MemberPicker(
      title: policies.text[.pickerTitle], candidates: Array(sorted.prefix(rowLimit)),
      count: sorted.count, canAdd: candidates.contains(where: \.isPicked), add: policies.text[.add],
      cancel: policies.text[.cancel])
  }
}
