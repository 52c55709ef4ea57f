import Backend
import Devices
import Simulator
import Testing

@testable import Chat

/// The chat's rows and screens say themselves what a digest sees of them, so each property is changed here once.
@Suite("A digest sees every row and every screen as a whole")
struct DigestTests {
  private static let (m, n) = (MessageID("m"), MessageID("n"))
  private static let (c, d) = (ConversationID("c"), ConversationID("d"))

  private static func differ(_ values: [any Digestible], _ line: SourceLocation = #_sourceLocation)
  {
    var seen: [UInt64: Int] = [:]
    for (index, value) in values.enumerated() {
      if let other = seen.updateValue(index, forKey: value.digest) {
        Issue.record("variants \(other) and \(index) have one digest", sourceLocation: line)
      }
    }
  }

  @Test("messages")
  func messages() {
    func message(
      _ id: MessageID = Self.m, _ conversation: ConversationID = Self.c, author: UserID = "alice",
      at time: Int64 = 5, _ change: (inout MessageFact) -> Void = { _ in }
    ) -> MessageFact {
      var message = MessageFact(
        id: id, conversation: conversation, author: author, text: "hello", localMilliseconds: time,
        serverMilliseconds: 6, submission: .queued)
      change(&message)
      return message
    }
    func notice(_ kind: MembershipNotice.Kind, _ actor: UserID, _ users: [UserID]) -> MessageFact {
      MessageFact(
        id: Self.m, conversation: Self.c, author: "alice", text: "hello",
        notice: MembershipNotice(kind: kind, actor: actor, users: users), localMilliseconds: 5,
        serverMilliseconds: 6, submission: .queued)
    }
    Self.differ([
      message(), message(Self.n), message(Self.m, Self.d), message(author: "bob"), message(at: 6),
      message { $0.text = "hellp" }, message { $0.attachments = [Attachment(Picture("p"))] },
      message { $0.attachments = [Attachment(Picture("p", byteCount: 1))] },
      message { $0.attachments = [Attachment(Picture("p", width: 1))] },
      message { $0.attachments = [Attachment(Picture("p", height: 1))] },
      message { $0.attachments = [Attachment(Picture("p", format: .png))] },
      message {
        $0.attachments = [Attachment(Picture("p"))]
        $0.attachments[0].url = "u"
      },
      message {
        $0.attachments = [Attachment(Picture("p"))]
        $0.attachments[0].uploadedMilliseconds = 1
      },
      message { $0.attachments = [Attachment(Picture("p")), Attachment(Picture("p"), number: 2)] },
      message { $0.attachments = [Attachment(Picture("p"), number: 2)] },
      message { $0.revision = 1 }, message { $0.isDeleted = true },
      message { $0.isMediaDeleted = true },
      message { $0.serverMilliseconds = nil }, message { $0.serverMilliseconds = 7 },
      message { $0.guessedMilliseconds = 7 },
      message { $0.submission = .accepted }, message { $0.submission = .failed(reason: "no") },
      message { $0.submission = .failed(reason: "nn") }, notice(.added, "alice", ["bob"]),
      notice(.removed, "alice", ["bob"]), notice(.added, "bob", ["bob"]),
      notice(.added, "alice", ["carol"]),
    ])
  }

  @Test("conversations, receipts, profiles, what was seen and what is shared")
  func otherRows() {
    func conversation(
      _ id: ConversationID = Self.c, isGroup: Bool = true, user: UserID = "alice",
      joined: Int64 = 0, admins: Set<UserID> = [], isMember: Bool = true,
      departure: ConversationFact.Departure? = nil
    ) -> ConversationFact {
      var conversation = ConversationFact(
        id: id, isGroup: isGroup, members: [.init(user: user, joinedMilliseconds: joined)],
        admins: admins, isMember: isMember)
      conversation.departure = departure
      return conversation
    }
    Self.differ([
      conversation(), conversation(Self.d), conversation(isGroup: false),
      conversation(user: "bob"), conversation(joined: 1), conversation(admins: ["alice"]),
      conversation(isMember: false), conversation(isMember: false, departure: .left),
      conversation(isMember: false, departure: .removed),
    ])
    func receipt(_ message: MessageID, _ user: UserID, _ time: Int64) -> ReceiptRow {
      ReceiptRow(key: ReceiptKey(message: message, user: user), milliseconds: time)
    }
    Self.differ([
      receipt(Self.m, "alice", 1), receipt(Self.n, "alice", 1), receipt(Self.m, "bob", 1),
      receipt(Self.m, "alice", 2),
    ])
    func seen(
      _ message: MessageID = Self.m, _ conversation: ConversationID = Self.c,
      isPrivate: Bool = false, isSettled: Bool = false
    ) -> SeenFact {
      SeenFact(
        message: message, conversation: conversation, isPrivate: isPrivate, isSettled: isSettled)
    }
    Self.differ([
      seen(), seen(Self.n), seen(Self.m, Self.d), seen(isPrivate: true), seen(isSettled: true),
    ])
    Self.differ([
      KeptStatus(message: Self.m, status: .sent), KeptStatus(message: Self.n, status: .sent),
      KeptStatus(message: Self.m, status: .read),
    ])
    Self.differ([
      ProfileFact(user: "alice", name: nil), ProfileFact(user: "alice", name: ""),
      ProfileFact(user: "alice", name: "Alice"), ProfileFact(user: "bob", name: nil),
    ])
    Self.differ([
      SharingFact(id: "1", isOn: true, milliseconds: nil),
      SharingFact(id: "2", isOn: true, milliseconds: nil),
      SharingFact(id: "1", isOn: false, milliseconds: nil),
      SharingFact(id: "1", isOn: true, milliseconds: 0),
    ])
    func invitation(
      _ conversation: ConversationID = Self.c, by host: UserID = "alice", title: String = "",
      members: [UserID] = []
    ) -> InvitationFact {
      InvitationFact(
        conversation: conversation, host: host, title: title, members: .init(members))
    }
    Self.differ([
      invitation(), invitation(Self.d), invitation(by: "bob"), invitation(title: "Hiking"),
      invitation(members: ["bob"]), invitation(members: (1...8).map { UserID("user\($0)") }),
      invitation(members: (1...9).map { UserID("user\($0)") }),
    ])
    Self.differ([PresencePlace(key: "p"), PresencePlace(key: "q")])
  }

  @Test("settings, pictures, and what is asked of notifications")
  func ownRows() {
    func setting(
      _ conversation: ConversationID = Self.c, _ topic: ConversationSetting.Topic = .mute,
      id: String = "1", value: String = "1h", at time: Int64? = nil
    ) -> ConversationSetting {
      ConversationSetting(
        conversation: conversation, topic: topic, id: id, value: value, milliseconds: time)
    }
    Self.differ([
      setting(), setting(Self.d), setting(Self.c, .archive), setting(id: "2"),
      setting(value: "off"), setting(at: 0),
    ])
    func upload(
      _ id: Key = "u", of conversation: ConversationID = Self.c, _ picture: Picture = Picture("p"),
      at place: Path = "groups/c/alice/u"
    ) -> UploadFact {
      UploadFact(id: id, purpose: .photo(of: conversation), picture: picture, place: place)
    }
    Self.differ([
      upload(), upload("v"), upload(of: Self.d), upload("u", of: Self.c, Picture("q")),
      upload("u", of: Self.c, Picture("p", byteCount: 1)), upload(at: "groups/c/alice/v"),
      upload("u", of: Self.c, Picture("p", format: .png)),
      upload("u", of: Self.c, Picture("p", isCorrupt: true)),
    ])
    func file(_ place: String = "p", _ name: String = "p", bytes: Int = 1) -> FileFact {
      FileFact(place: place, content: Picture(name, byteCount: bytes).content)
    }
    Self.differ([file(), file("q"), file("p", "r"), file(bytes: 2)])
    func intent(
      _ id: Key = "i", in conversation: ConversationID = Self.c, _ message: MessageID? = nil,
      reply: String? = nil, at time: Int64 = 1
    ) -> NotificationIntent {
      NotificationIntent(
        id: id, conversation: conversation, message: message, reply: reply, localMilliseconds: time)
    }
    Self.differ([
      intent(), intent("j"), intent(in: Self.d), intent("i", in: Self.c, Self.m),
      intent("i", in: Self.c, Self.n), intent(reply: ""), intent(reply: "hi"), intent(at: 2),
    ])
  }

  @Test("the outbox and its pace")
  func outbox() {
    func operation(_ change: OutboxOperation.Change, _ number: Int = 1) -> OutboxOperation {
      OutboxOperation(number: number, change: change)
    }
    func members(
      _ id: MessageID = Self.m, _ conversation: ConversationID = Self.c,
      _ kind: MembershipNotice.Kind = .added, _ users: [UserID] = ["bob"]
    ) -> OutboxOperation {
      operation(
        .change(MembershipChange(id: id, conversation: conversation, kind: kind, users: users)))
    }
    Self.differ([
      operation(.start(Self.c, members: ["u"])), operation(.start(Self.c, members: ["u"]), 2),
      operation(.start(Self.d, members: ["u"])), operation(.start(Self.c, members: ["v"])),
      operation(.send(Self.m)), operation(.send(Self.n)), operation(.deliver([Self.m])),
      operation(.deliver([Self.m, Self.n])), operation(.deliver([])),
      operation(.read([Self.m])), operation(.read([Self.m, Self.n])),
      operation(.read([Self.n, Self.m])), operation(.edit(Self.m, text: "a", revision: 1)),
      operation(.edit(Self.n, text: "a", revision: 1)),
      operation(.edit(Self.m, text: "b", revision: 1)),
      operation(.edit(Self.m, text: "a", revision: 2)), operation(.delete(Self.m)),
      operation(.delete(Self.n)), members(), members(Self.n), members(Self.m, Self.d),
      members(Self.m, Self.c, .removed), members(Self.m, Self.c, .added, ["carol"]),
      operation(.share(SharingFact(id: "1", isOn: true, milliseconds: nil))),
      operation(.share(SharingFact(id: "1", isOn: false, milliseconds: nil))),
    ])
    func pace(
      earliest: Int64 = 0, quiet: Int64? = nil, flight: (Int64, Bool)? = nil
    ) -> ReceiptPace {
      ReceiptPace(
        earliestNext: Instant(nanoseconds: earliest),
        quietFrom: quiet.map { Instant(nanoseconds: $0) },
        flight: flight.map { .init(since: Instant(nanoseconds: $0.0), isLeading: $0.1) })
    }
    Self.differ([
      pace(), pace(earliest: 1), pace(quiet: 0), pace(quiet: 1), pace(flight: (0, true)),
      pace(flight: (1, true)), pace(flight: (0, false)),
    ])
  }

  @Test("screens, down to each trait of a bubble")
  func screens() {
    func bubble(
      id: MessageID = Self.m, author: UserID? = "alice", text: String = "hello",
      photo: Screen.Photo? = nil, photos: [Screen.Photo] = [], page: Int = 0,
      pageLabel: String? = nil, note: String? = nil, time: String = "10:00",
      status: DeliveryStatus? = .sent,
      marks: StatusMarks? = nil, statusTime: Int64? = nil, label: String? = nil,
      controls: [Screen.Bubble.Control] = [], offersReceipts: Bool = false,
      isDeleted: Bool = false, isEdited: Bool = false, speaker: String = "Alice",
      spoken: String? = nil
    ) -> Screen {
      thread(
        bubbles: [
          Screen.Bubble(
            id: id, author: author, text: text, photos: photo.map { [$0] } ?? photos, page: page,
            pageLabel: pageLabel,
            mediaNote: note, time: time,
            status: status,
            marks: marks, statusMilliseconds: statusTime, receiptLabel: label, controls: controls,
            offersReceipts: offersReceipts,
            isDeleted: isDeleted, isEdited: isEdited, speaker: speaker, spokenStatus: spoken)
        ])
    }
    func thread(
      id: ConversationID = Self.c, title: String = "Bob", isReadOnly: Bool = false,
      subtitle: String? = nil, composer: String = "", members: [ConversationFact.Member] = [],
      unread: Int = 0, inView: Range<Int>? = nil, bubbles: [Screen.Bubble] = [],
      notice: String? = nil, pinned: [Screen.PinnedMessage] = [], canPin: Bool = false,
      preview: Screen.Preview? = nil
    ) -> Screen {
      screen {
        $0.thread = Screen.MessageThread(
          id: id, title: title, members: members, isReadOnly: isReadOnly, writingNotice: notice,
          bubbles: bubbles, pinned: pinned, canPin: canPin, subtitle: subtitle, composer: composer,
          previews: [preview].compactMap(\.self), unread: unread,
          inView: inView ?? 0..<bubbles.count)
      }
    }
    func preview(isVideo: Bool) -> Screen {
      thread(
        preview: .init(
          name: "p", thumbnail: Picture("p").content, size: "1 kB", isVideo: isVideo))
    }
    func photo(
      _ place: String = "p", content: FileContent? = Picture("p").content, progress: String? = nil,
      failure: String? = nil, width: Int = 1, height: Int = 1, label: String = "",
      isVideo: Bool = false
    ) -> Screen.Photo {
      Screen.Photo(
        place: place, content: content, progress: progress, failure: failure, width: width,
        height: height, label: label, isVideo: isVideo)
    }
    func screen(_ change: (inout Screen) -> Void) -> Screen {
      var screen = Screen()
      change(&screen)
      return screen
    }
    func row(
      _ id: ConversationID = Self.c, title: String = "Bob", preview: String = "",
      unread: Int? = nil
    ) -> Screen {
      screen {
        $0.conversations = [.init(id: id, title: title, preview: preview, unread: unread)]
      }
    }
    func invitation(
      _ id: ConversationID = Self.c, text: String = "a", accept: String? = "yes",
      decline: String? = "no"
    ) -> Screen {
      screen {
        $0.invitations = [
          .init(conversation: id, text: text, accept: accept, decline: decline)
        ]
      }
    }
    func tagged(_ tag: String) -> Screen {
      screen {
        $0.conversations = [.init(id: Self.c, title: "Bob", preview: "", unread: nil, tag: tag)]
      }
    }
    func left(_ departure: String?, photo: Screen.GroupPhoto? = nil) -> Screen {
      screen {
        $0.conversations = [
          .init(
            id: Self.c, title: "Bob", preview: "", unread: nil, departure: departure, photo: photo)
        ]
      }
    }
    func group(_ photo: Screen.GroupPhoto? = nil) -> Screen {
      screen {
        $0.thread = Screen.MessageThread(
          id: Self.c, title: "Bob", photo: photo, isGroup: true, members: [], isReadOnly: false,
          bubbles: [], unread: 0, inView: 0..<0)
      }
    }
    func groupPhoto(_ place: String, _ content: FileContent? = nil) -> Screen.GroupPhoto {
      Screen.GroupPhoto(place: place, content: content)
    }
    func prompt(_ text: String, _ limit: String = "l") -> Screen.PhotoPrompt {
      Screen.PhotoPrompt(text: text, limit: limit, allow: "a", deny: "d")
    }
    func photos(_ access: PhotoAccess, notice: String? = nil, settings: String? = nil) -> Screen {
      screen {
        $0.sheet = .photos(
          Screen.PhotoSheet(
            title: "t", access: access, notice: notice, settings: settings, cancel: "c"))
      }
    }
    func warning(_ warning: String) -> Screen {
      screen {
        $0.thread = Screen.MessageThread(
          id: Self.c, title: "Bob", members: [], isReadOnly: false, bubbles: [],
          storageWarning: warning, unread: 0, inView: 0..<0)
      }
    }
    let bob = ConversationFact.Member(user: "bob", joinedMilliseconds: 0)
    Self.differ([
      screen { $0.prompt = prompt("") }, screen { $0.prompt = prompt("p") },
      screen { $0.prompt = prompt("p", "m") }, screen { $0.traits.textSize = .small },
      screen { $0.traits.increasesContrast = true }, screen { $0.traits.isDark = true },
      photos(.denied), photos(.limited), photos(.denied, notice: "n"),
      photos(.denied, settings: "n"), warning(""), warning("w"),
      Screen(), screen { $0.badge = 1 }, screen { $0.alert = "" }, screen { $0.alert = "no" },
      row(), row(Self.d), row(title: "Bo"), row(preview: "p"), row(unread: 0), row(unread: 1),
      thread(), thread(id: Self.d), thread(title: "Bo"), thread(isReadOnly: true),
      thread(subtitle: ""), thread(subtitle: "s"), thread(composer: "c"), thread(members: [bob]),
      thread(unread: 1), thread(inView: 0..<1), thread(inView: 1..<1), thread(notice: "n"),
      thread(canPin: true), thread(pinned: [.init(id: Self.m, text: "hello")]),
      preview(isVideo: false), preview(isVideo: true),
      thread(pinned: [.init(id: Self.n, text: "hello")]),
      thread(pinned: [.init(id: Self.m, text: "hellp")]),
      screen { $0.search = .init(words: "a", found: []) },
      screen { $0.search = .init(words: "b", found: []) },
      screen { $0.search = .init(words: "a", found: [Self.c]) },
      invitation(), invitation(Self.d), invitation(text: "b"), invitation(accept: nil),
      invitation(decline: nil), tagged("#a"), tagged("#b"), left("a"), left("b"),
      left(nil, photo: groupPhoto("p")), left(nil, photo: groupPhoto("q")),
      left(nil, photo: groupPhoto("p", Picture("p").content)), group(), group(groupPhoto("p")),
      group(groupPhoto("q")), group(groupPhoto("p", Picture("p").content)),
      bubble(), bubble(id: Self.n), bubble(author: nil), bubble(author: "bob"),
      bubble(text: "hellp"), bubble(photo: photo()), bubble(photo: photo("q")),
      bubble(photo: photo(content: nil)), bubble(photo: photo(content: Picture("q").content)),
      bubble(photo: photo(progress: "")), bubble(photo: photo(failure: "")),
      bubble(photo: photo(width: 2)), bubble(photo: photo(height: 2)),
      bubble(photo: photo(label: "l")), bubble(photo: photo(isVideo: true)),
      bubble(photos: [photo(), photo("q")]), bubble(photos: [photo(), photo("q")], pageLabel: "1"),
      bubble(photos: [photo(), photo("q")], page: 1, pageLabel: "1"), bubble(time: "10:01"),
      bubble(status: nil), bubble(status: .read), bubble(label: ""), bubble(label: "1 of 2"),
      bubble(marks: StatusMarks("✓", .grey)), bubble(marks: StatusMarks("✓", .blue)),
      bubble(marks: StatusMarks("", .grey)), bubble(statusTime: 0), bubble(statusTime: 1),
      bubble(controls: [.retry]), bubble(controls: [.delete]), bubble(controls: [.edit]),
      bubble(controls: [.edit, .delete]), bubble(controls: [.deleteMedia]), bubble(note: ""),
      bubble(note: "gone"), bubble(offersReceipts: true), bubble(isDeleted: true),
      bubble(isEdited: true), bubble(speaker: "You"), bubble(spoken: ""), bubble(spoken: "read"),
    ])
  }
}
