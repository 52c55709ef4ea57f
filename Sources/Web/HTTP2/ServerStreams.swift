internal import Foundation
internal import Harness
internal import Network
internal import Simulator

/// A connection of HTTP/2 as a server has it: each stream carries a request and its answer, side by side with the others (RFC
/// 9113).
final class ServerStreams: ServerEnd {
  let order: UInt64
  private let connection: Connection
  private let service: @Sendable () -> (any WebService)?
  private let lane: Lane
  private let state: WorldBound<State>
  private let ended: @Sendable (any ServerEnd) -> Void

  private struct Stream {
    let head: RequestHead
    var body: [UInt8] = []
    /// What writes the body of the answer piece by piece.
    var writing: Task<Void, Never>?
    /// How much of the body is still to be written; nil where nobody knows.
    var bytesToWrite: Int?
    /// Whoever writes it and waits until less of it does.
    var waiting: WorldContinuation<Void>?
  }

  private struct State {
    var streams: [UInt32: Stream] = [:]
    /// The newest stream that was looked at.
    var last: UInt32 = 0
    var queue = FrameQueue()
    var credit = FrameCredit()
    var fields = HeaderTable()
    var isRetiring = false

    /// Forgets a stream; returns what writes its answer.
    mutating func remove(_ number: UInt32) -> Task<Void, Never>? {
      queue.remove(number)
      credit.remove(number)
      return streams.removeValue(forKey: number)?.writing
    }
  }

  init(
    _ connection: Connection, service: @escaping @Sendable () -> (any WebService)?, on lane: Lane,
    ended: @escaping @Sendable (any ServerEnd) -> Void
  ) {
    self.connection = connection
    self.service = service
    self.lane = lane
    self.ended = ended
    order = connection.identifier.number
    state = WorldBound(State(), in: lane.world)
  }

  func abort() { connection.abort() }

  /// Looks at no more streams, and closes the connection once those under way are over.
  func retire() {
    let (wasRetiring, last) = state.withValue { state in
      defer { state.isRetiring = true }
      return (state.isRetiring, state.last)
    }
    if !wasRetiring { connection.send(HTTP2Frame(.goAway(lastStream: last))) }
    closeIfDone()
  }

  private func closeIfDone() {
    if state.withValue({ $0.isRetiring && $0.streams.isEmpty }) { connection.close() }
  }

  func handle(_ event: ConnectionEvent) {
    switch event {
    case .opened:
      let settings = HTTP2Settings.server(mostStreams: HTTP2Settings.mostStreams)
      connection.send(HTTP2Frame(.settings(settings)))
    case .received(let payload):
      if let frame = payload as? HTTP2Frame { receive(frame) }
    case .closed:
      let writing = state.withValue { state in
        state.streams.keys.sorted().compactMap { state.remove($0) }
      }
      for task in writing { task.cancel() }
      ended(self)
    }
  }

  // MARK: - Requests

  private func receive(_ frame: HTTP2Frame) {
    let number = frame.stream
    switch frame.content {
    case .settings: connection.send(HTTP2Frame(.settingsTaken))
    case .settingsTaken, .response, .goAway: break
    case .windowUpdate(let count):
      state.withValue { $0.queue.grow(by: count, number) }
      flush()
    case .request(let head, _):
      // One that came behind the word that none is looked at any more: the client sends it elsewhere (6.8).
      let isTaken = state.withValue { state in
        if state.isRetiring { return false }
        state.last = number
        state.streams[number] = Stream(head: head)
        return true
      }
      if isTaken, frame.endsStream { answer(number) }
    case .data(let bytes):
      let told = state.withValue { state in
        let isKnown = state.streams[number] != nil
        state.streams[number]?.body += bytes
        return state.credit.take(
          bytes.count, on: number, endsStream: frame.endsStream || !isKnown)
      }
      for frame in told { connection.send(frame) }
      if frame.endsStream { answer(number) }
    case .reset:
      state.withValue { $0.remove(number) }?.cancel()
      closeIfDone()
    }
  }

  private func answer(_ number: UInt32) {
    guard let stream = state.withValue({ $0.streams[number] }) else { return }
    let head = stream.head
    let request = WebRequest(head, body: stream.body, from: connection.remote.name, over: order)
    lane.world.pass(.received, of: connection.local) {
      lane.spawn { [self] in
        guard let service = service() else { return connection.abort() }
        let response = await service.answer(to: request)
        lane.world.pass(.answer, of: connection.remote) { send(response, to: head, on: number) }
      }
    }
  }

  // MARK: - Answers

