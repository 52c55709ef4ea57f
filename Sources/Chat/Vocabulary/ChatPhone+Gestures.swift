internal import Backend
public import Devices
internal import Harness
internal import Network
internal import Simulator

// What a person does on a phone. A gesture returns once the phone has taken it in: the facts are on the
// disk and the screen shows them. A gesture waits until the control that it touches is on the screen, as an expectation does,
// and fails the run when it does not come (see ``Touched``), or when the app is not running. It throws where it gives back
// an id that the next lines need, and has none; one that gives back nothing, or an optional, does not.

extension Phone where App == ChatApp {
  /// The user who is signed in.
  public nonisolated var userID: UserID { UserID(user) }

  /// Starts a conversation and opens it; returns once it is in the lists of all online phones given.
  ///
  /// - Throws: `ExpectationFailed` when it does not arrive there within `limit`.
  public nonisolated func startConversation(
    with peers: ChatPhone..., isGroup: Bool = false, within limit: Duration = defaultLimit,
    fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async throws -> ConversationID {
    try await startConversation(
      with: peers, isGroup: isGroup, within: limit, fileID: fileID, filePath: filePath, line: line)
  }

  /// Starts a conversation and opens it; returns once it is in the lists of all online phones given.
  ///
  /// `others` are further members, without a phone.
  ///
  /// - Throws: `ExpectationFailed` when it does not arrive there within `limit`.
  public nonisolated func startConversation(
    with peers: [ChatPhone], and others: [UserID] = [], isGroup: Bool,
    within limit: Duration = defaultLimit, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async throws -> ConversationID {
    let members = peers.map(\.userID) + others
    let id = ConversationID(
      try await made(
        by: .startConversation(with: members, isGroup: isGroup), fileID: fileID,
        filePath: filePath, line: line))
    try await openAgain(id)
    for peer in peers where peer.isOnline {
      try await peer.expectDrawn(within: limit, fileID: fileID, filePath: filePath, line: line) {
        $0.conversation(id)?.unread != nil
      }
    }
    return id
  }

  /// Starts a conversation with users, wherever their phones are, and opens it; returns at once.
  public nonisolated func startConversation(
    withUsers users: [UserID], isGroup: Bool, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async throws -> ConversationID {
    ConversationID(
      try await made(
        by: .startConversation(with: users, isGroup: isGroup), fileID: fileID, filePath: filePath,
        line: line))
  }

  /// Opens a thread that a gesture has opened, where a fault killed the app before anybody saw it.
  private nonisolated func openAgain(_ conversation: ConversationID) async throws {
    guard world.nemesis != nil else { return }
    try await waitUntilUsable()
    await (try? app())?.perform(.open(conversation))
  }

  /// Writes and submits a message; returns its id, which stays the same through retries.
  ///
  /// `picture` is uploaded once the backend has the message.
  ///
  /// - Throws: ``GestureImpossible`` where nothing is sent, such as for a picture that is too large; the run has failed then.
  public nonisolated func send(
    _ text: String, picture: Picture? = nil, in conversation: ConversationID,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async throws -> MessageID {
    MessageID(
      try await made(
        by: .send(text, pictures: picture.map { [$0] } ?? [], in: conversation), fileID: fileID,
        filePath: filePath, line: line))
  }

  /// Opens a conversation's thread.
  public nonisolated func open(
    _ conversation: ConversationID, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    await perform(.open(conversation), fileID: fileID, filePath: filePath, line: line)
  }

  /// Goes back to the conversation list.
  public nonisolated func close(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(.close, fileID: fileID, filePath: filePath, line: line)
  }

  /// Scrolls up in the open thread, or in the sheet in front of it, until so many more messages or rows are displayed.
  ///
  /// `count` is from 1 on.
  public nonisolated func scroll(
    revealing count: Int, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    guard world.takes(count, in: 1...(.max), "\(name).scroll(revealing:)", at: location) else {
      return
    }
    await perform(.scroll(count), fileID: fileID, filePath: filePath, line: line)
  }

  /// Scrolls down in the open thread until so many more messages come into view, after scrolling up.
  ///
  /// `count` is from 1 on; the newest message is the last.
  public nonisolated func scrollDown(
    revealing count: Int, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    guard world.takes(count, in: 1...(.max), "\(name).scrollDown(revealing:)", at: location) else {
      return
    }
    await perform(.scrollDown(count), fileID: fileID, filePath: filePath, line: line)
  }

  /// Taps the arrow that leads down to the newest message, after scrolling up.
  public nonisolated func scrollToNewest(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(.scrollToNewest, fileID: fileID, filePath: filePath, line: line)
  }

  /// Answers the alert in front of everything, which goes away.
  public nonisolated func answerAlert(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(.answerAlert, fileID: fileID, filePath: filePath, line: line)
  }

  /// Taps retry on a message that has failed, or of which the picture has.
  public nonisolated func retry(
    _ message: MessageID, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    await perform(.retry(message), fileID: fileID, filePath: filePath, line: line)
  }

  /// Taps retry on a picture that could not be fetched.
  public nonisolated func reload(
    _ message: MessageID, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    await perform(.reload(message), fileID: fileID, filePath: filePath, line: line)
  }

  /// Taps the picture of a message, which opens on the full screen; ``swipeDown(fileID:filePath:line:)`` closes it, and
  /// ``closeSheet(fileID:filePath:line:)`` by its cross.
  public nonisolated func openPicture(
    of message: MessageID, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    await perform(.openPicture(message), fileID: fileID, filePath: filePath, line: line)
  }

  /// Zooms the picture on the full screen, to so many percent of what fits.
  public nonisolated func zoom(
    to percent: Int, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(.zoom(percent), fileID: fileID, filePath: filePath, line: line)
  }

  /// Taps the picture on the full screen twice.
  public nonisolated func doubleTap(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(.doubleTap, fileID: fileID, filePath: filePath, line: line)
  }

  /// Swipes the picture on the full screen down, which closes it.
  public nonisolated func swipeDown(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(.swipeDown, fileID: fileID, filePath: filePath, line: line)
  }

  /// Makes a gesture; the verbs above are its plain forms.
  public nonisolated func perform(
    _ gesture: ChatGesture, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    _ = await make(gesture, fileID: fileID, filePath: filePath, line: line)
  }

  /// Makes a gesture that gives back the id of what it makes; one that makes nothing fails the run.
  nonisolated func made(
    by gesture: ChatGesture, fileID: String, filePath: String, line: Int
  ) async throws -> Key {
    if let id = await make(gesture, fileID: fileID, filePath: filePath, line: line) { return id }
    let impossible = GestureImpossible(gesture: gesture.name, phone: name)
    world.fail(
      Failure(
        kind: "gesture",
        expected: "\(name) to \(gesture.name) \(gesture.details); but \(impossible)",
        location: CodeLocation(fileID: fileID, filePath: filePath, line: line)))
    throw impossible
  }

  /// Makes a gesture.
  ///
  /// - Returns: The id of what it has made; nil where it has made nothing, and where the run is over.
  nonisolated func make(
    _ gesture: ChatGesture, fileID: String, filePath: String, line: Int
  ) async -> Key? {
    await outcome(of: gesture, fileID: fileID, filePath: filePath, line: line) ?? nil
  }

  /// Makes a gesture.
  ///
  /// - Returns: The id of what it has made, if any; nil where it was impossible, and where the run is over.
  nonisolated func outcome(
    of gesture: ChatGesture, fileID: String, filePath: String, line: Int
  ) async -> Key?? {
    await self.gesture(
      gesture.name, gesture.details,
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line),
      isNavigation: gesture.isNavigation,
      missing: { $0.missing(gesture.touched) }, { $0.performAsPerson(gesture) })
  }
}

extension ChatGesture {
  /// Whether it only goes somewhere in the app, which is in memory alone.
  var isNavigation: Bool {
    switch self {
    case .type, .addPicture, .changePhoto, .answerPrompt, .openSettings, .selectMorePhotos, .choose,
      .removePicture, .reload,
      .openPicture, .openMediaRow, .zoom, .doubleTap, .swipeDown, .open, .close, .swipe,
      .openMedia, .filterMedia, .downloadAll, .scroll, .scrollDown, .scrollToNewest,
      .openReceipts, .openPicker, .tapRow, .closeSheet,
      .answerAlert, .openInfo, .askRemoval, .leave, .back, .openStatistics, .search:
      true
    default: false
    }
  }

  /// The text, the message or the conversation that the gesture is about, for stories.
  var details: String {
    switch self {
    case .send(let text, _, let conversation): "“\(Self.short(text))” in \(conversation.text)"
    case .type(let text): "“\(Self.short(text))”"
    case .choose(let picture): picture.name
    case .selectMorePhotos(let pictures): pictures.map(\.name).joined(separator: ", ")
    case .answerPrompt(let answer): answer.rawValue
    case .open(let conversation), .markRead(let conversation), .prepare(let conversation),
      .openMedia(let conversation), .openPicker(let conversation), .openInfo(let conversation),
      .leave(let conversation),
      .mute(let conversation, _), .unmute(let conversation), .archive(let conversation),
      .unarchive(let conversation), .openStatistics(let conversation):
      conversation.text
    case .askRemoval(let user, let group): "\(user.text) from \(group.text)"
    case .rename(let group, let name): "\(group.text) to “\(name)”"
    case .changePhoto(let group): group.text
    case .setPhoto(let group, let photo): "\(photo) for \(group.text)"
    case .tag(let conversation, let tag): "\(conversation.text) as “\(tag)”"
    case .search(let words): "“\(words)”"
    case .describe(let group, let text): "\(group.text) as “\(text)”"
    case .letOnlyAdminsWrite(_, let group): group.text
    case .giveRole(_, let user, let group): "\(user.text) in \(group.text)"
    case .pin(let message), .unpin(let message): message.text
    case .invite(let users, let group): "\(Self.list(users)) to \(group.text)"
    case .withdraw(let user, let group): "\(user.text) from \(group.text)"
    case .answerInvitation(let group, _): group.text
    case .zoom(let percent): "\(percent) %"
    case .filterMedia(let filter): "\(filter)"
    case .removePicture(let number): "\(number)"
    case .swipe(let message, _): message.text
    case .retry(let message), .reload(let message), .delete(let message), .openPicture(let message),
      .deleteMedia(let message),
      .openReceipts(let message, _):
      message.text
    case .edit(let message, let text): "\(message.text) to “\(text)”"
    case .add(let users, let group): "\(Self.list(users)) to \(group.text)"
    case .remove(let users, let group): "\(Self.list(users)) from \(group.text)"
    case .startConversation(let users, _): "with \(Self.list(users))"
    case .tapRow(let user): user.text
    case .shareReceipts(let isOn): isOn ? "on" : "off"
    case .openMediaRow(let message, let number): "\(number) of \(message.text)"
    case .submit, .addPicture, .openSettings, .doubleTap, .swipeDown, .downloadAll, .close, .scroll,
      .scrollDown, .scrollToNewest, .addPicked,
      .closeSheet, .answerAlert, .confirm,
      .back:
      ""
    }
  }

  /// A text as a story can show it: days write thousands of characters.
  private static func short(_ text: String) -> String {
    text.count > 80 ? "\(text.prefix(80))…" : text
  }

  private static func list(_ users: [UserID]) -> String {
    users.map(\.text).joined(separator: ", ")
  }
}

/// Thrown by a gesture that was impossible, or has made nothing and should give something back; the run has failed then.
public struct GestureImpossible: Error, CustomStringConvertible {
  /// The gesture that failed.
  public let gesture: String
  /// The phone's name.
  public let phone: String

  public var description: String { "the app of \(phone) has made nothing of it" }
}
