import Backend
import Devices
import Simulator
import Testing

@testable import Chat

/// Each property of what is on a screen changes the digest by itself.
///
/// The lists of properties are those that `digest(into:)` mixes in: a new one fails the test that is named after its type,
/// until it is mixed in and has a variant below.
@Suite("A digest sees each property of a screen and of the sheet in front of it")
struct ScreenDigestTests {
  private static let (m, n) = (MessageID("m"), MessageID("n"))
  private static let (c, d) = (ConversationID("c"), ConversationID("d"))
  private static let (a, b) = (Picture("a").content, Picture("a", byteCount: 1).content)

  /// The names of the stored properties, without those in which they are kept.
  private static func properties(of value: Any) -> [String] {
    let children = Mirror(reflecting: value).children
    if let only = children.first, children.count == 1 { return properties(of: only.value) }
    return children.compactMap(\.label)
  }

  /// Requires variants that differ in one property each, the first in none, to have digests of their own; and the properties
  /// to be these.
  private static func expect(
    _ value: Any, has properties: [String], told variants: [Screen],
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(Self.properties(of: value) == properties, sourceLocation: location)
    #expect(variants.count > properties.count, sourceLocation: location)
    var seen: [UInt64: Int] = [:]
    for (index, variant) in variants.enumerated() {
      if let other = seen.updateValue(index, forKey: variant.digest) {
        Issue.record("variants \(other) and \(index) have one digest", sourceLocation: location)
      }
    }
  }

  private static func screen(_ change: (inout Screen) -> Void) -> Screen {
    var screen = Screen()
    change(&screen)
    return screen
  }

  private static func screen(_ sheet: Screen.Sheet) -> Screen { screen { $0.sheet = sheet } }

  // MARK: - The screen

  @Test("screen")
  func screen() {
    let prompt = Screen.PhotoPrompt(text: "t", limit: "l", allow: "a", deny: "d")
    let question = Screen.Question(text: "t", confirm: "y", cancel: "n")
    Self.expect(
      Screen(),
      has: [
        "conversations", "invitations", "search", "sharesReceipts", "thread", "sheet", "badge",
        "alert", "question", "prompt", "traits", "isRightToLeft", "words",
      ],
      told: [
        Screen(), Self.screen { $0.conversations = [Self.row()] },
        Self.screen {
          $0.invitations = [.init(conversation: Self.c, text: "", accept: nil, decline: nil)]
        },
        Self.screen { $0.search = .init(words: "", found: []) },
        Self.screen { $0.sharesReceipts = false },
        Self.screen { $0.thread = Self.thread() },
        Self.screen(.info(Self.info())), Self.screen { $0.badge = 1 },
        Self.screen { $0.alert = "" },
        Self.screen { $0.question = question },
        Self.screen { $0.question = .init(text: "u", confirm: "y", cancel: "n") },
        Self.screen { $0.question = .init(text: "t", confirm: "z", cancel: "n") },
        Self.screen { $0.question = .init(text: "t", confirm: "y", cancel: "o") },
        Self.screen { $0.prompt = prompt }, Self.screen { $0.traits.isDark = true },
        // The words are those of its texts.
        Self.screen { $0.isRightToLeft = true },
      ])
    #expect(Self.properties(of: prompt) == ["text", "limit", "allow", "deny"])
    #expect(Self.properties(of: question) == ["text", "confirm", "cancel"])
  }

  private static func row(
    _ id: ConversationID = c, title: String = "", preview: String = "", unread: Int? = nil,
    _ change: (inout Screen.ConversationRow) -> Void = { _ in }
  ) -> Screen.ConversationRow {
    var row = Screen.ConversationRow(id: id, title: title, preview: preview, unread: unread)
    change(&row)
    return row
  }

