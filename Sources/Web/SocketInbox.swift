internal import Simulator

/// The messages that came over a socket and that nobody has taken yet, and whoever waits for the next.
final class SocketInbox<Message: Sendable>: Sendable {
  private struct State {
    var messages: [Message] = []
    var waiting: [WorldContinuation<Message>] = []
    var end: (any Error)?
  }

  private let world: World
  private let state: WorldBound<State>
  private let owner: String

  init(in world: World, of owner: String) {
    self.world = world
    self.owner = owner
    state = WorldBound(State(), in: world)
  }

  func add(_ message: Message) {
    let waiting = state.withValue { state -> WorldContinuation<Message>? in
      while !state.waiting.isEmpty {
        let first = state.waiting.removeFirst()
        if first.isWaiting { return first }
      }
      state.messages.append(message)
      return nil
    }
    waiting?.resume(returning: message)
  }

  /// Ends it: whoever waits, or asks from now on, gets the error once the messages are taken.
  func end(_ error: any Error) {
    let waiting = state.withValue { state -> [WorldContinuation<Message>] in
      guard state.end == nil else { return [] }
      state.end = error
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume(throwing: error) }
  }

  var hasEnded: Bool { state.withValue { $0.end != nil } }

  func next() async throws -> Message {
    if let message = state.withValue({ $0.messages.isEmpty ? nil : $0.messages.removeFirst() }) {
      return message
    }
    if let end = state.withValue({ $0.end }) { throw end }
    let owner = owner
    let reason: @Sendable () -> String = { "for a message over \(owner)" }
    return try await world.withContinuation(reason) { continuation in
      state.withValue { $0.waiting.append(continuation) }
    }
  }
}
