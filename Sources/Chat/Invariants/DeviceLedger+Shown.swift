internal import Backend
internal import Devices

// What the screen of a phone that has heard everything shows of a conversation, against what the backend has (I-08). Only what is
// shown now counts: the names that people bore before are wrong.

extension DeviceLedger {
  /// The line of the list, and what stands around the open thread.
  mutating func judgeShown(
    _ view: ConversationAtRest, _ names: NamesAtRest, at milliseconds: Int64
  ) {
    guard let screen else { return }
    guard let row = screen.conversation(view.id), row.unread != nil else {
      return differ("\(view.id) in its list", "\(screen)")
    }
    let title = names.title(of: view, in: screen.words)
    judge(row.title, title, row.photo, of: view, "in the list")
    if let isMuted = view.isMuted(at: milliseconds), row.isMuted != isMuted {
      differ(
        "\(view.id) \(isMuted ? "with" : "without") the mark of muted ones, by the backend",
        "the list shows it \(isMuted ? "without" : "with") it")
    }
    let tag = view.lastTurn("tag").flatMap { $0.value == "off" ? nil : $0.value }
    if row.tag != tag {
      differ(
        "the tag of \(view.id) that the backend has, \(Self.quoted(tag))",
        "it shows \(Self.quoted(row.tag))")
    }
    if row.isArchived != view.isArchived {
      differ("\(view.id) as \(view.isArchived ? "over" : "open")", "the list shows it otherwise")
    }
    if let isPutAway = isInArchive(view), row.isInArchive != isPutAway {
      differ(
        "\(view.id) \(isPutAway ? "in" : "out of") the archive, by the backend",
        "the list shows it \(isPutAway ? "out of" : "in") it")
    }
    judgeOverThread(view, title)
  }

  /// Whether a conversation is in the user's archive: since they put it there nobody has written (PM-15). Nil where a message has no
  /// place among the backend's.
  private func isInArchive(_ view: ConversationAtRest) -> Bool? {
    guard let turn = view.lastTurn("archive"), turn.value == "on" else { return false }
    var last = Int64.min
    for id in disk.messages(in: view.id) {
      guard let message = disk.message(id), message.author != .system else { continue }
      guard !message.isRefused, let time = message.serverMilliseconds else { return nil }
      last = max(last, time)
    }
    return last < view.joined ?? .min || last <= turn.time
  }

  /// The name, the photo, the pins and the members of the open thread, and whether its user may write.
  private mutating func judgeOverThread(_ view: ConversationAtRest, _ title: String) {
    guard let screen, let thread = screen.thread, thread.id == view.id else { return }
    judge(thread.title, title, thread.photo, of: view, "over the thread")
    if thread.members != view.members {
      differ("the members of the open thread that the backend has", "it shows \(thread.members)")
    }
    let notice = view.writingNotice.map { screen.words[$0] }
    if thread.writingNotice != notice {
      differ(
        "\(Self.quoted(notice)) in place of the composer of \(view.id), by the backend",
        "it shows \(Self.quoted(thread.writingNotice))")
    }
    let pinned = view.details.pinned.filter { disk.message($0)?.canBeUnread == true }
    if thread.pinned.map(\.id) != pinned {
      return differ(
        "the pins of \(view.id) that the backend has, \(pinned)",
        "it shows \(thread.pinned.map(\.id))")
    }
    let strange = thread.pinned.first { pin in
      disk.message(pin.id)?.says(pin.text, to: user, in: screen.words, names: disk.names) == false
    }
    if let strange { differ("what \(strange.id) says as a pin", "it shows “\(strange.text)”") }
  }

  /// The name and the photo of a conversation as the screen shows them.
  private mutating func judge(
    _ shown: String, _ title: String, _ photo: Screen.GroupPhoto?, of view: ConversationAtRest,
    _ place: String
  ) {
    if shown != title {
      differ(
        "the name of \(view.id) \(place) that the backend has, “\(title)”", "it shows “\(shown)”")
    }
    if photo?.place != view.photo {
      differ(
        "the photo of \(view.id) \(place) that the backend has, \(Self.quoted(view.photo))",
        "it shows \(Self.quoted(photo?.place))")
    }
  }