  @Test("rows of the list")
  func rows() {
    let photo = Screen.GroupPhoto(place: "p", content: Self.a)
    let rows = [
      Self.row(), Self.row(Self.d), Self.row(title: "t"), Self.row(preview: "p"),
      Self.row(unread: 0), Self.row { $0.isArchived = true }, Self.row { $0.isMuted = true },
      Self.row { $0.isInArchive = true }, Self.row { $0.tag = "" }, Self.row { $0.departure = "" },
      Self.row { $0.photo = photo },
      Self.row { $0.photo = Screen.GroupPhoto(place: "q", content: Self.a) },
      Self.row { $0.photo = Screen.GroupPhoto(place: "p", content: Self.b) },
      Self.row { $0.photo = Screen.GroupPhoto(place: "p", content: nil) },
    ]
    Self.expect(
      rows[0],
      has: [
        "id", "title", "preview", "unread", "isArchived", "isMuted", "isInArchive", "tag",
        "departure", "photo",
      ], told: rows.map { row in Self.screen { $0.conversations = [row] } })
    #expect(Self.properties(of: photo) == ["place", "content"])
  }

  private static func thread(
    id: ConversationID = c, title: String = "", photo: Screen.GroupPhoto? = nil,
    isGroup: Bool = false, members: [ConversationFact.Member] = [], isReadOnly: Bool = false,
    notice: String? = nil, bubbles: [Screen.Bubble] = [], pinned: [Screen.PinnedMessage] = [],
    canPin: Bool = false, canAdd: Bool = false, isMember: Bool = true, subtitle: String? = nil,
    typists: [UserID] = [], line: String? = nil,
    composer: String = "", previews: [Screen.Preview] = [], warning: String? = nil,
    unread: Int = 0, inView: Range<Int> = 0..<0
  ) -> Screen.MessageThread {
    Screen.MessageThread(
      id: id, title: title, photo: photo, isGroup: isGroup, members: members,
      isReadOnly: isReadOnly, writingNotice: notice, bubbles: bubbles, pinned: pinned,
      canPin: canPin, canAdd: canAdd, isMember: isMember, subtitle: subtitle, typists: typists,
      typingLine: line, composer: composer, previews: previews, storageWarning: warning,
      unread: unread, inView: inView)
  }

