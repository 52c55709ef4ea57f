internal import Backend
public import Devices
internal import Harness
internal import Simulator

// What must be seen at rest, by what the backend has accepted.

extension ChatWorld {
  public func differences(among phones: [ChatPhone]) async -> [DayDifference] {
    let oracle = ChatOracle(
      await backend.read(.root), policies: presentPolicies, at: backend.milliseconds)
    var differences: [DayDifference] = []
    if !oracle.typists.isEmpty {
      differences.append(
        DayDifference("nobody to write at the backend", "it has \(oracle.typists)"))
    }
    var photos: [ConversationID: FileContent] = [:]
    for id in oracle.conversations {
      guard let photo = oracle.photo(id) else { continue }
      photos[id] = await backend.storage.file(at: photo)?.content
      if photos[id] == nil {
        differences.append(
          DayDifference("the photo of a group to be in file storage", "\(photo) of \(id) is not"))
      }
    }
    var relaunches: [UserID: Int] = [:]
    for phone in phones { relaunches[phone.userID, default: 0] += await phone.launchCount - 1 }
    for id in oracle.conversations {
      for place in oracle.pictures(in: id) {
        let file = await backend.storage.file(at: place)
        // An app that ends before it has kept which upload it has begun begins another one, at the same place.
        let author = place.depth > 2 ? UserID(place[2]) : nil
        let most = 1 + (author.flatMap { relaunches[$0] } ?? 0)
        if let file, file.generation <= most { continue }
        differences.append(
          DayDifference(
            "the picture of a message to be in file storage, once",
            "\(place) of \(id) is \(file == nil ? "not" : "there several times")"))
      }
    }
    for phone in phones {
      let own = phones.count { $0.userID == phone.userID }
      guard let told = oracle.connectedPhones(of: phone.userID), told < own else { continue }
      differences.append(
        DayDifference(
          "every phone that is connected to be known as such at the backend",
          "of \(own) phones of \(phone.userID) it knows \(told)"))
    }
    for phone in phones {
      guard let screen = phone.display.screen else { continue }
      let judge = PhoneJudge(
        phone: phone.name, user: phone.userID, oracle: oracle, screen: screen,
        image: phone.disk.image, photos: photos, notifications: phone.notifications.notifications)
      differences += judge.differences()
      if !differences.isEmpty { break }
    }
    return differences
  }

  public func lookAround(
    _ phones: [ChatPhone], settle: () async throws -> Void
  ) async throws {
    let oracle = ChatOracle(
      await backend.read(.root), policies: presentPolicies, at: backend.milliseconds)
    for id in oracle.conversations {
      for phone in phones where oracle.joined(phone.userID, id) != nil {
        if phone.display.screen?.prompt != nil { _ = try await phone.attempt(.answerPrompt(.deny)) }
        if phone.display.screen?.alert != nil { _ = try await phone.attempt(.answerAlert) }
        if phone.display.screen?.question != nil { _ = try await phone.attempt(.back) }
        _ = try await phone.attempt(.open(id))
      }
      try await settle()
    }
  }
}

/// Compares what one phone shows and stores with what it must.
private struct PhoneJudge {
  let phone: String
  let user: UserID
  let oracle: ChatOracle
  let screen: Screen
  let image: DiskImage
  let photos: [ConversationID: FileContent]
  let notifications: [DeliveredNotification]

  func differences() -> [DayDifference] {
    var differences: [DayDifference] = []
    let mine = oracle.conversations(of: user)
    var unread = 0
    let stored = storedMessages()
    for id in mine {
      let messages = oracle.messages(for: user, in: id)
      let wanted = messages.count { oracle.isUnread($0, for: user, in: id) }
      unread += wanted
      if let difference = row(id, unread: wanted) { differences.append(difference) }
      if let difference = group(id) { differences.append(difference) }
      if let difference = disk(messages, stored[id] ?? [:], in: id) {
        differences.append(difference)
      }
    }
    for row in screen.conversations where !mine.contains(row.id) && row.unread ?? 0 > 0 {
      differences.append(
        DayDifference(
          "nothing to be unread in a conversation that one has left",
          "\(phone) shows \(row.unread ?? 0) unread in \(row.id)"))
    }
    let upload = image.rows(in: DiskTable<UploadFact>("uploads")).first { _, upload in
      !upload.hasFailed && !hasFailedMessage(of: upload, stored)
    }
    if let upload {
      differences.append(
        DayDifference(
          "no picture to be on its way", "\(phone) has \(upload.row.place) \(upload.row.state)"))
    }
    if let info = screen.groupInfo, info.picture != photos[info.conversation] {
      differences.append(
        DayDifference(
          "the information on a group to show its photo",
          "\(phone) shows \(info.picture.map { "\($0)" } ?? "none") at \(info.photo ?? "no place")")
      )
    }
    for notification in notifications {
      guard let message = notification.message, let id = notification.conversation,
        oracle.isDone(message, for: user, in: id)
      else { continue }
      differences.append(
        DayDifference(
          "no notification of what its user has read, or has swiped away, on any phone",
          "\(phone) shows \(notification)"))
    }
    if screen.badge != unread {
      differences.append(
        DayDifference(
          "the number on the icon to be that of the unread messages of the backend",
          "\(phone) shows \(screen.badge); it must be \(unread)"))
    }
    if let thread = screen.thread, mine.contains(thread.id), let difference = self.thread(thread) {
      differences.append(difference)
    }
    return differences
  }

