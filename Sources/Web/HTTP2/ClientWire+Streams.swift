internal import Foundation
internal import Harness
internal import Network
internal import Simulator

// A connection on which the server has chosen HTTP/2: it carries many requests side by side (RFC 9113).
extension ClientWire {
  /// Whether the server has chosen HTTP/2.
  var isMultiplexed: Bool { state.withValue { $0.streams != nil } }

  /// Whether requests for the server wait for one of the connection's streams.
  var sharesStreams: Bool { state.withValue { $0.streams?.isGoingAway == false } }

  /// Whether another request may go beside those under way.
  var takesMore: Bool { state.withValue { $0.streams?.takesMore ?? false } }

  /// The handshake has chosen HTTP/2.
  func beginStreams() {
    let now = origin.world.now
    let exchange = state.withValue { state in
      state.streams = ClientStreams(at: now)
      state.patience.cancel()
      defer { state.exchange = nil }
      return state.exchange
    }
    send(HTTP2Frame(.settings(.client)))
    if let exchange, !exchange.isOver { begin(exchange) } else { rest() }
    pool.multiplexes(self)
  }

  /// Sends a request on a stream of its own.
  func begin(_ exchange: WebExchange) {
    origin.world.pass(.sent, of: origin.host) { beginStream(of: exchange) }
  }

  private func beginStream(of exchange: WebExchange) {
    exchange.isCarried(by: self)
    let now = origin.world.now
    let opened = state.withValue { state in
      state.idle.cancel()
      return state.streams?.open(for: exchange, at: now)
    }
    guard let (number, frame) = opened else { return }
    send(frame)
    flush()
    sendBody(on: number)
    watch(number)
  }

  private func send(_ frame: HTTP2Frame) { state.withValue { $0.connection }?.send(frame) }

  /// Sends what the windows let through.
  func flush() {
    let now = origin.world.now
    while let frame = state.withValue({ $0.streams?.queue.next() }) {
      state.withValue { $0.streams?.progress(frame.stream, at: now) }
      send(frame)
    }
  }

  /// Fails a request where nothing of its answer comes for as long as it has patience, nor anything of its body goes. Where the
  /// connection was silent for half as long it has no new requests any more, which is ours.
  private func watch(_ number: UInt32) {
    let found = state.withValue { state in
      state.streams.flatMap { streams in
        streams.exchange(number).flatMap { exchange in
          streams.lastProgress(of: number).map { (exchange, $0) }
        }
      }
    }
    guard let (exchange, last) = found else { return }
    let due = last.advanced(by: exchange.patience)
    // Nobody waits for a reader who takes their time.
    let timer = origin.lane.schedule(at: due, background: exchange.waitsForReader) { [weak self] in
      guard let self else { return }
      let progress = state.withValue { $0.streams?.lastProgress(of: number) }
      if let progress, progress > last { return watch(number) }
      if exchange.waitsForReader {
        let now = origin.world.now
        state.withValue { $0.streams?.progress(number, at: now) }
        return watch(number)
      }
      exchange.fail(.timedOut)
      suspect(exchange.patience / 2)
      leave(exchange)
    }
    state.withValue { $0.streams?.setPatience(timer, of: number) }
  }

  /// Somebody has read bytes of an answer: the server may send more of it.
  func wasRead(_ count: Int, of exchange: WebExchange) {
    guard isMultiplexed else {
      state.withValue { $0.connection }?.setReads(true)
      return awaitProgress()
    }
    let now = origin.world.now
    let frame = state.withValue { $0.streams?.read(count, of: exchange, at: now) ?? nil }
    if let frame { send(frame) }
  }

  /// Takes no more requests where nothing has come for a while.
  private func suspect(_ silence: Duration) {
    let now = origin.world.now
    let isSilent = state.withValue { state in
      guard let heard = state.streams?.lastHeard, heard.duration(to: now) >= silence else {
        return false
      }
      state.streams?.isGoingAway = true
      return true
    }
    if isSilent { pool.takesNoMore() }
  }

  /// Ends the stream of a request whose answer nobody wants any more; the others go on.
  func leave(_ exchange: WebExchange) {
    guard let number = state.withValue({ $0.streams?.number(of: exchange) }) else { return }
    _ = state.withValue { $0.streams?.remove(number) }
    send(HTTP2Frame(.reset(.cancel), on: number))
    ended()
  }

  func receive(_ frame: HTTP2Frame) {
    let now = origin.world.now
    state.withValue { $0.streams?.lastHeard = now }
    let number = frame.stream
    switch frame.content {
    case .settings(let settings):
      if case .server(let most) = settings { state.withValue { $0.streams?.most = most } }
      send(HTTP2Frame(.settingsTaken))
      pool.takesMore(self)
    case .settingsTaken, .request: break
    case .windowUpdate(let count):
      state.withValue { $0.streams?.queue.grow(by: count, number) }
      flush()
      sendBodies()
    case .response(let head, _):
      origin.world.pass(.received, of: origin.host) { deliver(.response(head), of: frame) }
    case .data(let bytes):
      let told = state.withValue {
        $0.streams?.take(bytes.count, on: number, endsStream: frame.endsStream)
      }
      for frame in told ?? [] { send(frame) }
      deliver(.chunk(bytes), of: frame)
    case .reset:
      guard let exchange = state.withValue({ $0.streams?.remove(number) }) else { return }
      exchange.fail(.networkConnectionLost)
      ended()
    case .goAway(let last): goAway(behind: last)
    }
  }

  /// Takes no more requests. Those that the server has not looked at go over another connection, whatever their method (6.8).
  private func goAway(behind last: UInt32) {
    let unseen = state.withValue { state -> [WebExchange] in
      state.streams?.isGoingAway = true
      let numbers = state.streams?.numbers.filter { $0 > last } ?? []
      return numbers.compactMap { state.streams?.remove($0) }
    }
    for exchange in unseen where !exchange.isOver {
      if exchange.source?.hasBegun == true {
        exchange.fail(.requestBodyStreamExhausted)
      } else {
        pool.add(exchange)
      }
    }
    pool.takesNoMore()
    ended()
  }

  private func deliver(_ message: WebMessage, of frame: HTTP2Frame) {
    let (number, now) = (frame.stream, origin.world.now)
    guard let exchange = state.withValue({ $0.streams?.exchange(number) }) else { return }
    guard frame.endsStream else {
      _ = exchange.receive(message)
      return state.withValue { $0.streams?.progress(number, at: now) }
    }
    state.withValue { state in
      _ = state.streams?.remove(number)
      state.isUsed = true
    }
    _ = exchange.receive(message)
    _ = exchange.receive(.lastChunk)
    if exchange.source?.isOver == false { send(HTTP2Frame(.reset(.cancel), on: number)) }
    ended()
  }

  /// A stream is over.
  private func ended() {
    let (isEmpty, isGoingAway) = state.withValue {
      ($0.streams?.isEmpty ?? true, $0.streams?.isGoingAway ?? true)
    }
    if isEmpty { if isGoingAway { close() } else { rest() } }
    pool.takesMore(self)
  }

  /// The requests of a connection that is over: those that may go once more do.
  func lose(_ streams: ClientStreams, _ end: ConnectionEnd, wasUsed: Bool) {
    var streams = streams
    let code = URLFailure.code(of: end, hasSent: true)
    for number in streams.numbers {
      guard let exchange = streams.remove(number), !exchange.isOver else { continue }
      if wasUsed, end != .interfaceDown, exchange.mayRepeat() {
        pool.add(exchange)
      } else {
        exchange.fail(code)
      }
    }
  }
}
