internal import Foundation
internal import Simulator

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The reason why there is no answer.
struct ExchangeFailure: Error {
  let code: URLError.Code
}

/// A request and what has come back of its answer.
final class WebExchange: Sendable {
  /// What of an answer somebody waits for.
  enum Part: Sendable {
    /// Status and headers.
    case head
    /// Bytes of the body that nobody has taken, or its end.
    case piece
    /// All of it.
    case whole
  }

  let head: RequestHead
  /// The body; empty where it comes from a stream.
  let body: [UInt8]
  /// The stream from which the body comes, which can be read but once; nil where there is none.
  let source: RequestBodySource?
  /// The longest time without a part of the answer.
  let patience: Duration

  private let world: World
  private let name: String

  private struct Waiting {
    let part: Part
    let continuation: WorldContinuation<Void>
  }

  private struct State {
    var waiting: [Waiting] = []
    var answer: ResponseHead?
    /// What of the body has come and nobody has taken.
    var bytes: [UInt8] = []
    /// How much of the body has come.
    var byteCount = 0
    /// Whether the server is to wait for whoever reads.
    var isReadSlowly = false
    var isComplete = false
    var failure: URLError.Code?
    var wire: ClientWire?
    var hasBeenRepeated = false
    var deadline = WorldTimer.none

    var isOver: Bool { isComplete || failure != nil }

    mutating func end() {
      wire = nil
      deadline.cancel()
      deadline = .none
    }

    /// Whether somebody who waits for a part goes on, be it with a failure.
    func isReady(_ part: Part) -> Bool {
      switch part {
      case .head: answer != nil || isOver
      case .piece: !bytes.isEmpty || isOver
      case .whole: isOver
      }
    }

    /// The failure for somebody who waits for a part: what came before it can still be read.
    func failure(of part: Part) -> URLError.Code? {
      switch part {
      case .head: answer == nil ? failure : nil
      case .piece: bytes.isEmpty ? failure : nil
      case .whole: failure
      }
    }
  }

  private let state: WorldBound<State>

  /// - Parameter server: The name of the server, for stories.
  init(
    head: RequestHead, body: [UInt8], source: RequestBodySource?, patience: Duration,
    to server: String, in world: World
  ) {
    self.source = source
    self.head = head
    self.body = body
    self.patience = patience
    self.world = world
    name = "\(head.method) \(head.target) of \(server)"
    state = WorldBound(State(), in: world)
  }

  /// Fails it at an instant, where it is not over then.
  func mustEnd(by deadline: Instant, on lane: Lane) {
    let timer = lane.schedule(at: deadline, background: true) { [weak self] in
      self?.giveUp(.timedOut)
    }
    state.withValue { $0.deadline = timer }
  }

  var isOver: Bool { state.withValue { $0.isOver } }

  /// Whether the server is to send no faster than somebody reads.
  var isReadSlowly: Bool { state.withValue { $0.isReadSlowly } }

  /// The bytes that nobody has read, where the server is to wait for that.
  var unreadCount: Int { state.withValue { $0.isReadSlowly ? $0.bytes.count : 0 } }

  /// Whether there is something that nobody has read, which holds the rest back.
  var waitsForReader: Bool { state.withValue { $0.isReadSlowly && !$0.bytes.isEmpty } }

  /// Lets the server send no faster than somebody reads.
  func readSlowly() { state.withValue { $0.isReadSlowly = true } }

  /// Takes all that is still to come, since somebody waits for the whole.
  private func readAll() {
    let (wire, count) = state.withValue { state in
      defer { state.isReadSlowly = false }
      return (state.isReadSlowly ? state.wire : nil, state.bytes.count)
    }
    wire?.wasRead(count, of: self)
  }

  func isCarried(by wire: ClientWire?) { state.withValue { $0.wire = wire } }

  /// Whether the request may go out once more over a new connection: once, and only with a method that does the same when it
  /// is done twice.
  func mayRepeat() -> Bool {
    state.withValue { state in
      let isSafe = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"].contains(head.method)
      guard isSafe, source == nil, !state.hasBeenRepeated, state.answer == nil, !state.isOver else {
        return false
      }
      state.hasBeenRepeated = true
      return true
    }
  }

  // MARK: - The answer comes

  /// Takes a part of the answer; true once it is complete.
  func receive(_ message: WebMessage) -> Bool {
    let isComplete = state.withValue { state in
      var isLast = false
      switch message {
      case .response(let head): state.answer = head
      case .piece(let bytes), .chunk(let bytes):
        state.bytes += bytes
        state.byteCount += bytes.count
      case .lastChunk: isLast = true
      case .request, .frame: break
      }
      guard let answer = state.answer, !state.isOver else { return state.isComplete }
      state.isComplete = answer.isChunked ? isLast : state.byteCount >= answer.bodyCount
      if state.isComplete { state.end() }
      return state.isComplete
    }
    wake()
    return isComplete
  }

  /// Whether the connection is to be closed behind the answer.
  var closesConnection: Bool {
    state.withValue { $0.answer?.headers["Connection"]?.lowercased() == "close" }
  }

  func fail(_ code: URLError.Code) {
    state.withValue { state in
      guard !state.isOver else { return }
      state.failure = code
      state.end()
    }
    source?.close()
    wake()
  }

  /// Fails it before its end.
  func giveUp(_ code: URLError.Code) {
    let wire = state.withValue { $0.isOver ? nil : $0.wire }
    fail(code)
    wire?.drop(self)
  }

  private func wake() {
    let ready = state.withValue { state in
      var ready: [Waiting] = []
      var rest: [Waiting] = []
      for waiting in state.waiting {
        if state.isReady(waiting.part) { ready.append(waiting) } else { rest.append(waiting) }
      }
      state.waiting = rest
      return ready
    }
    for waiting in ready {
      if let code = state.withValue({ $0.failure(of: waiting.part) }) {
        waiting.continuation.resume(throwing: ExchangeFailure(code: code))
      } else {
        waiting.continuation.resume(returning: ())
      }
    }
  }

  // MARK: - The answer is read

  /// Waits for a part of the answer.
  ///
  /// - Throws: ``ExchangeFailure``. A task that is cancelled gives up the whole exchange.
  func wait(for part: Part) async throws {
    if part == .whole { readAll() }
    let (isReady, failure) = state.withValue { ($0.isReady(part), $0.failure(of: part)) }
    if let failure { throw ExchangeFailure(code: failure) }
    if isReady { return }
    let name = name
    let reason: @Sendable () -> String = { "for the answer to \(name)" }
    do {
      try await world.withContinuation(reason) { continuation in
        state.withValue { $0.waiting.append(Waiting(part: part, continuation: continuation)) }
      }
    } catch is CancellationError {
      giveUp(.cancelled)
      throw ExchangeFailure(code: .cancelled)
    }
  }

  /// Status and headers, once they have come.
  var answer: ResponseHead? { state.withValue { $0.answer } }

  /// Takes what has come of the body.
  func takeBytes() -> [UInt8] {
    let (bytes, wire) = state.withValue { state in
      defer { state.bytes = [] }
      return (state.bytes, state.isReadSlowly ? state.wire : nil)
    }
    if !bytes.isEmpty { wire?.wasRead(bytes.count, of: self) }
    return bytes
  }
}
