import Backend

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
