internal import Simulator

/// What a service adds to the answer by which it opens a WebSocket (status 101).
///
/// ```swift
/// func acceptance(of request: WebRequest) async -> SocketAcceptance {
///   SocketAcceptance(
///     headers: ["X-Instance": machine.process.name],
///     subprotocol: request.offeredSubprotocols.first { $0 == "chat.2" })
/// }
/// ```
public struct SocketAcceptance: Sendable {
  /// The headers beside those of the handshake.
  public let headers: HeaderFields
  /// The protocol that is spoken over the socket; nil where none is named.
  public let subprotocol: String?
  private let location: CodeLocation

  /// An answer with headers and a subprotocol.
  ///
  /// A header that belongs to the handshake or to a body ends the run as misused when the answer is made.
  ///
  /// - Parameter subprotocol: One of those that the client has offered. A client fails the socket where it is another one (RFC 6455,
  ///   4.1), with `badServerResponse`.
  public init(
    headers: HeaderFields = [:], subprotocol: String? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) {
    self.headers = headers
    self.subprotocol = subprotocol
    location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
  }

  /// The names of headers that a service cannot set: those of the handshake (RFC 6455, 4.2.2), and those of a body, which the answer
  /// does not have.
  private static let reserved = [
    "connection", "content-length", "sec-websocket-accept", "sec-websocket-extensions",
    "sec-websocket-protocol", "transfer-encoding", "upgrade",
  ]

  /// All headers of the answer.
  func answerHeaders(in world: World) -> HeaderFields {
    var answer: HeaderFields = ["Upgrade": "websocket", "Connection": "Upgrade"]
    answer["Sec-WebSocket-Protocol"] = subprotocol
    for (name, value) in headers.all {
      if Self.reserved.contains(name.lowercased()) {
        world.misuse(
          Misuse(
            "SocketAcceptance(headers:)", given: name,
            takes: "headers that are none of the handshake or of a body (subprotocol: names one)"),
          at: location)
      } else {
        answer.add(name, value)
      }
    }
    return answer
  }
}

extension WebRequest {
  /// The subprotocols that a client offers for a WebSocket, the one that it prefers first (RFC 6455, 4.1).
  public var offeredSubprotocols: [String] {
    headers.values(of: "Sec-WebSocket-Protocol").flatMap { Self.subprotocols(in: $0) }
  }

  /// The subprotocols that a header names.
  static func subprotocols(in field: String) -> [String] {
    field.split(separator: ",").map { String($0.drop { $0 == " " }.prefix { $0 != " " }) }
  }
}
