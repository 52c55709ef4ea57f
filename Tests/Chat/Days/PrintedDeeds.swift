@testable import Chat
@testable import Devices

/// A deed of every kind that generated days have.
///
/// Each kind follows from the one before it in a `switch`, so that the compiler asks for a kind that is new.
enum PrintedDeeds {
  private static let chat = ConversationID("chat1")
  private static let message = MessageID("message1")
  private static let picture = Picture("a \"b\"", byteCount: 5)

  /// The deeds in an order in which each speaks of what one before it makes.
  static var all: [(deed: DayDeed<ChatDeed>, makes: String?)] {
    var deeds: [(DayDeed<ChatDeed>, String?)] = []
    for gesture in chain(ChatGesture.startConversation(with: ["bob"], isGroup: true), behind) {
      for variant in variants(of: gesture) {
        deeds.append((.app(.gesture(variant)), name(ofWhatIsMadeBy: variant)))
      }
    }
    deeds += chain(ChatDeed.burst(3, in: chat), behind).map { (.app($0), nil) }
    for gesture in chain(PhoneGesture.background, behind) {
      deeds += variants(of: gesture).map { (.phone($0), nil) }
    }
    for fault in chain(PhoneFault.partition(milliseconds: 50), behind) {
      deeds += variants(of: fault).map { (.fault($0), nil) }
    }
    return deeds + [(.rest, nil)]
  }

  private static func chain<Kind>(_ first: Kind, _ next: @escaping (Kind) -> Kind?) -> [Kind] {
    Array(sequence(first: first, next: next))
  }

  private static func name(ofWhatIsMadeBy gesture: ChatGesture) -> String? {
    switch gesture {
    case .startConversation(_, isGroup: true): "chat1"
    case .startConversation: "chat2"
    case .submit: "message1"
    case .send(_, let pictures, _): "message\(2 + pictures.count)"
    default: nil
    }
  }

  // MARK: - Gestures of the chat

  private static func behind(_ gesture: ChatGesture) -> ChatGesture? {
    switch gesture {
    case .startConversation: .open(chat)
    case .open: .type("say \"hi\"\n\\")
    case .type: .submit
    case .submit: .send("hello", in: chat)
    case .send: .addPicture
    case .addPicture: .answerPrompt(.allow)
    case .answerPrompt: .openSettings
    case .openSettings: .selectMorePhotos([picture, Picture("b")])
    case .selectMorePhotos: .choose(picture)
    case .choose: .removePicture(1)
    case .removePicture: .close
    case .close: .scroll(10)
    case .scroll: .scrollDown(3)
    case .scrollDown: .scrollToNewest
    case .scrollToNewest: .markRead(chat)
    case .markRead: .prepare(chat)
    case .prepare: .retry(message)
    case .retry: .reload(message)
    case .reload: .openPicture(message)
    case .openPicture: .openMediaRow(message, number: 1)
    case .openMediaRow: .zoom(200)
    case .zoom: .doubleTap
    case .doubleTap: .swipeDown
    case .swipeDown: .swipe(message, .next)
    case .swipe: .openMedia(chat)
    case .openMedia: .filterMedia(.all)
    case .filterMedia: .downloadAll
    case .downloadAll: .edit(message, to: "")
    case .edit: .delete(MessageID("message2"))
    case .delete: .deleteMedia(message)
    case .deleteMedia: .add(["carol", "dave"], to: chat)
    case .add: .remove(["carol"], from: chat)
    case .remove: .openReceipts(of: message)
    case .openReceipts: .openInfo(chat)
    case .openInfo: .askRemoval(of: "bob", from: chat)
    case .askRemoval: .leave(chat)
    case .leave: .confirm
    case .confirm: .back
    case .back: .rename(chat, to: "group 1")
    case .rename: .changePhoto(chat)
    case .changePhoto: .setPhoto(chat, picture)
    case .setPhoto: .openPicker(chat)
    case .openPicker: .addPicked
    case .addPicked: .tapRow("bob")
    case .tapRow: .closeSheet
    case .closeSheet: .shareReceipts(false)
    case .shareReceipts: .answerAlert
    case .answerAlert: .mute(chat, for: .hour)
    case .mute: .unmute(chat)
    case .unmute: .archive(chat)
    case .archive: .unarchive(chat)
    case .unarchive: .tag(chat, as: "work")
    case .tag: .search("#work")
    case .search: .describe(chat, as: "about us")
    case .describe: .letOnlyAdminsWrite(true, in: chat)
    case .letOnlyAdminsWrite: .giveRole(.admin, to: "bob", in: chat)
    case .giveRole: .pin(message)
    case .pin: .unpin(message)
    case .unpin: .invite(["carol"], to: chat)
    case .invite: .withdraw("carol", from: chat)
    case .withdraw: .answerInvitation(chat, accepts: true)
    case .answerInvitation: .openStatistics(chat)
    case .openStatistics: nil
    }
  }

