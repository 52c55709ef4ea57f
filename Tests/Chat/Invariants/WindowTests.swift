import Devices
import Simulator
import Testing

@testable import Backend
@testable import Chat

@Suite("What the window of a thread holds, and nothing twice")
struct WindowTests {
  private static let chat = ConversationID("c")

  private static func bubbles(_ count: Int) -> [Screen.Bubble] {
    (0..<count).map {
      Screen.Bubble(
        id: MessageID("m\($0)"), author: "bob", text: "", time: "00:00", status: nil)
    }
  }

  private static func thread(
    _ bubbles: [Screen.Bubble], inView: Range<Int>, pins: [String] = [], members: [UserID] = []
  ) -> Screen.MessageThread {
    Screen.MessageThread(
      id: chat, title: "Bob", members: members.map { .init(user: $0, joinedMilliseconds: 0) },
      isReadOnly: false, bubbles: bubbles,
      pinned: pins.map { Screen.PinnedMessage(id: MessageID($0), text: "") }, unread: 0,
      inView: inView)
  }

  private func ledger(viewport: Int = 2) -> DeviceLedger {
    DeviceLedger(phone: "Alice", user: "alice", policies: ChatPolicies(viewport: viewport))
  }

  @Test(
    "a window that holds more than there is room for, or what is not there, breaks I-06",
    arguments: [(1..<3, nil), (0..<3, "I-06"), (2..<4, "I-06")] as [(Range<Int>, String?)])
  func window(inView: Range<Int>, breaks statement: String?) {
    var ledger = ledger()
    ledger.judgeWindow(of: Self.thread(Self.bubbles(3), inView: inView))
    #expect(ledger.takeBreaches().map(\.invariant) == [statement].compactMap(\.self))
  }

  @Test("what scrolling up reveals is compared with the backend at the next rest (I-08)")
  func revealed() {
    var ledger = ledger()
    var screen = Screen()
    screen.thread = Self.thread(Array(Self.bubbles(4).suffix(2)), inView: 0..<2)
    ledger.show(screen, at: .zero)
    _ = ledger.takePending()
    screen.thread = Self.thread(Self.bubbles(4), inView: 0..<2)
    ledger.show(screen, at: .zero)
    #expect(ledger.takePending()[Self.chat] == Set(["m0", "m1"].map { MessageID($0) }))
  }

  @Test("every screen's window is looked at, and with larger text there is less room (I-06)")
  func screens() {
    var ledger = ledger(viewport: 3)
    var screen = Screen()
    screen.thread = Self.thread(Self.bubbles(3), inView: 0..<3)
    ledger.show(screen, at: .zero)
    #expect(!ledger.takeBreaches().contains { $0.invariant == "I-06" })
    screen.traits.textSize = .accessibilityExtraExtraExtraLarge
    screen.thread = Self.thread(Self.bubbles(4), inView: 1..<4)
    ledger.show(screen, at: .zero)
    #expect(ledger.takeBreaches().contains { $0.invariant == "I-06" })
  }

  @Test("what stands twice among the lines, pins, media, people to pick or members breaks I-16")
  func twice() {
    func breaches(_ change: (inout Screen) -> Void) -> [String?] {
      var screen = Screen()
      screen.thread = Self.thread([], inView: 0..<0)
      change(&screen)
      var ledger = ledger()
      ledger.show(screen, at: .zero)
      _ = ledger.takeBreaches()
      ledger.judgeUniqueAtRest()
      return ledger.takeBreaches().map(\.invariant)
    }
    func media(_ numbers: [Int]) -> Screen.Sheet {
      .media(
        Screen.MediaSheet(
          conversation: Self.chat, title: "", filter: .all, filters: [],
          rows: numbers.map {
            Screen.MediaRow(
              message: MessageID("m"), number: $0, isVideo: false, author: "", time: "",
              content: nil, state: "", hasFailed: false, delete: nil)
          }, count: numbers.count, empty: nil, downloadAll: nil, done: ""))
    }
    func picker(_ users: [UserID]) -> Screen.Sheet {
      .picker(
        Screen.MemberPicker(
          title: "",
          candidates: users.map { Screen.Candidate(user: $0, name: "", isPicked: false) },
          count: users.count, canAdd: false, add: "", cancel: ""))
    }
    let row = Screen.ConversationRow(id: Self.chat, title: "Bob", preview: "", unread: 0)
    #expect(breaches { $0.conversations = [row] } == [])
    #expect(breaches { $0.conversations = [row, row] } == ["I-16"])
    #expect(breaches { $0.thread = Self.thread([], inView: 0..<0, pins: ["a", "b"]) } == [])
    #expect(breaches { $0.thread = Self.thread([], inView: 0..<0, pins: ["a", "a"]) } == ["I-16"])
    #expect(breaches { $0.sheet = media([1, 2]) } == [])
    #expect(breaches { $0.sheet = media([1, 1]) } == ["I-16"])
    #expect(breaches { $0.sheet = picker(["bob", "carol"]) } == [])
    #expect(breaches { $0.sheet = picker(["bob", "bob"]) } == ["I-16"])
  }

