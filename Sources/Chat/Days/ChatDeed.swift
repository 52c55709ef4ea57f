public import Devices

/// A deed of a generated day in the chat: a person's gesture, or something beside the app that days of a chat need.
///
/// Conversations and messages are named by the day: `ConversationID("chat2")` is the second conversation that it starts.
public enum ChatDeed: DayGesture {
  /// A gesture of the person.
  case gesture(ChatGesture)
  /// So many messages, one right after the other.
  case burst(Int, in: ConversationID)
  /// A message of so many characters.
  case longMessage(Int, in: ConversationID)
  /// A message gets a text of so many characters.
  case longEdit(Int, of: MessageID)
  /// A history of so many messages comes into a conversation, once in a day.
  case imported(Int, from: UserID, into: ConversationID)
  /// A picture comes into the phone's photo library.
  case savePhoto(Picture)
  /// The backend refuses the next messages of the phone for good.
  case refuseMessages(Int)

  public var kind: String {
    switch self {
    case .gesture(let gesture): gesture.name
    case .burst(let count, _): "burst, \(Self.magnitude(count))"
    case .longMessage(let count, _): count > 10_000 ? "message beyond the limit" : "long message"
    case .longEdit(let count, _): count > 10_000 ? "edit beyond the limit" : "long edit"
    case .imported(let count, _, _): "import, \(Self.magnitude(count))"
    case .savePhoto: "photo saved"
    case .refuseMessages: "messages refused"
    }
  }

  public var names: [String] {
    switch self {
    case .gesture(let gesture):
      var names: [String] = []
      _ = gesture.about(
        { chat in
          names.append(chat.text)
          return chat
        },
        { message in
          names.append(message.text)
          return message
        })
      return names
    case .burst(_, let chat), .longMessage(_, let chat), .imported(_, _, let chat):
      return [chat.text]
    case .longEdit(_, let message): return [message.text]
    case .savePhoto, .refuseMessages: return []
    }
  }

  private static func magnitude(_ count: Int) -> String {
    switch count {
    case ..<4: "few"
    case ..<50: "some"
    case ..<300: "many"
    default: "a batch"
    }
  }

  public func source(on phone: String, makes name: String?) -> String {
    switch self {
    case .gesture(let gesture): gesture.source(on: phone, makes: name)
    case .burst(let count, let chat):
      "for number in 1...\(max(1, count)) { _ = try await \(phone).send(\"\\(number)\", in: \(chat)) }"
    case .longMessage(let count, let chat):
      "_ = try await \(phone).send(String(repeating: \"x\", count: \(count)), in: \(chat))"
    case .longEdit(let count, let message):
      "await \(phone).edit(\(message), to: String(repeating: \"e\", count: \(count)))"
    case .imported(let count, let author, let chat):
      "_ = await world.importMessages(\(count), from: \"\(author)\", into: \(chat))"
    case .savePhoto(let picture): "await \(phone).savePhoto(\(picture.source))"
    case .refuseMessages(let count):
      "world.refuseNext(.message, by: \(phone), count: \(count))"
    }
  }
}

extension ChatGesture {
  /// The users without a phone with whom it starts a conversation.
  var guests: [UserID] {
    guard case .startConversation(let users, _) = self else { return [] }
    return users.filter { $0.text.hasPrefix(Self.guestName) }
  }

  /// The beginning of the ids of users without a phone.
  static let guestName = "guest"

