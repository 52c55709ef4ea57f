public import Foundation
internal import Simulator

/// The way on which a service sends a body piece by piece, while it makes it.
///
/// ```swift
/// WebResponse(headers: ["Content-Type": "text/event-stream"]) { body in
///   for await message in messages { try await body.send("data: \(message)\n\n") }
/// }
/// ```
///
/// ``send(_:)`` waits while the client takes less than the service makes, be it that the link is slow or its reader; `write` puts
/// all of it into the memory of the server.
public struct WebBodyWriter: Sendable {
  /// The bytes of a body that a system takes beyond what has arrived: 64 KiB, ours. The send buffer of a socket grows from 16 KiB to
  /// some megabytes on Linux (tcp(7), `tcp_wmem`), and servers of HTTP/2 hold back less.
  static let bufferBytes = 65_536

  /// Nobody gets the body any more: the connection is over, or the client has cancelled the request.
  public struct ClientGone: Error, Hashable {}

  private let send: Send

  /// A closure that a generic box keeps stands in a structure.
  struct Send: Sendable {
    let call: @Sendable ([UInt8]) -> Bool
    let waitForRoom: @Sendable () async -> Bool
  }

  /// - Parameters:
  ///   - send: Sends a piece; false where the connection is over.
  ///   - waitForRoom: Waits until the system takes another piece; false where the connection is over.
  init(
    _ send: @escaping @Sendable ([UInt8]) -> Bool,
    waitForRoom: @escaping @Sendable () async -> Bool
  ) {
    self.send = Send(call: send, waitForRoom: waitForRoom)
  }

  /// Sends a piece of the body once the system takes it, and returns then: while less than 64 KiB of what was sent before wait for
  /// the client.
  ///
  /// - Throws: ``ClientGone`` once the connection is over, be it that the client has cancelled the request.
  public func send(_ data: Data) async throws(ClientGone) {
    guard await send.waitForRoom() else { throw ClientGone() }
    try write(data)
  }

  /// Sends a piece of text once the system takes it.
  ///
  /// - Throws: ``ClientGone`` once the connection is over.
  public func send(_ text: String) async throws(ClientGone) { try await send(Data(text.utf8)) }

  /// Sends a piece of the body. What the client has not taken yet waits without a limit.
  ///
  /// - Throws: ``ClientGone`` once the connection is over, be it that the client has cancelled the request.
  public func write(_ data: Data) throws(ClientGone) {
    guard send.call([UInt8](data)) else { throw ClientGone() }
  }

  /// Sends a piece of text.
  ///
  /// - Throws: ``ClientGone`` once the connection is over.
  public func write(_ text: String) throws(ClientGone) {
    guard send.call([UInt8](text.utf8)) else { throw ClientGone() }
  }
}