  /// Whether a picture waits for a message that the backend has refused, and that its author may try again.
  private func hasFailedMessage(
    of upload: UploadFact, _ stored: [ConversationID: [MessageID: MessageFact]]
  ) -> Bool {
    guard case .message(let id, _) = upload.purpose else { return false }
    // order: a message is in one conversation.
    return stored.values.contains { $0[id]?.hasFailed == true }
  }

  private func row(_ id: ConversationID, unread wanted: Int) -> DayDifference? {
    let shown = screen.conversation(id)?.unread
    guard shown != wanted else { return nil }
    guard let shown else {
      return DayDifference(
        "every conversation of a user to be in the list", "\(phone) does not list \(id)")
    }
    return DayDifference(
      "the number of unread messages of a conversation to be that of the backend's",
      "\(phone) shows \(shown) unread in \(id); it must be \(wanted)")
  }

  /// A group has the name that it was given, is archived where the backend has it, and has an admin where it lives.
  private func group(_ id: ConversationID) -> DayDifference? {
    guard let row = screen.conversation(id) else {
      return DayDifference(
        "every conversation of a user to be in the list", "\(phone) does not list \(id)")
    }
    if let name = oracle.name(id), row.title != name {
      return DayDifference(
        "a group to have the name that it was given", "\(phone) shows “\(row.title)”",
        "it must be “\(name)”")
    }
    if row.isArchived != oracle.isArchived(id) {
      return DayDifference(
        "a group to be archived where the backend has it",
        "\(phone) shows \(id) as \(row.isArchived ? "archived" : "alive")")
    }
    if let isMuted = oracle.isMuted(id, for: user), row.isMuted != isMuted {
      return DayDifference(
        "a conversation to be marked as muted where its user has muted it",
        "\(phone) shows \(id) as \(row.isMuted ? "muted" : "not muted")")
    }
    if row.isInArchive != oracle.isInArchive(id, of: user), !hasFailedMessages(in: id) {
      return DayDifference(
        "a conversation to be in the archive where its user has moved it there",
        "\(phone) shows \(id) \(row.isInArchive ? "in" : "outside of") the archive")
    }
    if oracle.isGroup(id), !oracle.isArchived(id), !oracle.hasAdmin(id) {
      return DayDifference("a living group to have an admin", "\(id) has none")
    }
    return nil
  }

  /// Whether the phone has a message that the backend has not: it was written, and brings its conversation back here.
  private func hasFailedMessages(in id: ConversationID) -> Bool {
    (storedMessages()[id] ?? [:]).values.contains { $0.serverMilliseconds == nil }
  }

  // MARK: - The disk

  private func storedMessages() -> [ConversationID: [MessageID: MessageFact]] {
    var stored: [ConversationID: [MessageID: MessageFact]] = [:]
    for (_, row) in image.rows(in: DiskTable<MessageFact>("messages")) {
      stored[row.conversation, default: [:]][row.id] = row
    }
    return stored
  }