  /// The lines of Swift that make the gesture, with the names of a day as variables.
  func source(on phone: String, makes name: String?) -> String {
    let made = "\(name.map { "let \($0)" } ?? "_") = "
    func list(_ users: [UserID]) -> String {
      users.map { DaySourceWords.quoted($0.text) }.joined(separator: ", ")
    }
    func quoted(_ text: String) -> String { DaySourceWords.quoted(text) }
    switch self {
    case .startConversation(let users, let isGroup):
      let accounts =
        guests.isEmpty ? "" : "await world.openAccounts(of: [\(list(guests))])\n"
      return """
        \(accounts)\(made)try await \(phone).startConversation(withUsers: [\(list(users))], isGroup: \(isGroup))
        """
    case .send(let text, let pictures, let chat):
      let sources = pictures.map(\.source)
      let words =
        switch sources.count {
        case 0: ""
        case 1: ", picture: \(sources[0])"
        default: ", pictures: [\(sources.joined(separator: ", "))]"
        }
      return "\(made)try await \(phone).send(\(quoted(text))\(words), in: \(chat))"
    case .addPicture: return "await \(phone).addPicture()"
    case .answerPrompt(let answer): return "try await \(phone).answerPrompt(.\(answer))"
    case .openSettings: return "await \(phone).openSettings()"
    case .selectMorePhotos(let pictures):
      let sources = pictures.map(\.source).joined(separator: ", ")
      return "await \(phone).selectMorePhotos([\(sources)])"
    case .choose(let picture), .setPhoto(_, let picture):
      return "await \(phone).pick(\(picture.source))"
    case .removePicture(let number): return "await \(phone).removePicture(\(number))"
    case .swipe(let message, let turn):
      return "await \(phone).swipe(\(message), to: .\(turn))"
    case .reload(let message): return "await \(phone).reload(\(message))"
    case .openPicture(let message): return "await \(phone).openPicture(of: \(message))"
    case .openMediaRow(let message, let number):
      return "await \(phone).openMediaRow(of: \(message), number: \(number))"
    case .zoom(let percent): return "await \(phone).zoom(to: \(percent))"
    case .doubleTap: return "await \(phone).doubleTap()"
    case .swipeDown: return "await \(phone).swipeDown()"
    case .openMedia(let chat): return "await \(phone).openMedia(of: \(chat))"
    case .filterMedia(let filter): return "await \(phone).filterMedia(by: .\(filter))"
    case .downloadAll: return "await \(phone).downloadAll()"
    case .type(let text): return "await \(phone).type(\(quoted(text)))"
    case .submit:
      guard let name else { return "await \(phone).submit()" }
      // Nothing may have been there to send; the person who reads the day sees at once that something must be.
      return """
        guard let \(name) = await \(phone).submit() else {
          return try world.require(false, "\(name) to be sent")
        }
        """
    case .open(let chat): return "await \(phone).open(\(chat))"
    case .close: return "await \(phone).close()"
    case .scroll(0): return "await \(phone).perform(.scroll(0))"
    case .scroll(let count): return "await \(phone).scroll(revealing: \(count))"
    case .scrollDown(let count): return "await \(phone).scrollDown(revealing: \(count))"
    case .scrollToNewest: return "await \(phone).scrollToNewest()"
    case .answerAlert: return "await \(phone).answerAlert()"
    case .markRead(let chat): return "await \(phone).markRead(\(chat))"
    case .prepare(let chat): return "await \(phone).prepare(\(chat))"
    case .retry(let message): return "await \(phone).retry(\(message))"
    case .edit(let message, let text):
      return "await \(phone).edit(\(message), to: \(quoted(text)))"
    case .delete(let message): return "await \(phone).delete(\(message))"
    case .deleteMedia(let message): return "await \(phone).deleteMedia(\(message))"
    case .add(let users, let chat): return "await \(phone).add(\(list(users)), to: \(chat))"
    case .remove(let users, let chat):
      return "await \(phone).remove(\(list(users)), from: \(chat))"
    case .openReceipts(let message, let touch):
      let by =
        switch touch {
        case .longPress: ""
        case .longPressOnImage: ", by: .longPressOnImage"
        case .tapOnStatus: ", by: .tapOnStatus"
        case .tapOnBubble: ", by: .tapOnBubble"
        }
      return "await \(phone).openReceipts(of: \(message)\(by))"
    case .openInfo(let chat): return "await \(phone).openInfo(of: \(chat))"
    case .askRemoval(let user, let chat):
      return "await \(phone).askRemoval(of: \(quoted(user.text)), from: \(chat))"
    case .leave(let chat): return "await \(phone).leave(\(chat))"
    case .confirm: return "await \(phone).confirm()"
    case .back: return "await \(phone).goBack()"
    case .rename(let chat, let name):
      return "await \(phone).rename(\(chat), to: \(quoted(name)))"
    case .changePhoto(let chat): return "await \(phone).changePhoto(of: \(chat))"
    case .openPicker(let chat): return "await \(phone).openPicker(in: \(chat))"
    case .addPicked: return "await \(phone).addPicked()"
    case .tapRow(let user): return "await \(phone).tapRow(of: \(quoted(user.text)))"
    case .closeSheet: return "await \(phone).closeSheet()"
    case .shareReceipts(let isOn): return "await \(phone).shareReceipts(\(isOn))"
    case .mute(let chat, let span): return "await \(phone).mute(\(chat), for: .\(span))"
    case .unmute(let chat): return "await \(phone).unmute(\(chat))"
    case .archive(let chat): return "await \(phone).archive(\(chat))"
    case .unarchive(let chat): return "await \(phone).unarchive(\(chat))"
    case .tag(let chat, let tag): return "await \(phone).tag(\(chat), as: \(quoted(tag)))"
    case .search(let words): return "await \(phone).search(\(quoted(words)))"
    case .describe(let chat, let text):
      return "await \(phone).describe(\(chat), as: \(quoted(text)))"
    case .letOnlyAdminsWrite(let isOn, let chat):
      return "await \(phone).letOnlyAdminsWrite(\(isOn), in: \(chat))"
    case .giveRole(let role, let user, let chat):
      return "await \(phone).give(.\(role.rawValue), to: \(quoted(user.text)), in: \(chat))"
    case .invite(let users, let chat): return "await \(phone).invite(\(list(users)), to: \(chat))"
    case .withdraw(let user, let chat):
      return "await \(phone).withdraw(\(quoted(user.text)), from: \(chat))"
    case .answerInvitation(let chat, let accepts):
      return "await \(phone).\(accepts ? "accept" : "decline")(\(chat))"
    case .pin(let message): return "await \(phone).pin(\(message))"
    case .unpin(let message): return "await \(phone).unpin(\(message))"
    case .openStatistics(let chat): return "await \(phone).openStatistics(of: \(chat))"
    }
  }

