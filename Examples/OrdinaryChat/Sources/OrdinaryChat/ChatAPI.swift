import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the app wants from the network: `URLSession` has all of it.
public protocol HTTPClient: Sendable {
  associatedtype Socket: MessageSocket
  func data(for request: URLRequest) async throws -> (Data, URLResponse)
  func webSocketTask(with url: URL) -> Socket
}

/// What the app wants from a WebSocket.
public protocol MessageSocket: Sendable {
  func resume()
  func receive() async throws -> URLSessionWebSocketTask.Message
  func ping() async throws
  func end()
}

/// The server, as the app sees it.
public protocol ChatAPI: Sendable {
  /// Hands a message over; returns it with its place.
  func post(_ message: Message) async throws -> Message
  /// The messages behind a place, in their order.
  func messages(after place: Int) async throws -> [Message]
  /// Opens a stream of news, which ends with an error when the connection does.
  func news() -> AsyncThrowingStream<News, any Error>
}

/// What the server tells by itself.
public enum News: Sendable {
  /// It tells of every new message from now on.
  case listening
  case message(Message)
}

/// The server over HTTP and a WebSocket.
public struct RemoteChat<Client: HTTPClient>: ChatAPI {
  public enum Failure: Error { case status(Int) }

  private let client: Client
  private let origin: URL

  public init(client: Client, origin: URL) {
    self.client = client
    self.origin = origin
  }

  public func post(_ message: Message) async throws -> Message {
    var request = URLRequest(url: origin.appending(path: "messages"), timeoutInterval: 15)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try JSONEncoder().encode(message)
    return try await load(Message.self, request)
  }

  public func messages(after place: Int) async throws -> [Message] {
    let url = origin.appending(path: "messages")
      .appending(queryItems: [URLQueryItem(name: "after", value: "\(place)")])
    return try await load([Message].self, URLRequest(url: url, timeoutInterval: 15))
  }

  private func load<Value: Decodable>(_ type: Value.Type, _ request: URLRequest) async throws
    -> Value
  {
    let (data, response) = try await client.data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard 200..<300 ~= status else { throw Failure.status(status) }
    return try JSONDecoder().decode(type, from: data)
  }

  public func news() -> AsyncThrowingStream<News, any Error> {
    let url = origin.appending(path: "news")
    return AsyncThrowingStream { continuation in
      let task = Task {
        let socket = client.webSocketTask(with: url)
        socket.resume()
        do {
          try await within(.seconds(15)) { try await socket.ping() }
          continuation.yield(.listening)
          try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
              while true {
                guard case .string(let text) = try await socket.receive() else { continue }
                let message = try JSONDecoder().decode(Message.self, from: Data(text.utf8))
                continuation.yield(.message(message))
              }
            }
            // A dead connection is noticed by a ping that nobody answers.
            group.addTask {
              while true {
                try await Task.sleep(for: .seconds(20))
                try await within(.seconds(10)) { try await socket.ping() }
              }
            }
            defer { group.cancelAll() }
            try await group.next()
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
        socket.end()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

struct TookTooLong: Error {}

/// Does something, unless it takes longer than a limit.
func within(_ limit: Duration, _ body: @escaping @Sendable () async throws -> Void) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { try await body() }
    group.addTask {
      try await Task.sleep(for: limit)
      throw TookTooLong()
    }
    defer { group.cancelAll() }
    try await group.next()
  }
}
