internal import Devices

// What a phone shows of the fate of its user's messages (I-03, I-04, I-17), against the rows on its disk.

extension DeviceLedger {
  /// X and Y of “Read by X of Y”, where the words are the table's own; in any language's digits.
  private func numbers(in label: String) -> (read: Int, all: Int)? {
    guard policies.text[.readByCount] == ChatText()[.readByCount] else { return nil }
    let numbers = label.split { !$0.isNumber }.map { digits in
      digits.reduce(0) { $0 * 10 + ($1.wholeNumberValue ?? 0) }
    }
    return numbers.count == 2 ? (numbers[0], numbers[1]) : (-1, -1)
  }

  /// Whether the switch for receipts does not count in a conversation (C-40).
  private func isExempt(_ conversation: ConversationFact) -> Bool {
    conversation.isGroup && policies.groupPrivacy == .alwaysShared
  }

  // MARK: - Bubbles

  /// The status and the count of readers of a message of the user's own.
  mutating func judgeReceipts(of bubble: Screen.Bubble) {
    guard let message = disk.message(bubble.id),
      let conversation = disk.conversations[message.conversation]
    else { return }
    guard message.author == user else {
      if bubble.status == nil, bubble.receiptLabel == nil { return }
      return breaches.append(
        Breach(
          of: "I-03",
          "nothing of receipts on \(phone) at \(named(bubble.id, bubble.text)) of \(message.author)",
          "it is \(bubble.status?.rawValue ?? "") \(bubble.receiptLabel ?? "")"))
    }
    // Counted for the user's own alone: in a large group each phone hears of each reader of each message.
    guard let counts = disk.counts(of: bubble.id, isExempt: isExempt(conversation)) else { return }
    judge(bubble.status, of: bubble, counts, message, in: conversation)
    judge(bubble.receiptLabel, of: bubble, counts, in: conversation)
  }

  /// The status follows from the rows, neither more nor less (C-03, C-04, C-12).
  private mutating func judge(
    _ status: DeliveryStatus?, of bubble: Screen.Bubble, _ counts: StoredFacts.RecipientCounts,
    _ message: MessageFact, in conversation: ConversationFact
  ) {
    guard let status else {
      return breaches.append(
        Breach(
          of: "I-17", "a status on \(phone) at each message of \(user)'s own",
          "there is none at \(named(bubble.id, bubble.text))"))
    }
    let readers = disk.shownReaders(of: bubble.id, isExempt: isExempt(conversation))
    let needsAll = conversation.isGroup && policies.groupBlue == .all && counts.all > 0
    let isReached =
      counts.all > 0 ? counts.reached == counts.all : disk.isReachedByOthers(bubble.id)
    let right: DeliveryStatus =
      if needsAll ? counts.read == counts.all : !readers.isEmpty {
        .read
      } else if isReached {
        .delivered
      } else {
        switch message.submission {
        case .queued: .sending
        case .accepted: .sent
        case .failed: .failed
        }
      }
    // What stood before somebody who had joined before the message became known stays (I-01).
    let isKept = disk.keptStatus(of: bubble.id) == status && StatusLedger.may(status, follow: right)
    guard status != right, !isKept else { return }
    breaches.append(
      Breach(
        of: right == .read ? "I-03" : "I-17",
        "the status that \(phone) shows for \(named(bubble.id, bubble.text)) to be that of the rows on its disk",
        "it is \(status.rawValue), and must be \(right.rawValue)",
        "of \(counts.all) recipients \(counts.reached) have it and \(counts.read) have read it"))
  }

  /// The count of readers is shown exactly when there is one (I-03).
  private mutating func judge(
    _ label: String?, of bubble: Screen.Bubble, _ counts: StoredFacts.RecipientCounts,
    in conversation: ConversationFact
  ) {
    let problem: String?
    if let label {
      guard let (read, all) = numbers(in: label) else { return }
      problem =
        if !conversation.isGroup {
          "it is no group"
        } else if read < 1 || read > all {
          "of \(all) recipients \(read) cannot have read it"
        } else if all != counts.all {
          "there are \(counts.all) recipients"
        } else if read != counts.read {
          "the phone knows of \(counts.read) that have read it"
        } else { nil }
    } else {
      problem =
        conversation.isGroup && counts.read > 0
        ? "the phone knows of \(counts.read) that have read it" : nil
    }
    guard let problem else { return }
    breaches.append(
      Breach(
        of: "I-03",
        "the count that \(phone) shows for \(named(bubble.id, bubble.text)) to be that of the recipients who have read it",
        "it is “\(label ?? "")”, and \(problem)"))
  }

  // MARK: - Sheets

