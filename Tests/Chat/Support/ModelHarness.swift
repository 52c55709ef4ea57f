import Backend
import Simulator

@testable import Chat
@testable import Devices

/// Alice's app without a world: its model, what it wants done, and the disk that it keeps its facts on.
struct ModelHarness {
  static let alice: UserID = "alice"
  static let bob: UserID = "bob"
  static let carol: UserID = "carol"
  static let chat = ConversationID("chat")

  var model: ChatModel
  private(set) var image = DiskImage()
  /// Every effect that was carried out.
  private(set) var effects: [ChatEffect] = []
  var now = Instant.zero

  init(policies: ChatPolicies = ChatPolicies()) {
    model = ChatModel(user: Self.alice, policies: policies, restoring: DiskImage())
    model.start(at: now)
    flush()
  }

  /// Alice's app in a conversation that the backend knows of.
  static func chatting(
    with members: [UserID] = [bob], policies: ChatPolicies = ChatPolicies()
  ) -> ModelHarness {
    var harness = ModelHarness(policies: policies)
    harness.hear(.memberships, .childAdded, "chat", true)
    harness.learn(members: [alice] + members)
    harness.learnNames(of: members)
    return harness
  }

  /// Keeps the facts and takes the effects, as the app does after each step.
  mutating func flush() {
    model.flushDeliveries(at: now)
    model.closeSheetWithoutSubject()
    model.followProfiles()
    image.apply(model.store.takeUncommitted())
    // The screen is shown here, and what is on it marked.
    model.markDisplayed(at: now)
    image.apply(model.store.takeUncommitted())
    effects += model.effects
    model.effects = []
  }

  /// The app dies, and another process takes up its disk.
  mutating func restart() {
    model = ChatModel(user: Self.alice, policies: model.policies, restoring: image)
    effects = []
    model.start(at: now)
    flush()
  }

  // MARK: - News

  mutating func hear(_ feed: Feed, _ kind: DataEvent.Kind, _ key: String?, _ node: Node) {
    model.received(
      .data(DataEvent(kind, key: key.map { Key($0) }, node: node)), from: feed, at: now)
    flush()
  }

  mutating func learn(members: [UserID], isGroup: Bool = false) {
    let ends = Node(children: members.map { (Key($0.text), Node(.bool(true))) })
    hear(
      .conversation(Self.chat), .value, nil,
      ["isGroup": Node(.bool(isGroup)), "members": ends])
  }

  /// The accounts of users are told of: their names are their ids with a capital.
  mutating func learnNames(of users: [UserID]) {
    for user in users {
      let name = user.text.prefix(1).uppercased() + user.text.dropFirst()
      hear(.profile(user), .value, nil, ["name": Node(.string(name))])
    }
  }

  /// A message comes from the database.
  mutating func receive(
    _ id: String, from author: UserID = bob, at milliseconds: Int64 = 1000,
    _ kind: DataEvent.Kind = .childAdded
  ) {
    hear(
      .messages(Self.chat), kind, id,
      [
        "author": Node(.string(author.text)), "text": Node(.string("text of \(id)")),
        "sentAt": .time(milliseconds),
      ])
  }

  /// The database tells of the receipts, or deliveries, of a user.
  mutating func hear(
    _ feed: Feed, of user: UserID, _ times: [String: Int64], _ kind: DataEvent.Kind = .childAdded
  ) {
    let marks = times.keys.sorted().map { (Key($0), Node.time(times[$0] ?? 0)) }
    hear(feed, kind, user.text, Node(children: marks))
  }

  // MARK: - Gestures

  mutating func send(_ text: String, as id: String) {
    model.send(
      text, in: Self.chat, as: MessageID(id), localMilliseconds: now.nanoseconds / 1_000_000)
    flush()
  }

  mutating func open() {
    model.open(Self.chat)
    flush()
  }

  mutating func answer(_ number: Int, _ outcome: WriteOutcome) {
    model.settled(
      number, outcome, localMilliseconds: now.nanoseconds / 1_000_000, at: now)
    flush()
  }

  /// The backend answers every write of receipts, and those that follow, a second apart.
  mutating func answerReceipts(
    _ outcome: (_ keys: [String]) -> WriteOutcome = { _ in .committed }
  ) {
    var answered = 0
    while answered < writes(below: "receipts").count {
      let write = writes(below: "receipts")[answered]
      answered += 1
      answer(write.number, outcome(write.keys))
      elapseReceiptPause()
    }
  }

  /// A second passes, the longest pause between flushes of receipts and of deliveries.
  mutating func elapseReceiptPause() {
    now = now.advanced(by: .seconds(1))
    model.deliveryPacer.timerFired()
    model.receiptTimerFired(at: now)
    flush()
  }

  // MARK: - What came of it

  var screen: Screen { model.projection(clock: WallClock()).screen() }

  func status(of id: String) -> DeliveryStatus? { screen.bubble(MessageID(id))?.status }

  var unread: Int? { screen.conversation(Self.chat)?.unread }

  /// The writes that were asked for, with the keys of what they write below their paths.
  var writes: [(number: Int, path: String, keys: [String])] {
    effects.compactMap { effect in
      guard case .write(let number, let path, let changes) = effect else { return nil }
      return (number, path.description, changes.map { $0.path.description })
    }
  }

  /// The writes below a top-level location.
  func writes(below top: String) -> [(number: Int, path: String, keys: [String])] {
    writes.filter { $0.path.hasPrefix("/\(top)/") }
  }

  /// How far the backend's answers to the receipts have got on the disk.
  func seen(_ id: String) -> SeenFact? {
    ChatStore(of: Self.alice, restoring: image).seen[MessageID(id)]
  }
}

extension Node {
  static func time(_ milliseconds: Int64) -> Node { Node(.number(Double(milliseconds))) }
}

extension Attachment {
  /// A picture whose file has the name that the app's model gives it without any chance.
  init(_ picture: Picture, number: Int = 1) {
    self.init(picture, number: number, token: "none")
  }
}