  /// The same gesture about other conversations and messages; nil where one of them is none.
  func about(
    _ conversation: (ConversationID) -> ConversationID?, _ message: (MessageID) -> MessageID?
  ) -> ChatGesture? {
    switch self {
    case .startConversation, .type, .submit, .close, .scroll, .scrollDown, .scrollToNewest,
      .addPicked, .tapRow, .closeSheet, .shareReceipts, .answerAlert, .confirm, .back, .choose,
      .addPicture, .answerPrompt, .openSettings, .selectMorePhotos, .removePicture,
      .zoom, .doubleTap, .swipeDown, .search, .filterMedia, .downloadAll:
      self
    case .send(let text, let pictures, let chat):
      conversation(chat).map { .send(text, pictures: pictures, in: $0) }
    case .swipe(let id, let turn): message(id).map { .swipe($0, turn) }
    case .reload(let id): message(id).map { .reload($0) }
    case .openPicture(let id): message(id).map { .openPicture($0) }
    case .openMediaRow(let id, let number): message(id).map { .openMediaRow($0, number: number) }
    case .open(let chat): conversation(chat).map { .open($0) }
    case .markRead(let chat): conversation(chat).map { .markRead($0) }
    case .prepare(let chat): conversation(chat).map { .prepare($0) }
    case .add(let users, let chat): conversation(chat).map { .add(users, to: $0) }
    case .remove(let users, let chat): conversation(chat).map { .remove(users, from: $0) }
    case .openPicker(let chat): conversation(chat).map { .openPicker($0) }
    case .openMedia(let chat): conversation(chat).map { .openMedia($0) }
    case .openInfo(let chat): conversation(chat).map { .openInfo($0) }
    case .askRemoval(let user, let chat): conversation(chat).map { .askRemoval(of: user, from: $0) }
    case .leave(let chat): conversation(chat).map { .leave($0) }
    case .rename(let chat, let name): conversation(chat).map { .rename($0, to: name) }
    case .changePhoto(let chat): conversation(chat).map { .changePhoto($0) }
    case .setPhoto(let chat, let photo): conversation(chat).map { .setPhoto($0, photo) }
    case .mute(let chat, let span): conversation(chat).map { .mute($0, for: span) }
    case .unmute(let chat): conversation(chat).map { .unmute($0) }
    case .archive(let chat): conversation(chat).map { .archive($0) }
    case .unarchive(let chat): conversation(chat).map { .unarchive($0) }
    case .tag(let chat, let tag): conversation(chat).map { .tag($0, as: tag) }
    case .describe(let chat, let text): conversation(chat).map { .describe($0, as: text) }
    case .letOnlyAdminsWrite(let isOn, let chat):
      conversation(chat).map { .letOnlyAdminsWrite(isOn, in: $0) }
    case .giveRole(let role, let user, let chat):
      conversation(chat).map { .giveRole(role, to: user, in: $0) }
    case .openStatistics(let chat): conversation(chat).map { .openStatistics($0) }
    case .invite(let users, let chat): conversation(chat).map { .invite(users, to: $0) }
    case .withdraw(let user, let chat): conversation(chat).map { .withdraw(user, from: $0) }
    case .answerInvitation(let chat, let accepts):
      conversation(chat).map { .answerInvitation($0, accepts: accepts) }
    case .pin(let id): message(id).map { .pin($0) }
    case .unpin(let id): message(id).map { .unpin($0) }
    case .retry(let id): message(id).map { .retry($0) }
    case .edit(let id, let text): message(id).map { .edit($0, to: text) }
    case .delete(let id): message(id).map { .delete($0) }
    case .deleteMedia(let id): message(id).map { .deleteMedia($0) }
    case .openReceipts(let id, let touch): message(id).map { .openReceipts(of: $0, by: touch) }
    }
  }
}

extension Picture {
  /// The picture in Swift, with what is not as by default.
  fileprivate var source: String {
    let plain = Picture(name, byteCount: byteCount)
    var words = "Picture(\(DaySourceWords.quoted(name)), byteCount: \(byteCount)"
    if (width, height) != (plain.width, plain.height) {
      words += ", width: \(width), height: \(height)"
    }
    if format != plain.format { words += ", format: .\(format)" }
    if isCorrupt { words += ", isCorrupt: true" }
    return words + ")"
  }
}