  /// The lines of the list stand in the order of their newest messages, those in the archive below all others (PM-15). Where the
  /// backend has not taken the newest message, it has no place among others.
  mutating func judgeListOrder() {
    guard let rows = screen?.conversations else { return }
    for (upper, lower) in zip(rows, rows.dropFirst()) {
      if upper.isInArchive != lower.isInArchive {
        guard upper.isInArchive else { continue }
        return differ("what is in the archive below all else", "\(upper.id) is above \(lower.id)")
      }
      let times = [upper, lower].compactMap { row in
        disk.newest(in: row.id).flatMap { disk.message($0)?.serverMilliseconds }
      }
      guard times.count == 2, times[0] < times[1] else { continue }
      return differ(
        "the newest conversation first",
        "\(upper.id) of \(times[0]) is above \(lower.id) of \(times[1])")
    }
  }

  // MARK: - Words and times

  /// The names of people, and the times, in the open thread, in the line of the list and on the sheet.
  mutating func judgeWords(
    _ view: ConversationAtRest, _ names: NamesAtRest, _ times: TimesAtRest
  ) {
    guard let screen, let row = screen.conversation(view.id), row.unread != nil else { return }
    if let newest = disk.newest(in: view.id), let message = disk.message(newest) {
      judgeNotice(row.preview, of: message, names, "in the list", screen.words)
    }
    guard let thread = screen.thread, thread.id == view.id else { return }
    for bubble in thread.bubbles {
      guard let message = disk.message(bubble.id) else { continue }
      judgeNotice(bubble.text, of: message, names, "in the thread", screen.words)
      let speaker = speaker(of: message, names, screen.words)
      if bubble.speaker != speaker {
        differ(
          "“\(speaker)” as the author of \(named(bubble.id, bubble.text))",
          "VoiceOver says “\(bubble.speaker)”")
      }
      let time = times.ofDay(message.localMilliseconds)
      if bubble.time != time, TimesAtRest.plain(bubble.time) != time {
        differ("\(time) at \(named(bubble.id, bubble.text))", "it shows \(bubble.time)")
      }
      if !breaches.isEmpty { return }
    }
    if let sheet = screen.sheet { judgeWords(on: sheet, names, times, screen.words) }
  }

  /// The author of a message as VoiceOver names them; nobody has written what the system tells.
  private func speaker(
    of message: MessageFact, _ names: NamesAtRest, _ words: ChatText
  ) -> String {
    if message.notice != nil { return "" }
    return message.author == user ? words[.you] : names.name(of: message.author, in: words)
  }

  /// What the system tells names people as they are called now, as far as a phone follows their names.
  private mutating func judgeNotice(
    _ text: String, of message: MessageFact, _ names: NamesAtRest, _ place: String,
    _ words: ChatText
  ) {
    guard !message.isDeleted, let notice = message.notice.map({ StoredNotice($0) }),
      notice.users.count <= NamesAtRest.titleMax, !names.countsUnknown(of: notice.users),
      !notice.isTold(by: text, to: user, in: words, exactly: { names.name(of: $0, in: words) })
    else { return }
    differ("\(notice) \(place) with the names of now", "it shows “\(text)”")
  }

  /// The names on the sheet, and the times at which a message was sent and read.
  private mutating func judgeWords(
    on sheet: Screen.Sheet, _ names: NamesAtRest, _ times: TimesAtRest, _ words: ChatText
  ) {
    switch sheet {
    case .receipts(let sheet):
      for row in sheet.sections.flatMap(\.rows) {
        judge(row.name, of: row.user, names, words)
        let read = disk.otherReaders(of: sheet.message)[row.user]
        guard let time = row.time, let read, !times.tells(time, of: read, in: words) else {
          continue
        }
        differ("\(row.user) as a reader of \(sheet.message) at \(read)", "it shows “\(time)”")
      }
    case .info(let info):
      guard let message = disk.message(info.message), let sent = message.serverMilliseconds else {
        return
      }
      if TimesAtRest.plain(info.sent) != times.exact(sent) {
        differ("\(times.exact(sent)) as the time of \(info.message)", "it shows \(info.sent)")
      }
      // order: there is one other member.
      guard let read = disk.otherReaders(of: info.message).values.first,
        !words.says(.notYet, info.read), !times.tells(info.read, of: read, in: words)
      else { return }
      differ("\(info.message) as read at \(read)", "it shows “\(info.read)”")
    case .group(let info):
      for member in info.members { judge(member.name, of: member.user, names, words) }
    case .picker, .picture, .statistics, .media, .photos: return
    }
  }

  private mutating func judge(
    _ shown: String, of person: UserID, _ names: NamesAtRest, _ words: ChatText
  ) {
    // What the user is called themselves is not of interest to them.
    if person == user { return }
    let name = names.name(of: person, in: words)
    if shown != name { differ("“\(name)” as the name of \(person)", "its sheet shows “\(shown)”") }
  }
}
