import Backend

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
