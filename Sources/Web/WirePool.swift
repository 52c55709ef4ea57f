internal import Foundation
internal import Network
internal import Simulator

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// A session's connections to one host, and the requests that wait for one of them.
final class WirePool: Sendable {
  let server: NetworkHost
  /// The name under which the network knows the service.
  let service: String
  let origin: WireOrigin

  private struct State {
    var wires: [ClientWire] = []
    var waiting: [WebExchange] = []
    /// Whether the process has ended.
    var isOver = false
  }

  private let state: WorldBound<State>

  init(to server: NetworkHost, port: Int, from origin: WireOrigin) {
    self.server = server
    service = WebServer.service(at: port)
    self.origin = origin
    state = WorldBound(State(), in: origin.world)
  }

  var wires: [ClientWire] { state.withValue { $0.wires } }

  /// Sends a request over a connection of HTTP/2, one that is idle, a new one, or the next that becomes idle.
  func add(_ exchange: WebExchange) {
    if state.withValue({ $0.isOver }) { return }
    if let shared = wires.first(where: \.takesMore) { return shared.carry(exchange) }
    // All its streams are in use.
    if wires.contains(where: \.sharesStreams) {
      return state.withValue { $0.waiting.append(exchange) }
    }
    // The one that was used last is the likeliest to live.
    if let idle = state.withValue({ $0.wires.last { $0.isIdle } }) { return idle.carry(exchange) }
    let most = origin.configuration.httpMaximumConnectionsPerHost
    guard state.withValue({ $0.wires.count < most }) else {
      return state.withValue { $0.waiting.append(exchange) }
    }
    open(for: exchange)
  }

  /// Sends a request over a new connection.
  func open(for exchange: WebExchange) {
    if state.withValue({ $0.isOver }) { return }
    let wire = ClientWire(in: self)
    state.withValue { $0.wires.append(wire) }
    wire.open(for: exchange)
  }

  /// A connection has nothing to do.
  func becameIdle(_ wire: ClientWire) {
    if let next = nextWaiting() { wire.carry(next) }
  }

  /// A connection carries all requests from now on, since the server has chosen HTTP/2: the others that are being opened are given
  /// up, as browsers do, and what waits goes.
  func multiplexes(_ wire: ClientWire) {
    for other in wires where other !== wire && other.isOpening {
      if let exchange = other.giveBack(), !exchange.isOver { add(exchange) }
    }
    takesMore(wire)
  }

  /// A connection of HTTP/2 may have room for more requests.
  func takesMore(_ wire: ClientWire) {
    while wire.takesMore, let next = nextWaiting() { wire.carry(next) }
  }

  /// A connection of HTTP/2 takes no more requests: those that wait for its streams go elsewhere.
  func takesNoMore() {
    let waiting = state.withValue { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for exchange in waiting where !exchange.isOver { add(exchange) }
  }

  /// Breaks all connections, since the process has ended: what waits for one goes nowhere, nor does what comes later.
  func end() {
    let wires = state.withValue { state in
      state.isOver = true
      state.waiting = []
      return state.wires
    }
    for wire in wires { wire.abort() }
  }

  /// A connection is over.
  func ended(_ wire: ClientWire) {
    state.withValue { $0.wires.removeAll { $0 === wire } }
    if let next = nextWaiting() { add(next) }
  }

  private func nextWaiting() -> WebExchange? {
    state.withValue { state in
      while !state.waiting.isEmpty {
        let next = state.waiting.removeFirst()
        if !next.isOver { return next }
      }
      return nil
    }
  }
}