  @Test("a sheet for who may not have it, or of what is elsewhere, breaks “sheet”")
  func sheets() {
    func breaches(
      _ sheet: Screen.Sheet, admins: Set<UserID>, isArchived: Bool = false, isMember: Bool = true
    ) -> [String?] {
      var store = ChatStore(of: "alice")
      store.put(
        ConversationFact(
          id: Self.chat, isGroup: true,
          members: ["alice", "bob"].map { .init(user: $0, joinedMilliseconds: 0) },
          admins: admins, isMember: isMember, isArchived: isArchived))
      var ledger = ledger()
      ledger.store(store.takeUncommitted(), at: .zero)
      var screen = Screen()
      screen.thread = Self.thread([], inView: 0..<0, members: ["alice", "bob"])
      screen.sheet = sheet
      ledger.show(screen, at: .zero)
      return ledger.takeBreaches().map(\.invariant)
    }
    let picker = Screen.Sheet.picker(
      Screen.MemberPicker(
        title: "", candidates: [], count: 0, canAdd: false, add: "", cancel: ""))
    func photos(of group: ConversationID? = nil) -> Screen.Sheet {
      .photos(
        Screen.PhotoSheet(
          title: "", access: .authorized, group: group, notice: nil, settings: nil, cancel: ""))
    }
    #expect(breaches(picker, admins: ["alice"]) == [])
    #expect(breaches(picker, admins: ["bob"]) == ["sheet"])
    #expect(breaches(photos(), admins: ["bob"]) == [])
    #expect(breaches(photos(), admins: ["bob"], isArchived: true) == ["sheet"])
    #expect(breaches(photos(of: Self.chat), admins: ["alice"]) == [])
    #expect(breaches(photos(of: Self.chat), admins: ["bob"]) == ["sheet"])
    #expect(breaches(photos(of: ConversationID("d")), admins: ["alice"]) == ["sheet"])

    func statistics(of group: ConversationID = Self.chat) -> Screen.Sheet {
      .statistics(
        Screen.GroupStatistics(
          conversation: group, title: "", days: [], active: [], peakHour: nil, done: ""))
    }
    #expect(breaches(statistics(), admins: ["alice"]) == [])
    #expect(breaches(statistics(), admins: ["bob"]) == ["sheet"])
    #expect(breaches(statistics(of: ConversationID("d")), admins: ["alice"]) == ["sheet"])
    func media(of group: ConversationID, _ rows: [Screen.MediaRow] = []) -> Screen.Sheet {
      .media(
        Screen.MediaSheet(
          conversation: group, title: "", filter: .all, filters: [], rows: rows,
          count: rows.count, empty: nil, downloadAll: nil, done: ""))
    }
    let strange = Screen.MediaRow(
      message: MessageID("m"), number: 1, isVideo: false, author: "", time: "", content: nil,
      state: "", hasFailed: false, delete: nil)
    #expect(breaches(media(of: Self.chat), admins: []) == [])
    #expect(breaches(media(of: ConversationID("d")), admins: []) == ["sheet"])
    #expect(breaches(media(of: Self.chat, [strange]), admins: []) == ["sheet"])
    let viewer = Screen.Sheet.picture(
      Screen.PictureViewer(
        message: MessageID("m"), content: nil, isVideo: false, pageLabel: nil, zoom: 100,
        delete: nil, close: ""))
    #expect(breaches(viewer, admins: []) == ["sheet"])
    func info(
      of group: ConversationID = Self.chat, add: String? = nil, remove: String? = nil,
      description: String? = nil
    ) -> Screen.Sheet {
      .group(
        Screen.GroupInfo(
          conversation: group, title: "", photo: nil, picture: nil, uploading: nil,
          description: description, writing: nil, heading: "",
          members: ["alice", "bob"].map {
            Screen.MemberRow(
              user: $0, name: "", role: nil, canGiveRole: false, pending: nil,
              remove: $0 == "bob" ? remove : nil)
          }, guests: [], canEdit: false, add: add, statistics: nil, leave: nil, media: "",
          done: ""))
    }
    #expect(breaches(info(), admins: ["bob"]) == [])
    #expect(breaches(info(of: ConversationID("d")), admins: ["bob"]) == ["sheet"])
    #expect(breaches(info(add: "Add"), admins: ["bob"]) == ["sheet"])
    #expect(breaches(info(add: "Add", remove: "Remove"), admins: ["alice"]) == [])
    #expect(breaches(info(remove: "Remove"), admins: ["bob"]) == ["sheet"])
    #expect(breaches(info(description: "words"), admins: ["bob"]) == ["sheet"])
    #expect(breaches(info(), admins: ["bob"], isMember: false) == ["sheet"])
  }
}
