public import Foundation
internal import Network
internal import Simulator

/// A WebSocket at the server's end.
public final class ServerSocket: Sendable {
  /// A message of a socket.
  public enum Message: Sendable, Hashable {
    case text(String)
    case data(Data)
  }

  /// The socket is over: the other side closed it, with a code (RFC 6455, 7.4), or the connection broke, which is 1006.
  public struct Closed: Error, Hashable {
    public let code: Int
    public let reason: String
  }

  /// The name of the host at the other end.
  public let client: String

  private let world: World
  private let connection: Connection
  private let inbox: SocketInbox<Message>
  private let state: WorldBound<State>

  private struct State {
    var isClosing = false
    var maximumMessageSize = 104_857_600
    /// Whether a message was too long: no later one is received.
    var isRefusing = false
    /// Those who wait for the answers to their pings, in the order in which these were sent.
    var pings: [WorldContinuation<Void>] = []
    /// How it ended; nil while it is open.
    var end: Closed?
  }

  /// The most bytes of a message that is received: 100 MiB, as of the library `ws` (`maxPayload`); servers differ.
  ///
  /// A longer one closes the socket with the code 1009 (RFC 6455, 7.4.1), which ``receive()`` throws.
  public var maximumMessageSize: Int {
    get { state.withValue { $0.maximumMessageSize } }
    set { state.withValue { $0.maximumMessageSize = newValue } }
  }

  init(_ connection: Connection, in world: World) {
    self.world = world
    self.connection = connection
    client = connection.remote.name
    inbox = SocketInbox(in: world, of: "the socket of \(connection.remote.name)")
    state = WorldBound(State(), in: world)
  }

  /// Sends a message; on a socket that is over it goes nowhere.
  public func send(_ message: Message) {
    switch message {
    case .text(let text): put(.text(text))
    case .data(let data): put(.binary([UInt8](data)))
    }
  }

  /// The next message of the client.
  ///
  /// - Throws: ``Closed`` once the socket is over.
  public func receive() async throws -> Message { try await inbox.next() }

  /// Sends a ping, and waits for the answer, which a client gives by itself (RFC 6455, 5.5.2 and 5.5.3), but not while its app is
  /// suspended.
  ///
  /// A service finds out by it whether somebody is there still:
  ///
  /// ```swift
  /// try await withThrowingTaskGroup(of: Void.self) { group in
  ///   group.addTask { try await socket.sendPing() }
  ///   group.addTask {
  ///     try await Task.sleep(for: .seconds(20))
  ///     throw Gone()
  ///   }
  ///   try await group.next()
  ///   group.cancelAll()
  /// }
  /// ```
  ///
  /// - Throws: ``Closed`` where the socket is over, or ends before the answer; `CancellationError` where the task is cancelled.
  public func sendPing() async throws {
    if let end = state.withValue({ $0.end }) { throw end }
    let client = client
    let reason: @Sendable () -> String = { "for \(client)'s answer to a ping" }
    try await world.withContinuation(reason) { (continuation: WorldContinuation<Void>) in
      state.withValue { $0.pings.append(continuation) }
      put(.ping)
    }
  }

  /// Closes the socket.
  public func close(code: Int = 1000, reason: String = "") {
    guard !state.withValue({ $0.isClosing }) else { return }
    state.withValue { $0.isClosing = true }
    put(.close(code: code, reason: reason))
    connection.close()
    end(Closed(code: code, reason: reason))
  }

  /// Tells all who wait that it is over; the first end counts.
  private func end(_ end: Closed) {
    let pings = state.withValue { state -> [WorldContinuation<Void>] in
      guard state.end == nil else { return [] }
      state.end = end
      defer { state.pings = [] }
      return state.pings
    }
    inbox.end(end)
    for ping in pings { ping.resume(throwing: end) }
  }

  private func put(_ content: SocketFrame.Content) {
    connection.send(WebMessage.frame(SocketFrame(content: content, isMasked: false)))
  }

  func receive(_ frame: SocketFrame) {
    let isRefused = state.withValue { state in
      state.isRefusing = state.isRefusing || frame.isLonger(than: state.maximumMessageSize)
      return state.isRefusing
    }
    if isRefused { return close(code: 1009) }
    switch frame.content {
    case .text(let text): inbox.add(.text(text))
    case .binary(let bytes): inbox.add(.data(Data(bytes)))
    case .ping: put(.pong)
    case .pong:
      let first = state.withValue { $0.pings.isEmpty ? nil : $0.pings.removeFirst() }
      first?.resume(returning: ())
    case .close(let code, let reason):
      end(Closed(code: code, reason: reason))
      close(code: code)
    }
  }

  /// The connection broke.
  func lost() {
    state.withValue { $0.isClosing = true }
    end(Closed(code: 1006, reason: ""))
  }
}