  @Test("threads")
  func threads() {
    func preview(
      _ name: String = "a", _ content: FileContent = Self.a, size: String = "",
      isVideo: Bool = false
    ) -> Screen.Preview {
      Screen.Preview(name: name, thumbnail: content, size: size, isVideo: isVideo)
    }
    let bob = ConversationFact.Member(user: "bob", joinedMilliseconds: 0)
    let threads = [
      Self.thread(), Self.thread(id: Self.d), Self.thread(title: "t"),
      Self.thread(photo: .init(place: "p", content: nil)), Self.thread(isGroup: true),
      Self.thread(members: [bob]), Self.thread(isReadOnly: true), Self.thread(notice: ""),
      Self.thread(bubbles: [Self.bubble()]), Self.thread(pinned: [.init(id: Self.m, text: "")]),
      Self.thread(canPin: true), Self.thread(canAdd: true), Self.thread(isMember: false),
      Self.thread(subtitle: ""), Self.thread(typists: ["bob"]),
      Self.thread(line: ""), Self.thread(composer: "c"), Self.thread(previews: [preview()]),
      Self.thread(previews: [preview("b")]), Self.thread(previews: [preview("a", Self.b)]),
      Self.thread(previews: [preview(size: "1")]), Self.thread(previews: [preview(isVideo: true)]),
      Self.thread(previews: [preview(), preview()]), Self.thread(warning: ""),
      Self.thread(unread: 1), Self.thread(inView: 0..<1), Self.thread(inView: 1..<1),
    ]
    Self.expect(
      threads[0],
      has: [
        "id", "title", "photo", "isGroup", "members", "isReadOnly", "writingNotice", "bubbles",
        "pinned", "canPin", "canAdd", "isMember", "subtitle", "typists", "typingLine",
        "composer", "previews", "storageWarning", "unread", "inView",
      ], told: threads.map { thread in Self.screen { $0.thread = thread } })
    #expect(Self.properties(of: preview()) == ["name", "thumbnail", "size", "isVideo"])
    #expect(Self.properties(of: bob) == ["user", "joinedMilliseconds"])
    #expect(Self.properties(of: Screen.PinnedMessage(id: Self.m, text: "")) == ["id", "text"])
    #expect(
      Self.properties(
        of: Screen.Invitation(conversation: Self.c, text: "", accept: "", decline: ""))
        == ["conversation", "text", "accept", "decline"])
    #expect(Self.properties(of: Screen.ListSearch(words: "", found: [])) == ["words", "found"])
  }

  private static func bubble(
    id: MessageID = m, author: UserID? = nil, text: String = "", photos: [Screen.Photo] = [],
    page: Int = 0, label: String? = nil, note: String? = nil, time: String = "",
    status: DeliveryStatus? = nil, marks: StatusMarks? = nil, at milliseconds: Int64? = nil,
    readers: String? = nil, controls: [Screen.Bubble.Control] = [], offersReceipts: Bool = false,
    isDeleted: Bool = false, isEdited: Bool = false, speaker: String = "", spoken: String? = nil,
    progress: String? = nil, repair: String? = nil
  ) -> Screen.Bubble {
    Screen.Bubble(
      id: id, author: author, text: text, photos: photos, page: page, pageLabel: label,
      mediaNote: note, time: time, status: status, marks: marks, statusMilliseconds: milliseconds,
      receiptLabel: readers, controls: controls, offersReceipts: offersReceipts,
      isDeleted: isDeleted, isEdited: isEdited, speaker: speaker, spokenStatus: spoken,
      spokenProgress: progress, spokenRepair: repair)
  }

  @Test("bubbles")
  func bubbles() {
    let photo = Screen.Photo(
      place: "p", content: nil, progress: nil, failure: nil, width: 1, height: 1, label: "",
      isVideo: false)
    let bubbles =
      [
        Self.bubble(), Self.bubble(id: Self.n), Self.bubble(author: "a"), Self.bubble(text: "t"),
        Self.bubble(photos: [photo]), Self.bubble(page: 1), Self.bubble(label: ""),
        Self.bubble(label: "1"), Self.bubble(note: ""), Self.bubble(time: "t"),
        Self.bubble(status: .sent), Self.bubble(marks: StatusMarks("✓", .grey)),
        Self.bubble(marks: StatusMarks("✓", .blue)), Self.bubble(marks: StatusMarks("!", .grey)),
        Self.bubble(at: 0), Self.bubble(readers: ""), Self.bubble(offersReceipts: true),
        Self.bubble(isDeleted: true), Self.bubble(isEdited: true), Self.bubble(speaker: "s"),
        Self.bubble(spoken: ""), Self.bubble(progress: ""), Self.bubble(progress: "1 %"),
        Self.bubble(repair: ""), Self.bubble(repair: "again"),
      ] + Screen.Bubble.Control.allCases.map { Self.bubble(controls: [$0]) }
    Self.expect(
      bubbles[0],
      has: [
        "id", "author", "text", "photos", "page", "pageLabel", "mediaNote", "time", "status",
        "marks", "statusMilliseconds", "receiptLabel", "controls", "offersReceipts", "isDeleted",
        "isEdited", "speaker", "spokenStatus", "spokenProgress", "spokenRepair",
      ],
      told: bubbles.map { bubble in Self.screen { $0.thread = Self.thread(bubbles: [bubble]) } })
    #expect(
      Self.properties(of: photo) == [
        "place", "content", "progress", "failure", "width", "height", "label", "isVideo",
      ])
    #expect(Self.properties(of: StatusMarks("", .grey)) == ["glyph", "colour"])
  }

  // MARK: - Sheets

  private static func info(
    _ message: MessageID = m, title: String = "t", sent: String = "s", delivered: String = "d",
    read: String = "r", done: String = "x"
  ) -> Screen.MessageInfo {
    Screen.MessageInfo(
      message: message, title: title, sent: sent, delivered: delivered, read: read, done: done)
  }

  @Test("what became of a message")
  func infos() {
    let infos = [
      Self.info(), Self.info(Self.n), Self.info(title: ""), Self.info(sent: ""),
      Self.info(delivered: ""), Self.info(read: ""), Self.info(done: ""),
    ]
    Self.expect(
      infos[0], has: ["message", "title", "sent", "delivered", "read", "done"],
      told: infos.map { Self.screen(.info($0)) })
  }

  @Test("who has read a message")
  func receipts() {
    func row(
      _ user: UserID = "a", name: String = "", avatar: String? = nil, hasCheck: Bool = false,
      time: String? = nil
    ) -> Screen.RecipientRow {
      Screen.RecipientRow(user: user, name: name, avatar: avatar, hasCheck: hasCheck, time: time)
    }
    func section(
      _ heading: String = "h", count: Int = 0, rows: [Screen.RecipientRow] = []
    ) -> Screen.Section {
      Screen.Section(heading: heading, count: count, rows: rows)
    }
    func sheet(
      _ message: MessageID = Self.m, title: String = "t", read: Screen.Section = section(),
      delivered: Screen.Section = section(), pending: Screen.Section = section(),
      done: String = "x"
    ) -> Screen.ReceiptSheet {
      Screen.ReceiptSheet(
        message: message, title: title, read: read, delivered: delivered, pending: pending,
        done: done)
    }
    let rows = [
      row(), row("b"), row(name: "n"), row(avatar: ""), row(hasCheck: true), row(time: ""),
    ]
    let sheets =
      [
        sheet(), sheet(Self.n), sheet(title: ""), sheet(read: section("i")),
        sheet(read: section(count: 1)), sheet(delivered: section("i")),
        sheet(pending: section("i")), sheet(done: ""),
      ] + rows.map { sheet(read: section(rows: [$0])) }
    Self.expect(
      sheets[0], has: ["message", "title", "read", "delivered", "pending", "done"],
      told: sheets.map { Self.screen(.receipts($0)) })
    #expect(Self.properties(of: section()) == ["heading", "count", "rows"])
    #expect(Self.properties(of: row()) == ["user", "name", "avatar", "hasCheck", "time"])
  }

  @Test("who could be added")
  func pickers() {
    func candidate(
      _ user: UserID = "a", name: String = "", isPicked: Bool = false
    ) -> Screen.Candidate {
      Screen.Candidate(user: user, name: name, isPicked: isPicked)
    }
    func picker(
      _ title: String = "t", _ candidates: [Screen.Candidate] = [], count: Int = 0,
      canAdd: Bool = false, add: String = "a", cancel: String = "c"
    ) -> Screen.MemberPicker {
      Screen.MemberPicker(
        title: title, candidates: candidates, count: count, canAdd: canAdd, add: add,
        cancel: cancel)
    }
    let pickers = [
      picker(), picker(""), picker("t", [candidate()]), picker("t", [candidate("b")]),
      picker("t", [candidate(name: "n")]), picker("t", [candidate(isPicked: true)]),
      picker(count: 1), picker(canAdd: true), picker(add: ""), picker(cancel: ""),
    ]
    Self.expect(
      pickers[0], has: ["title", "candidates", "count", "canAdd", "add", "cancel"],
      told: pickers.map { Self.screen(.picker($0)) })
    #expect(Self.properties(of: candidate()) == ["user", "name", "isPicked"])
  }

  @Test("the information on a group")
  func groups() {
    func member(
      _ user: UserID = "a", name: String = "", role: String? = nil, canGiveRole: Bool = false,
      pending: String? = nil, remove: String? = nil
    ) -> Screen.MemberRow {
      Screen.MemberRow(
        user: user, name: name, role: role, canGiveRole: canGiveRole, pending: pending,
        remove: remove)
    }
    func guest(
      _ user: UserID = "a", name: String = "", mark: String = "", withdraw: String? = nil
    ) -> Screen.GuestRow {
      Screen.GuestRow(user: user, name: name, mark: mark, withdraw: withdraw)
    }
    func group(
      _ conversation: ConversationID = Self.c, title: String = "t", photo: String? = nil,
      picture: FileContent? = nil, uploading: String? = nil, description: String? = nil,
      writing: String? = nil, heading: String = "h", members: [Screen.MemberRow] = [],
      guests: [Screen.GuestRow] = [], canEdit: Bool = false, add: String? = nil,
      statistics: String? = nil, leave: String? = nil, media: String = "m", done: String = "x"
    ) -> Screen.GroupInfo {
      Screen.GroupInfo(
        conversation: conversation, title: title, photo: photo, picture: picture,
        uploading: uploading, description: description, writing: writing, heading: heading,
        members: members, guests: guests, canEdit: canEdit, add: add, statistics: statistics,
        leave: leave, media: media, done: done)
    }
    let members = [
      member(), member("b"), member(name: "n"), member(role: ""), member(canGiveRole: true),
      member(pending: ""), member(remove: ""),
    ]
    let guests = [guest(), guest("b"), guest(name: "n"), guest(mark: "m"), guest(withdraw: "")]
    let groups =
      [
        group(), group(Self.d), group(title: ""), group(photo: ""), group(picture: Self.a),
        group(picture: Self.b), group(uploading: ""), group(description: ""), group(writing: ""),
        group(heading: ""), group(canEdit: true), group(add: ""), group(statistics: ""),
        group(leave: ""), group(media: ""), group(done: ""),
      ] + members.map { group(members: [$0]) } + guests.map { group(guests: [$0]) }
    Self.expect(
      groups[0],
      has: [
        "conversation", "title", "photo", "picture", "uploading", "description", "writing",
        "heading", "members", "guests", "canEdit", "add", "statistics", "leave", "media", "done",
      ], told: groups.map { Self.screen(.group($0)) })
    #expect(
      Self.properties(of: member())
        == ["user", "name", "role", "canGiveRole", "pending", "remove"])
    #expect(Self.properties(of: guest()) == ["user", "name", "mark", "withdraw"])
  }

  @Test("the statistics of a group")
  func statistics() {
    func day(
      _ date: String = "d", messages: String = "m", members: String = "n"
    ) -> Screen.GroupStatistics.Day {
      .init(date: date, messages: messages, members: members)
    }
    func writer(
      _ user: UserID = "a", name: String = "", count: Int = 0
    ) -> Screen.GroupStatistics.Writer {
      .init(user: user, name: name, count: count)
    }
    func statistics(
      _ conversation: ConversationID = Self.c, title: String = "t",
      days: [Screen.GroupStatistics.Day] = [], active: [Screen.GroupStatistics.Writer] = [],
      peak: String? = nil, done: String = "x"
    ) -> Screen.GroupStatistics {
      Screen.GroupStatistics(
        conversation: conversation, title: title, days: days, active: active, peakHour: peak,
        done: done)
    }
    let all =
      [
        statistics(), statistics(Self.d), statistics(title: ""), statistics(peak: ""),
        statistics(done: ""),
      ]
      + [day(), day(""), day(messages: ""), day(members: "")].map { statistics(days: [$0]) }
      + [writer(), writer("b"), writer(name: "n"), writer(count: 1)]
      .map { statistics(active: [$0]) }
    Self.expect(
      all[0], has: ["conversation", "title", "days", "active", "peakHour", "done"],
      told: all.map { Self.screen(.statistics($0)) })
    #expect(Self.properties(of: day()) == ["date", "messages", "members"])
    #expect(Self.properties(of: writer()) == ["user", "name", "count"])
  }

  @Test("a picture on the full screen")
  func viewers() {
    func viewer(
      _ message: MessageID = Self.m, content: FileContent? = nil, isVideo: Bool = false,
      label: String? = nil, zoom: Int = 100, delete: String? = nil, close: String = "x"
    ) -> Screen.PictureViewer {
      Screen.PictureViewer(
        message: message, content: content, isVideo: isVideo, pageLabel: label, zoom: zoom,
        delete: delete, close: close)
    }
    let viewers = [
      viewer(), viewer(Self.n), viewer(content: Self.a), viewer(content: Self.b),
      viewer(isVideo: true), viewer(label: ""), viewer(zoom: 150), viewer(delete: ""),
      viewer(close: ""),
    ]
    Self.expect(
      viewers[0], has: ["message", "content", "isVideo", "pageLabel", "zoom", "delete", "close"],
      told: viewers.map { Self.screen(.picture($0)) })
  }

  @Test("the media of a conversation")
  func media() {
    func row(
      _ message: MessageID = Self.m, number: Int = 1, isVideo: Bool = false, author: String = "",
      time: String = "", content: FileContent? = nil, state: String = "", hasFailed: Bool = false,
      delete: String? = nil
    ) -> Screen.MediaRow {
      Screen.MediaRow(
        message: message, number: number, isVideo: isVideo, author: author, time: time,
        content: content, state: state, hasFailed: hasFailed, delete: delete)
    }
    func sheet(
      _ conversation: ConversationID = Self.c, title: String = "t", filter: MediaFilter = .all,
      filters: [String] = [], rows: [Screen.MediaRow] = [], count: Int = 0, empty: String? = nil,
      all: String? = nil, done: String = "x"
    ) -> Screen.MediaSheet {
      Screen.MediaSheet(
        conversation: conversation, title: title, filter: filter, filters: filters, rows: rows,
        count: count, empty: empty, downloadAll: all, done: done)
    }
    let rows = [
      row(), row(Self.n), row(number: 2), row(isVideo: true), row(author: "a"), row(time: "t"),
      row(content: Self.a), row(content: Self.b), row(state: "s"), row(hasFailed: true),
      row(delete: ""),
    ]
    let sheets =
      [
        sheet(), sheet(Self.d), sheet(title: ""), sheet(filter: .photos), sheet(filters: [""]),
        sheet(count: 1), sheet(empty: ""), sheet(all: ""), sheet(done: ""),
      ] + rows.map { sheet(rows: [$0]) }
    Self.expect(
      sheets[0],
      has: [
        "conversation", "title", "filter", "filters", "rows", "count", "empty", "downloadAll",
        "done",
      ], told: sheets.map { Self.screen(.media($0)) })
    #expect(
      Self.properties(of: row()) == [
        "message", "number", "isVideo", "author", "time", "content", "state", "hasFailed", "delete",
      ])
  }

  @Test("the photo picker")
  func photoPicker() {
    func photos(
      _ title: String = "t", access: PhotoAccess = .denied, group: ConversationID? = nil,
      rows: [Screen.PhotoRow] = [], count: Int = 0, empty: String? = nil, select: String? = nil,
      notice: String? = nil, settings: String? = nil, cancel: String = "c"
    ) -> Screen.PhotoSheet {
      Screen.PhotoSheet(
        title: title, access: access, group: group, rows: rows, count: count, empty: empty,
        select: select, notice: notice, settings: settings, cancel: cancel)
    }
    let rows: [Screen.PhotoRow] = [
      .init(picture: Picture("a"), time: "t"), .init(picture: Picture("b"), time: "t"),
      .init(picture: Picture("a", format: .png), time: "t"),
      .init(picture: Picture("a"), time: "u"),
    ]
    let sheets =
      [
        photos(), photos(""), photos(access: .limited), photos(group: Self.c), photos(count: 1),
        photos(empty: ""), photos(select: ""), photos(notice: ""), photos(settings: ""),
        photos(cancel: ""),
      ] + rows.map { photos(rows: [$0]) }
    Self.expect(
      sheets[0],
      has: [
        "title", "access", "group", "rows", "count", "empty", "select", "notice", "settings",
        "cancel",
      ], told: sheets.map { Self.screen(.photos($0)) })
    #expect(Self.properties(of: rows[0]) == ["picture", "time"])
  }
}
