public import Devices
public import Foundation
internal import Network
public import Simulator

/// A server's program, in plain Swift: it answers requests and talks over sockets.
///
/// Each start of a ``WebServer`` makes one, so what it keeps in memory is gone after a restart; what it has committed to the
/// disk of its machine stays. Requests run side by side, as on any server: two of them interleave wherever they wait.
public protocol WebService: Sendable {
  /// Answers a request. What it throws becomes a status of 500.
  func respond(to request: WebRequest) async throws -> WebResponse

  /// The answer to a request for a WebSocket that is not opened; nil, as by default, where it is.
  func refusal(of request: WebRequest) async -> WebResponse?

  /// What is added to the answer that opens a WebSocket; asked behind ``refusal(of:)``. By default nothing.
  func acceptance(of request: WebRequest) async -> SocketAcceptance

  /// Talks over a WebSocket that a client has opened; when this returns, the socket is closed. By default it is closed at once,
  /// as by a server without any.
  func talk(over socket: ServerSocket, opened request: WebRequest) async
}

extension WebService {
  public func refusal(of request: WebRequest) async -> WebResponse? { nil }

  public func acceptance(of request: WebRequest) async -> SocketAcceptance { SocketAcceptance() }

  public func talk(over socket: ServerSocket, opened request: WebRequest) async {}

  /// The answer to a request, where an error is a status of 500.
  func answer(to request: WebRequest) async -> WebResponse {
    do {
      return try await respond(to: request)
    } catch {
      return WebResponse(status: 500, body: Data("\(error)".utf8))
    }
  }
}

/// The machine on which a service was started.
public struct WebMachine: Sendable {
  /// The process of this start: its name, its main actor and its clocks.
  public let process: SimulatedProcess
  /// The disk, which outlives the process; all instances of a server share it.
  public let disk: Disk
  /// The place of the instance among those of its server, counted from 0.
  public let instance: Int
  let network: Network
  let host: NetworkHost

  /// A session of this start of the service, for requests to other servers of the network: a store of pictures, a sender of mail.
  ///
  /// Requests go over the machine's link with all its faults, and end with the process.
  ///
  /// ```swift
  /// let (picture, _) = try await machine.webSession().data(from: URL(string: "https://images.example/7")!)
  /// ```
  ///
  /// A service makes one and keeps it, as connections are kept by their session.
  public func webSession(
    _ configuration: WebSession.Configuration = WebSession.Configuration()
  ) -> WebSession {
    WebSession(on: network, from: host, in: process, configuration: configuration)
  }

  /// Makes a transaction durable.
  ///
  /// - Throws: ``CommitError`` where the disk does not take it, or the process has ended, be it right behind it.
  public func commit(_ transaction: DiskTransaction) throws(CommitError) {
    guard process.isAlive else {
      process.noteAttempt("write to the disk")
      throw .processGone(ProcessGone(process: process.name))
    }
    try disk.commit(transaction)
    guard process.isAlive else {
      throw .processGone(ProcessGone(process: process.name, isDurable: true))
    }
  }
}

/// A request as a service gets it.
public struct WebRequest: Sendable {
  /// The method, such as "GET".
  public let method: String
  /// The path without the query, percent-encoding removed.
  public let path: String
  /// The path with its query, as it came.
  public let target: String
  /// The items of the query in their order.
  public let query: [URLQueryItem]
  /// The headers.
  public let headers: HeaderFields
  /// The body; empty where there is none.
  public let body: Data
  /// The name of the host that has sent it.
  public let client: String
  /// The number of its connection.
  let connection: UInt64

  init(_ head: RequestHead, body: [UInt8], from client: String, over connection: UInt64) {
    let parts = URLComponents(string: head.target)
    method = head.method
    target = head.target
    path = parts?.path ?? head.target
    query = parts?.queryItems ?? []
    headers = head.headers
    self.body = Data(body)
    self.client = client
    self.connection = connection
  }

  /// The first value of a name in the query.
  public func query(_ name: String) -> String? { query.first { $0.name == name }?.value }
}

/// An answer of a service.
public struct WebResponse: Sendable {
  /// The status, such as 200.
  public var status: Int
  /// The headers; what tells the length of the body is added.
  public var headers: HeaderFields
  /// The body; empty where it is written piece by piece.
  public var body: Data
  /// What writes the body piece by piece; nil where ``body`` is all of it.
  let stream: Stream?

  /// A closure that a generic box keeps stands in a structure.
  struct Stream: Sendable {
    let write: @Sendable (WebBodyWriter) async throws -> Void
  }

  /// An answer with a body.
  public init(status: Int = 200, headers: HeaderFields = [:], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
    stream = nil
  }

  /// An answer whose body is written piece by piece, in chunks unless the headers have its `Content-Length`.
  ///
  /// - Parameter stream: Writes the body. When it returns, the body is over. Where it throws, or has written less than the
  ///   length, the connection is closed, or the stream of HTTP/2 reset, which a client takes for a lost connection. It is
  ///   cancelled when the client has gone.
  public init(
    status: Int = 200, headers: HeaderFields = [:],
    stream: @escaping @Sendable (_ body: WebBodyWriter) async throws -> Void
  ) {
    self.status = status
    self.headers = headers
    body = Data()
    self.stream = Stream(write: stream)
  }

  /// An answer with a value as JSON.
  public init(status: Int = 200, json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    self.init(
      status: status, headers: ["Content-Type": "application/json"], body: try encoder.encode(value)
    )
  }

  /// Whether its status ends the message with the headers, whatever the body is (RFC 9112, 6.3): 1xx, 204 and 304. It has no
  /// length then (RFC 9110, 8.6).
  var hasNoBody: Bool { status < 200 || status == 204 || status == 304 }

  /// The words of a status (RFC 9110, 15).
  static func reason(of status: Int) -> String {
    switch status {
    case 101: "Switching Protocols"
    case 200: "OK"
    case 201: "Created"
    case 202: "Accepted"
    case 204: "No Content"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 303: "See Other"
    case 304: "Not Modified"
    case 307: "Temporary Redirect"
    case 308: "Permanent Redirect"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 409: "Conflict"
    case 413: "Content Too Large"
    case 429: "Too Many Requests"
    case 500: "Internal Server Error"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    case 504: "Gateway Timeout"
    default: "Status"
    }
  }
}
