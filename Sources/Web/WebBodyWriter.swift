public import Foundation
internal import Simulator

/// The way on which a service sends a body piece by piece, while it makes it.
///
/// ```swift
/// WebResponse(headers: ["Content-Type": "text/event-stream"]) { body in
///   for await message in messages { try body.write("data: \(message)\n\n") }
/// }
/// ```
///
/// A piece is on its way when the call returns. What a slow link has not taken yet waits in the system without a limit, which is
/// ours: a server's socket would make the service wait.
public struct WebBodyWriter: Sendable {
  /// Nobody gets the body any more: the connection is over, or the client has cancelled the request.
  public struct ClientGone: Error, Hashable {}

  private let send: Send

  /// A closure that a generic box keeps stands in a structure.
  struct Send: Sendable {
    let call: @Sendable ([UInt8]) -> Bool
  }

  /// - Parameter send: Sends a piece; false where the connection is over.
  init(_ send: @escaping @Sendable ([UInt8]) -> Bool) { self.send = Send(call: send) }

  /// Sends a piece of the body.
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