  private func send(_ response: WebResponse, to head: RequestHead, on number: UInt32) {
    guard state.withValue({ $0.streams[number] != nil }) else { return }
    // As servers do that hand the word on to HTTP/2, such as Go's.
    if response.headers["Connection"]?.lowercased() == "close" { retire() }
    var headers = response.headers.withoutConnection
    let isSent = head.method != "HEAD" && !response.hasNoBody
    if let stream = response.stream, !response.hasNoBody {
      send(response.status, headers, to: head, on: number, endsStream: !isSent)
      if isSent { write(stream, headers["Content-Length"].flatMap { Int($0) }, on: number) }
      return
    }
    let body = response.hasNoBody ? [] : [UInt8](response.body)
    headers["Content-Length"] = response.hasNoBody ? nil : "\(body.count)"
    let hasBody = isSent && !body.isEmpty
    send(response.status, headers, to: head, on: number, endsStream: !hasBody)
    guard hasBody else { return }
    state.withValue { $0.queue.write(body, to: number, isLast: true) }
    flush()
  }

  private func send(
    _ status: Int, _ headers: HeaderFields, to head: RequestHead, on number: UInt32,
    endsStream: Bool
  ) {
    let response = ResponseHead(
      status: status, reason: WebResponse.reason(of: status), headers: headers, bodyCount: 0,
      isChunked: true, version: "HTTP/2.0", target: head.target)
    let bytes = state.withValue { $0.fields.encode(HeaderTable.fields(of: response)) }
    send(
      HTTP2Frame(.response(response, fieldBytes: bytes), on: number, endsStream: endsStream))
  }

  /// Sends what the windows let through.
  private func flush() {
    while let frame = state.withValue({ $0.queue.next() }) {
      send(frame)
      guard isFull(frame.stream) == false else { continue }
      state.withValue { $0.streams[frame.stream]?.waiting.take() }?.resume(returning: ())
    }
  }

  /// Whether so much of a body waits that whoever writes it does, too; nil where nobody gets it.
  private func isFull(_ number: UInt32) -> Bool? {
    state.withValue { state in
      state.streams[number].map { _ in
        state.queue.byteCount(of: number) >= WebBodyWriter.bufferBytes
      }
    }
  }

  /// Waits until more of a body may be written; false where nobody gets it.
  private func waitForRoom(on number: UInt32) async -> Bool {
    while let isFull = isFull(number) {
      guard isFull else { return true }
      let reason: @Sendable () -> String = { "until the client takes more of stream \(number)" }
      do {
        try await lane.world.withContinuation(reason) { continuation in
          state.withValue { $0.streams[number]?.waiting = continuation }
        }
      } catch {
        return false
      }
    }
    return false
  }

  private func send(_ frame: HTTP2Frame) {
    connection.send(frame)
    guard frame.endsStream else { return }
    _ = state.withValue { $0.remove(frame.stream) }
    closeIfDone()
  }

  /// Sends a body that is made meanwhile. One that ends before its end ends its stream by RST_STREAM; the others go on.
  private func write(_ stream: WebResponse.Stream, _ count: Int?, on number: UInt32) {
    let writer = WebBodyWriter { [self] in
      write($0, on: number)
    } waitForRoom: { [self] in
      await waitForRoom(on: number)
    }
    let task = lane.spawn { [self] in
      var isWhole = true
      do {
        try await stream.write(writer)
      } catch {
        isWhole = false
      }
      finish(number, isWhole: isWhole)
    }
    state.withValue { state in
      state.streams[number]?.bytesToWrite = count
      state.streams[number]?.writing = task
    }
  }

  private func finish(_ number: UInt32, isWhole: Bool) {
    guard let stream = state.withValue({ $0.streams[number] }) else { return }
    guard isWhole, stream.bytesToWrite ?? 0 == 0 else {
      _ = state.withValue { $0.remove(number) }
      connection.send(HTTP2Frame(.reset(.internalError), on: number))
      return closeIfDone()
    }
    state.withValue { $0.queue.write([], to: number, isLast: true) }
    flush()
  }

  /// Takes a piece of a body; false where nobody gets it.
  private func write(_ bytes: [UInt8], on number: UInt32) -> Bool {
    let isOpen = state.withValue { state in
      guard let stream = state.streams[number] else { return false }
      let piece = stream.bytesToWrite.map { Array(bytes.prefix($0)) } ?? bytes
      state.streams[number]?.bytesToWrite = stream.bytesToWrite.map { $0 - piece.count }
      state.queue.write(piece, to: number, isLast: false)
      return true
    }
    if isOpen { flush() }
    return isOpen
  }
}
