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
  typealias Answer = (ResponseHead, [UInt8])

  let head: RequestHead
  let body: [UInt8]
  /// The longest time without a part of the answer.
  let patience: Duration

  private struct State {
    var continuation: WorldContinuation<Answer>?
    var answer: ResponseHead?
    var bytes: [UInt8] = []
    var isOver = false
    var wire: ClientWire?
    var hasBeenRepeated = false
  }

  private let state: WorldBound<State>

  init(head: RequestHead, body: [UInt8], patience: Duration, in world: World) {
    self.head = head
    self.body = body
    self.patience = patience
    state = WorldBound(State(), in: world)
  }

  func begin(_ continuation: WorldContinuation<Answer>) {
    state.withValue { $0.continuation = continuation }
  }

  var isOver: Bool { state.withValue { $0.isOver } }

  func isCarried(by wire: ClientWire?) { state.withValue { $0.wire = wire } }

  /// Whether the request may go out once more over a new connection: once, and only with a method that does the same when it
  /// is done twice.
  func mayRepeat() -> Bool {
    state.withValue { state in
      let isSafe = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"].contains(head.method)
      guard isSafe, !state.hasBeenRepeated, state.answer == nil, !state.isOver else { return false }
      state.hasBeenRepeated = true
      return true
    }
  }

  /// Takes a part of the answer; true once it is complete.
  func receive(_ message: WebMessage) -> Bool {
    let complete = state.withValue { state -> Answer? in
      switch message {
      case .response(let head): state.answer = head
      case .piece(let bytes): state.bytes += bytes
      case .request, .frame: break
      }
      guard let answer = state.answer, state.bytes.count >= answer.bodyCount else { return nil }
      return (answer, state.bytes)
    }
    guard let complete else { return false }
    finish { $0.resume(returning: complete) }
    return true
  }

  /// Whether the connection is to be closed behind the answer.
  var closesConnection: Bool {
    state.withValue { $0.answer?.headers["Connection"]?.lowercased() == "close" }
  }

  func fail(_ code: URLError.Code) { finish { $0.resume(throwing: ExchangeFailure(code: code)) } }

  /// Nobody waits for the answer any more: its connection can carry no other request.
  func cancel() {
    let wire = state.withValue { $0.wire }
    finish { _ in }
    wire?.abort()
  }

  private func finish(_ resume: (WorldContinuation<Answer>) -> Void) {
    let continuation = state.withValue { state -> WorldContinuation<Answer>? in
      state.isOver = true
      state.wire = nil
      return state.continuation.take()
    }
    if let continuation { resume(continuation) }
  }
}