  private func disk(
    _ messages: [ChatOracle.Message], _ stored: [MessageID: MessageFact], in id: ConversationID
  ) -> DayDifference? {
    for message in messages {
      guard let fact = stored[message.id] else {
        return DayDifference(
          "every message of the backend to be on the disk of a phone that may see it",
          "\(phone) lacks \(message.id) “\(message.text.prefix(40))” of \(id)")
      }
      let isSame =
        fact.text == message.text && fact.attachments.compactMap(\.url) == message.urls
        && fact.isMediaDeleted == message.isMediaDeleted
        && fact.isDeleted == message.isDeleted && fact.revision == message.revision
        && fact.notice.map { StoredNotice($0) } == message.notice
      if !isSame || fact.author != message.author || fact.serverMilliseconds != message.sentAt {
        return DayDifference(
          "a message to be on every disk as the backend has it",
          "\(phone) has \(fact)", "the backend has \(message)")
      }
    }
    let known = Set(messages.map(\.id))
    for fact in stored.values.sorted(by: { $0.id < $1.id }) where !known.contains(fact.id) {
      let joined = oracle.joined(user, id) ?? 0
      switch fact.submission {
      case .failed: continue
      case .accepted where (fact.serverMilliseconds ?? 0) < joined: continue
      case .accepted, .queued:
        return DayDifference(
          "no message on a disk that the backend has not, but for one that has failed",
          "\(phone) has \(fact)")
      }
    }
    return nil
  }

  // MARK: - The thread

  private func thread(_ thread: Screen.MessageThread) -> DayDifference? {
    if let line = thread.typingLine {
      return DayDifference("nobody to be shown as writing", "\(phone) shows “\(line)”")
    }
    if let peer = oracle.peer(of: user, in: thread.id),
      let told = oracle.connectedPhones(of: peer),
      oracle.words.says(.online, thread.subtitle) != (told > 0)
    {
      return DayDifference(
        "the other one to be shown as online where a phone of theirs is connected",
        "\(phone) shows “\(thread.subtitle ?? "nothing")” for \(peer)",
        "the backend knows \(told) of their phones as connected")
    }
    let messages = oracle.messages(for: user, in: thread.id)
    let byID = Dictionary(messages.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let shown = thread.bubbles.compactMap { byID[$0.id] }
    let extra = thread.bubbles.count - shown.count
    let wanted = messages.suffix(shown.count)
    let keptRows = image.rows(in: DiskTable<KeptStatus>("keptStatuses")).map(\.row)
    let kept = Dictionary(
      keptRows.map { ($0.message, $0.status) }, uniquingKeysWith: { first, _ in first })
    let profiles = image.rows(in: DiskTable<ProfileFact>("profiles")).map(\.row)
    let names = Dictionary(grouping: profiles.filter { $0.name?.isEmpty == false }, by: \.user)
      .mapValues { Set($0.compactMap(\.name)) }
    let least = screen.traits.textSize.fitting(20)
    // order: both are arrays in the order of the thread.
    if shown.map(\.id) != wanted.map(\.id) || shown.count < min(messages.count, least - extra) {
      return DayDifference(
        "a thread to show the newest messages in the order of the backend",
        "\(phone) shows \(thread.bubbles.map { $0.text.prefix(20) })",
        "it must show \(messages.suffix(max(shown.count, least)).map { $0.text.prefix(20) })")
    }
    for bubble in thread.bubbles {
      guard let message = byID[bubble.id] else { continue }
      let isText = message.isSystem || message.isDeleted || message.text.isEmpty
      let isTold =
        message.notice?.isTold(
          by: bubble.text, to: user, in: oracle.words, names: { names[$0] ?? [] }) ?? true
      if bubble.author != message.author || bubble.isDeleted != message.isDeleted
        || bubble.isEdited != (message.revision > 0) || (!isText && bubble.text != message.text)
        || !isTold && !message.isDeleted
      {
        return DayDifference(
          "a bubble to show its message as the backend has it",
          "\(phone) shows “\(bubble.text.prefix(40))” of \(bubble.author?.text ?? "nobody")",
          "the backend has \(message)")
      }
      let lacksMedia = message.isMediaDeleted && !message.isDeleted && !message.text.isEmpty
      if bubble.photos.count != oracle.shownMedia(of: message)
        || (bubble.mediaNote != nil) != lacksMedia
      {
        return DayDifference(
          "a bubble to show the pictures of its message, or that an admin has deleted them",
          "\(phone) shows \(bubble.photos.count), \(bubble.mediaNote ?? "and no word")",
          "the backend has \(message)")
      }
      let statuses: [DeliveryStatus?] =
        message.author == user
        ? oracle.statuses(of: message, in: thread.id, kept: kept[message.id]) : [nil]
      if !statuses.contains(bubble.status) {
        return DayDifference(
          "the status of one's own message to be that of the backend's receipts and deliveries",
          "\(phone) shows \(bubble.marks?.description ?? "none") at “\(bubble.text.prefix(40))”",
          "it must be \(statuses.map { $0?.marks.description ?? "none" }.joined(separator: " or "))"
        )
      }
    }
    return nil
  }
}