  /// The sheet, which belongs to the open thread and lives no longer.
  mutating func judge(_ sheet: Screen.Sheet, in thread: Screen.MessageThread?) {
    guard let thread else { return reject("there is no thread behind it") }
    switch sheet {
    case .receipts(let sheet): judge(sheet, in: thread)
    case .info(let info): judge(info, in: thread)
    case .group(let info):
      let shown = info.members.map(\.user)
      let conversation = disk.conversations[info.conversation]
      let isAdmin = conversation?.admins.contains(user) ?? false
      let removable = info.members.filter { $0.remove != nil }.map(\.user)
      if info.conversation != thread.id || shown != thread.members.prefix(shown.count).map(\.user) {
        reject("it shows \(shown) of \(info.conversation)")
      } else if !isAdmin,
        info.add != nil || info.canEdit || info.statistics != nil
          || info.members.contains(where: \.canGiveRole)
      {
        reject("it offers to \(user) what admins may (MR-16)")
      } else if let conversation,
        !removable.allSatisfy({ disk.mayRemove([$0], from: conversation) })
      {
        reject("it offers to \(user) to remove \(removable), whom they may not (PM-16)")
      } else if info.description != conversation?.details?.description {
        reject("it has another description than the disk (PM-11)")
      } else if conversation?.isMember == false {
        reject("\(user) is no member any more (C-25)")
      }
    case .statistics(let statistics):
      let admins = disk.conversations[statistics.conversation]?.admins ?? []
      if statistics.conversation != thread.id || !admins.contains(user) {
        reject("it tells \(user) what admins may know (PM-19)")
      }
    case .photos(let sheet):
      if let group = sheet.group {
        let isRight = group == thread.id && disk.offers(.changePhoto(group))
        if !isRight { reject("it chooses the photo of \(group)") }
      } else if !disk.offersWriting(in: thread.id) {
        reject("\(user) may send no picture there")
      }
    case .picture(let viewer):
      let message = disk.message(viewer.message)
      if message?.conversation != thread.id || message?.isDeleted == true
        || message?.isMediaDeleted == true
      {
        reject("it shows the picture of \(viewer.message)")
      }
    case .media(let media):
      let strange = media.rows.first { row in
        guard let message = disk.message(row.message) else { return true }
        return message.conversation != thread.id || message.isDeleted || message.isMediaDeleted
      }
      if media.conversation != thread.id || strange != nil {
        reject("it lists \(strange?.message.text ?? "media") of \(media.conversation)")
      }
    case .picker(let picker):
      if !disk.offers(.openPicker(thread.id)) { reject("\(user) may add nobody (MR-16)") }
      let members = picker.candidates.map(\.user).filter(Set(thread.members.map(\.user)).contains)
      if let member = members.first { reject("\(member) can be picked, and is a member already") }
    }
  }

  private mutating func reject(_ problem: String) {
    breaches.append(
      Breach(of: "sheet", "the sheet on \(phone) to belong to the open thread", problem))
  }

  /// The recipients of the message of a sheet; nil where the sheet has no business to be there.
  private mutating func recipients(
    of id: MessageID, in thread: Screen.MessageThread
  ) -> StoredFacts.Recipients? {
    guard let message = disk.message(id), message.conversation == thread.id,
      let conversation = disk.conversations[thread.id]
    else {
      reject("the sheet is that of \(id), which is not in “\(thread.title)”")
      return nil
    }
    if message.isDeleted || message.author != user {
      let reason = message.isDeleted ? "is deleted" : "somebody else wrote"
      reject(
        "the sheet is that of \(named(id, message.text)), which \(reason) and therefore has no receipt sheet (C-55, SH-02)"
      )
      return nil
    }
    return disk.recipients(of: id, isExempt: isExempt(conversation))
  }

  /// The groups of a sheet: each recipient is in the one that the rows on the disk say (I-04), the newest reader first
  /// (SH-08).
  private mutating func judge(_ sheet: Screen.ReceiptSheet, in thread: Screen.MessageThread) {
    guard let right = recipients(of: sheet.message, in: thread) else { return }
    let times = disk.otherReaders(of: sheet.message)
    let readers = right.read.sorted {
      (times[$1] ?? 0, $0) < (times[$0] ?? 0, $1)
    }
    let drawn = sheet.read.users
    guard sheet.read.count == right.read.count, sheet.delivered.count == right.delivered.count,
      sheet.pending.count == right.pending.count, Array(readers.prefix(drawn.count)) == drawn,
      right.delivered.isSuperset(of: sheet.delivered.users),
      right.pending.isSuperset(of: sheet.pending.users), !hasTwice(sheet)
    else {
      breaches.append(
        Breach(
          of: "I-04",
          "each recipient of \(sheet.message) in exactly one group of the sheet on \(phone), the one that its disk says",
          "read: \(readers), delivered: \(right.delivered.sorted()), pending: \(right.pending.sorted())",
          sheet.sections.map { "\($0.heading): \($0.users)" }.joined(separator: "; ")))
      return
    }
  }

  private func hasTwice(_ sheet: Screen.ReceiptSheet) -> Bool {
    let users = sheet.sections.flatMap(\.users)
    return Set(users).count < users.count
  }

  /// The lines of Message Info (I-04, SH-21).
  private mutating func judge(_ info: Screen.MessageInfo, in thread: Screen.MessageThread) {
    guard let right = recipients(of: info.message, in: thread) else { return }
    let isPending = right.read.isEmpty && right.delivered.isEmpty
    guard policies.text.says(.pending, info.delivered) == isPending,
      policies.text.says(.notYet, info.read) == right.read.isEmpty
    else {
      breaches.append(
        Breach(
          of: "I-04", "the information on \(info.message) on \(phone) to be that of its disk",
          "it says “\(info.delivered)” and “\(info.read)”",
          "read by \(right.read.sorted()), on the phones of \(right.delivered.sorted())"))
      return
    }
  }
}
