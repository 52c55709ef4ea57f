import Backend
import Network
import Simulator

/// Connections to one backend, opening and closing, of which one floods it with writes.
///
/// The cost of a connection must not depend on the number of others, so there are two sizes of it.
struct Crowd: SingleWorkload {
  /// The number of connections at once.
  let connections: Int
  let name: String
  let unit = "connections/s"
  var summary: String {
    "\(connections) connections at once, opened, used and closed; one floods the backend"
  }

  func run() -> Double {
    let world = World(seed: 1)
    let answered = WorldBound(0, in: world)
    let count = connections
    let figure = Stopwatch.perSecond(count) {
      let verdict = world.run {
        let network = Network(world: world)
        let backend = try BackendHost(rules: nil, timing: .immediate, on: network)
        let lanes = (0..<16).map { world.lane("clients \($0)") }
        var lines: [Connection] = []
        for number in 0..<count {
          let line = network.connect(
            from: try network.addHost("\(number)", on: .wifi), to: backend.host,
            service: DatabaseService.name, lane: lanes[number % lanes.count]
          ) { event in
            guard case .received(let payload) = event,
              case .response(_, .ok)? = payload as? ServerMessage
            else { return }
            answered.withValue { $0 += 1 }
          }
          line.send(ClientMessage(number: 1, .onDisconnect("ended", .set(Node(.increment(1))))))
          lines.append(line)
        }
        for number in 0..<count {
          lines[0].send(ClientMessage(number: number, .put("flood", 1, hash: nil)))
        }
        try await world.sleep(for: .seconds(30))
        for line in lines { line.close() }
        try await world.sleep(for: .minutes(2))
        let answers = answered.withValue { $0 }
        precondition(answers == 2 * count, "\(answers) of \(2 * count) requests were answered")
        let ended = await backend.read("ended")
        precondition(ended == Node(.number(Double(count))), "\(ended) of \(count) have ended")
      }
      guard case .passed = verdict else { preconditionFailure("the world ended as \(verdict)") }
    }
    return figure
  }
}
