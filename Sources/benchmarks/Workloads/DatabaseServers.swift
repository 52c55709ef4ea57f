import Backend

/// Random writes into a big tree that a hundred phones listen to, each to a part of its own.
///
/// The cost of a write must hardly depend on the amount of other data, so there are two sizes of it.
struct TreeWrites: SingleWorkload {
  /// The number of the tree's leaves, a multiple of 100.
  let leaves: Int
  let name: String
  let unit = "writes/s"
  var summary: String { "random sets in a tree of \(leaves) leaves; 100 subtrees, 100 listeners" }

  private static let subtrees = 100
  private static let writes = 200_000

  func run() -> Double {
    var server = DatabaseServer(rules: nil, root: ["data": tree()])
    let connections = (0..<Self.subtrees).map(ConnectionID.init)
    for connection in connections {
      _ = server.connect(connection, nowMilliseconds: 0)
      let query = QuerySpec(Path(["data", Self.subtree(connection.number)]))
      let listen = ClientMessage(number: 1, .listen(query, tag: nil, hash: nil))
      _ = server.receive(listen, from: connection, nowMilliseconds: 0)
    }
    let messages = (0..<Self.writes).map(write)
    var actions = 0
    let figure = Stopwatch.perSecond(Self.writes) {
      for (number, message) in messages.enumerated() {
        let writer = connections[number % connections.count]
        actions += server.receive(message, from: writer, nowMilliseconds: 1).count
      }
    }
    precondition(
      actions == 3 * Self.writes && server.commitCount == Self.writes,
      "each write is committed, told to one listener and acknowledged; there were \(actions) actions"
    )
    return figure
  }

  private static func subtree(_ number: Int) -> Key { Key("subtree\(number)") }

  /// A write of a leaf that chance chose, with a value that stands nowhere yet.
  private func write(_ number: Int) -> ClientMessage {
    let chance = ContentHash.mix(UInt64(number))
    let subtree = Self.subtree(Int(chance % UInt64(Self.subtrees)))
    let leaf = Key("leaf\((chance >> 32) % UInt64(leaves / Self.subtrees))")
    let value = Node(.number(Double(-1 - number)))
    return ClientMessage(
      number: number + 2, .put(Path(["data", subtree, leaf]), value, hash: nil))
  }

  /// The tree; no two subtrees share anything, as none do that grew from writes.
  private func tree() -> Node {
    Node(
      children: (0..<Self.subtrees).map { number in
        let leaves = (0..<leaves / Self.subtrees).map {
          (Key("leaf\($0)"), Node(.number(Double($0))))
        }
        return (Self.subtree(number), Node(children: leaves))
      })
  }
}

/// A conversation that many clients watch: each message is told to every one of them.
struct FanOut: SingleWorkload {
  /// The number of clients that listen.
  let listeners: Int
  let name: String
  let unit = "deliveries/s"
  var summary: String { "one write seen by \(listeners) listening clients" }

  private static let deliveries = 2_000_000

  func run() -> Double {
    var server = DatabaseServer(rules: nil)
    let conversation: Path = "chat/messages"
    for listener in 0..<listeners {
      let connection = ConnectionID(listener)
      _ = server.connect(connection, nowMilliseconds: 0)
      let listen = ClientMessage(number: 1, .listen(QuerySpec(conversation), tag: nil, hash: nil))
      _ = server.receive(listen, from: connection, nowMilliseconds: 0)
    }
    let message: Node = ["author": "ada", "text": "hello", "sentAt": 1]
    let writes = Self.deliveries / listeners
    let requests = (0..<writes).map { number in
      ClientMessage(
        number: number + 2, .put(conversation.child(Key("m\(number)")), message, hash: nil))
    }
    var told = 0
    let figure = Stopwatch.perSecond(writes * listeners) {
      for request in requests {
        let actions = server.receive(request, from: ConnectionID(0), nowMilliseconds: 1)
        for case .send(_, .overwrite) in actions { told += 1 }
      }
    }
    precondition(told == writes * listeners, "\(told) deliveries, not \(writes * listeners)")
    return figure
  }
}

/// Operations that one connection stores for its end, each at a place of its own, and its end.
///
/// The cost of an operation must hardly depend on the number of others, so there are two sizes of it.
struct OnDisconnects: SingleWorkload {
  /// The number of operations that are stored.
  let operations: Int
  let name: String
  let unit = "operations/s"
  var summary: String { "\(operations) operations of one connection, stored and carried out" }

  func run() -> Double {
    var server = DatabaseServer(rules: nil)
    let connection = ConnectionID(1)
    _ = server.connect(connection, nowMilliseconds: 0)
    let messages = (0..<operations).map { number in
      ClientMessage(
        number: number + 1, .onDisconnect(Path(["online", Key("user\(number)")]), .set(true)))
    }
    let figure = Stopwatch.perSecond(operations) {
      for message in messages { _ = server.receive(message, from: connection, nowMilliseconds: 1) }
      _ = server.disconnect(connection, nowMilliseconds: 2)
    }
    precondition(
      server.commitCount == operations, "\(server.commitCount) of \(operations) were carried out")
    return figure
  }
}
