import Backend
import HostileWire
import Network
import Simulator

/// A server with clients that send what comes, and one honest client that must notice nothing of it.
struct WireFuzzRun {
  private static let rules = """
    {"rules": {
      "open": {".read": true, ".write": true, ".indexOn": ["a", ".value"],
        "b": {".validate": "newData.val().replace('a', 'aa').length < 100 || newData.isNumber()"}},
      "own": {".read": "auth.uid === 'honest'", ".write": "auth.uid === 'honest'"},
      "guarded": {".read": "root.child('open/a').val() !== 1 && query.limitToFirst !== 2",
        ".write": "newData.child('a').val() != data.child(auth.uid).val()",
        "$key": {".validate": "$key.matches(/^[a-z]+$/) && newData.val() + 1 > data.val()"}}
    }}
    """

  /// The connection of the honest client.
  private static let honest = ConnectionID(1)
  private static let ownQuery = QuerySpec("own")
  private static let openQuery = QuerySpec("open")

  private var wire: HostileWire
  private var server: DatabaseServer
  private var mirror = MirrorClient()
  private var hostile: [ConnectionID] = []
  private var lastConnection = 1
  private var honestNumber = 0
  /// What the honest client wrote to its own part of the tree.
  private var own = Node.empty
  private var now: Int64 = 1_000
  private var messageCount = 0
  private(set) var commitCount = 0
  /// The last message, as a story tells it.
  private(set) var last = ""

  init(seed: UInt64) throws {
    wire = HostileWire(seed: seed)
    server = DatabaseServer(rules: try RuleSet(Self.rules))
    _ = server.connect(Self.honest, nowMilliseconds: now)
    _ = ask(.authenticate(uid: "honest"))
    for query in [Self.ownQuery, Self.openQuery] {
      mirror.willSend(.listen(query, tag: nil, hash: nil))
      _ = ask(.listen(query, tag: nil, hash: nil))
    }
  }

  /// Sends one hostile message, and looks whether all is as it should be; what is not.
  mutating func play() -> String? {
    messageCount += 1
    now += Int64(wire.draw(50))
    if hostile.count < 8 || wire.happens(onceIn: 300) { connect() }
    if wire.happens(onceIn: 250) { disconnect(wire.draw(hostile.count)) }
    if hostile.isEmpty { connect() }
    // Once in a while over a connection that has never been or has ended.
    let sender = wire.happens(onceIn: 100) ? ConnectionID(wire.integer()) : wire.pick(hostile)
    if sender == Self.honest { return nil }
    let message = wire.message()
    last = String(message.summary.prefix(500))
    weigh(message)
    let isOpen = server.isConnected(sender)
    let actions = server.receive(message, from: sender, nowMilliseconds: now)
    if let failure = checkAnswers(actions, to: message, of: sender, isOpen: isOpen) {
      return failure
    }
    take(actions)
    if wire.happens(onceIn: 60), let failure = checkHonest() { return failure }
    if wire.happens(onceIn: 400) { return checkAll() }
    return nil
  }

  /// Ends all connections and looks once more.
  mutating func finish() -> String? {
    while !hostile.isEmpty { disconnect(0) }
    return checkHonest() ?? checkAll()
  }

  // MARK: - Steps

  private mutating func connect() {
    lastConnection += 1
    let id = ConnectionID(lastConnection)
    hostile.append(id)
    take(server.connect(id, nowMilliseconds: now))
  }

  private mutating func disconnect(_ index: Int) {
    if hostile.isEmpty { return }
    take(server.disconnect(hostile.remove(at: index), nowMilliseconds: now))
  }

  private mutating func take(_ actions: [ServerAction]) {
    for action in actions {
      switch action {
      case .send(let connection, let message):
        weigh(message)
        if connection == Self.honest { mirror.receive(message) }
      case .committed(let commit):
        commitCount += 1
        _ = commit.description
      case .refused(let refusal): _ = refusal.description
      case .warned: break
      }
    }
  }

  /// Does with a message what every network does that carries and records it.
  private func weigh(_ message: some Payload) {
    var hash = StableHash()
    message.digest(into: &hash)
    precondition(message.byteCount >= 0 && !message.summary.isEmpty)
  }

  private mutating func ask(_ request: ClientRequest) -> ResponseStatus? {
    honestNumber += 1
    let actions = server.receive(
      ClientMessage(number: honestNumber, request), from: Self.honest, nowMilliseconds: now)
    take(actions)
    return actions.compactMap {
      if case .send(Self.honest, .response(honestNumber, let status)) = $0 { status } else { nil }
    }.last
  }

  // MARK: - What must hold

  private func checkAnswers(
    _ actions: [ServerAction], to message: ClientMessage, of sender: ConnectionID, isOpen: Bool
  ) -> String? {
    if !isOpen { return actions.isEmpty ? nil : "a connection that isn't open was served" }
    var answers = 0
    for case .send(let connection, let sent) in actions {
      let (number, status): (Int, ResponseStatus)
      switch sent {
      case .response(let answered, let outcome): (number, status) = (answered, outcome)
      case .answer(let answered, _): (number, status) = (answered, .ok)
      default: continue
      }
      if connection != sender || number != message.number { return "somebody else was answered" }
      if status == .permissionDenied, status.text != "permission denied" { return "\(status.text)" }
      answers += 1
    }
    return answers == 1 ? nil : "\(answers) answers"
  }

  /// The honest client writes, is answered, and sees its part of the tree as it should be.
  private mutating func checkHonest() -> String? {
    let key = Key("k\(wire.draw(5))")
    let node = Node(.number(Double(messageCount)))
    own = own.updating(child: key, to: node)
    guard ask(.put(Path(["own", key]), node, hash: nil)) == .ok else {
      return "an honest write isn't taken"
    }
    for (query, expected) in [
      (Self.ownQuery, own), (Self.openQuery, server.read("open")),
    ] {
      let shown = mirror.mirrors.first { $0.spec == query }?.node
      if shown != expected { return "\(query) shows \(shown ?? .empty), and not \(expected)" }
    }
    return nil
  }

  private mutating func checkAll() -> String? {
    server.checkInvariants()
    if server.root.byteCount > 1_000_000 {
      take(
        server.administer(set: .empty, at: "open", as: "gardener", nowMilliseconds: now)
          + server.administer(set: .empty, at: "guarded", as: "gardener", nowMilliseconds: now))
    }
    return Self.breach(server.root, keys: [])
  }

  /// What stands in a tree against the published limits, found in another way than the server finds it.
  private static func breach(_ node: Node, keys: [Key]) -> String? {
    let place = Path(keys).description
    if keys.count > 32 { return "\(place.prefix(100)) is \(keys.count) levels deep" }
    if node.containsServerValues { return "a server value is stored at \(place)" }
    for part in [node, node.priority.node] {
      switch part.scalar {
      case .number(let value) where !value.isFinite: return "\(value) is stored at \(place)"
      case .string(let text) where text.utf8.count > 10_485_760: return "too long: \(place)"
      default: break
      }
    }
    for (key, child) in node.children {
      let text = key.text
      let isForbidden = text.unicodeScalars.contains {
        ".$#[]/".unicodeScalars.contains($0) || $0.value < 32 || $0.value == 127
      }
      if text.isEmpty || text.utf8.count > 768 || isForbidden { return "key \(text) at \(place)" }
      if let breach = breach(child, keys: keys + [key]) { return breach }
    }
    return nil
  }
}