  /// The gesture with each value that is printed by its name.
  private static func variants(of gesture: ChatGesture) -> [ChatGesture] {
    let formats = Picture.Format.allCases.map { Picture("a", width: 3, format: $0) }
    return switch gesture {
    case .startConversation:
      [gesture, .startConversation(with: ["bob", "guest1", "guest2"], isGroup: false)]
    case .send:
      [
        gesture, .send("", pictures: [Picture("a", isCorrupt: true)], in: chat),
        .send("all", pictures: formats, in: chat),
      ]
    case .scroll: [gesture, .scroll(0)]
    case .delete: [gesture, .delete(MessageID("message3")), .delete(MessageID("message6"))]
    case .answerPrompt: PhotoAnswer.allCases.map { .answerPrompt($0) }
    case .swipe: PageTurn.allCases.map { .swipe(message, $0) }
    case .filterMedia: MediaFilter.allCases.map { .filterMedia($0) }
    case .openReceipts: MessageTouch.allCases.map { .openReceipts(of: message, by: $0) }
    case .mute: MuteSpan.allCases.map { .mute(chat, for: $0) }
    case .giveRole: GroupRole.allCases.map { .giveRole($0, to: "bob", in: chat) }
    case .answerInvitation: [gesture, .answerInvitation(ConversationID("chat2"), accepts: false)]
    default: [gesture]
    }
  }

  private static func behind(_ deed: ChatDeed) -> ChatDeed? {
    switch deed {
    // The gestures have a list of their own.
    case .gesture: nil
    case .burst: .longMessage(10_001, in: chat)
    case .longMessage: .longEdit(10_001, of: message)
    case .longEdit: .imported(7, from: "bob", into: chat)
    case .imported: .savePhoto(picture)
    case .savePhoto: .refuseMessages(2)
    case .refuseMessages: nil
    }
  }

  // MARK: - Any phone

  private static func behind(_ gesture: PhoneGesture) -> PhoneGesture? {
    switch gesture {
    case .background: .suspend
    case .suspend: .foreground
    case .foreground: .lock
    case .lock: .unlock
    case .unlock: .restart
    case .restart: .cover(.call)
    case .cover: .uncover
    case .uncover: .kill
    case .kill: .launch
    case .launch: .reinstall
    case .reinstall: .airplaneMode(true)
    case .airplaneMode: .network("wifi")
    case .network: .clock(milliseconds: -5)
    case .clock: .anotherPhone("Alice2", profile: "wifi")
    case .anotherPhone: .tapNotification
    case .tapNotification: .clearNotifications
    case .clearNotifications: .respond(.dismissed)
    case .respond: .photoAccess(.denied)
    case .photoAccess: .permission(.denied)
    case .permission: .answerPrompt(allows: true)
    case .answerPrompt: .lowPower(true)
    case .lowPower: .timeZone(hours: -3)
    case .timeZone: .textSize(.large)
    case .textSize: .contrast(true)
    case .contrast: .darkMode(true)
    case .darkMode: nil
    }
  }

  private static func variants(of gesture: PhoneGesture) -> [PhoneGesture] {
    switch gesture {
    case .cover: SystemCover.allCases.map { .cover($0) }
    case .network: DayCast.profiles.map { .network($0.name) }
    case .respond: [gesture, .respond(.action("mark \"read\"")), .respond(.reply("yes"))]
    case .photoAccess: PhotoAccess.allCases.map { .photoAccess($0) }
    case .permission: NotificationPermission.allCases.map { .permission($0) }
    case .textSize: TextSize.allCases.map { .textSize($0) }
    default: [gesture]
    }
  }

  private static func behind(_ fault: PhoneFault) -> PhoneFault? {
    switch fault {
    case .partition: .notHeard(milliseconds: 50)
    case .notHeard: .hearsNothing(milliseconds: 50)
    case .hearsNothing: .hold(milliseconds: 50)
    case .hold: .slow(factor: 2, plus: 3, milliseconds: 50)
    case .slow: .flap(down: 5, up: 6, milliseconds: 50)
    case .flap: .reset(milliseconds: 50)
    case .reset: .silentBreak
    case .silentBreak: .lostAcknowledgement(isSilent: false)
    case .lostAcknowledgement: .killAtCommit(isDurable: false)
    case .killAtCommit: .fullDisk(milliseconds: 50)
    case .fullDisk: .failedCommit
    case .failedCommit: .slowDisk(milliseconds: 300)
    case .slowDisk: .handover(profile: "wifi")
    case .handover: .captivePortal(milliseconds: 50)
    case .captivePortal: .lostNames(milliseconds: 50)
    case .lostNames: .reclaimedSockets
    case .reclaimedSockets: .killForMemory
    case .killForMemory: .latePush(milliseconds: 50)
    case .latePush: .backendRestart(isSilent: false, milliseconds: 50)
    case .backendRestart: .interruptedFunctions
    case .interruptedFunctions: nil
    }
  }

  private static func variants(of fault: PhoneFault) -> [PhoneFault] {
    switch fault {
    case .lostAcknowledgement: [fault, .lostAcknowledgement(isSilent: true)]
    case .killAtCommit: [fault, .killAtCommit(isDurable: true)]
    case .handover: DayCast.profiles.map { .handover(profile: $0.name) }
    case .backendRestart: [fault, .backendRestart(isSilent: true, milliseconds: 50)]
    default: [fault]
    }
  }
}
