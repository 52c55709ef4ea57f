import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the app wants from the network: `URLSession` has all of it.
public protocol HTTPClient: Sendable {
  associatedtype Socket: MessageSocket
  func data(for request: URLRequest) async throws -> (Data, URLResponse)
  func upload(for request: URLRequest, fromFile file: URL) async throws -> (Data, URLResponse)
  func webSocketTask(with url: URL) -> Socket
}

/// What the app wants from a WebSocket: `URLSessionWebSocketTask` has all of it.
public protocol MessageSocket: Sendable {
  func resume()
  func receive() async throws -> URLSessionWebSocketTask.Message
  func sendPing(pongReceiveHandler: @escaping @Sendable ((any Error)?) -> Void)
  func cancel(with closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?)
}

extension MessageSocket {
  /// Sends a ping, and waits for its answer; a task that is cancelled meanwhile ends the socket.
  func ping() async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        sendPing { error in
          if let error { continuation.resume(throwing: error) } else { continuation.resume() }
        }
      }
    } onCancel: {
      cancel(with: .goingAway, reason: nil)
    }
  }
}

/// The server, as the app sees it.
public protocol ChatAPI: Sendable {
  /// Hands a message over; returns it with its place.
  func post(_ message: Message) async throws -> Message
  /// The messages behind a place, in their order.
  func messages(after place: Int) async throws -> [Message]
  /// Hands the picture of a message over.
  func upload(_ photo: URL, of message: UUID) async throws
  /// The picture of a message; nil where the server has none yet.
  func photo(of message: UUID) async throws -> Data?
  /// Opens a stream of news, which ends with an error when the connection does.
  func news() -> AsyncThrowingStream<News, any Error>
}

/// What the server tells by itself.
public enum News: Codable, Sendable {
  /// It tells of every new message from now on.
  case listening
  case message(Message)
  /// It has the picture of that message now.
  case photo(UUID)
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

  public func upload(_ photo: URL, of message: UUID) async throws {
    var request = URLRequest(url: url(ofPhoto: message), timeoutInterval: 60)
    request.httpMethod = "PUT"
    request.setValue("image/jpeg", forHTTPHeaderField: "Content-Type")
    try check(await client.upload(for: request, fromFile: photo).1)
  }

  public func photo(of message: UUID) async throws -> Data? {
    let request = URLRequest(url: url(ofPhoto: message), timeoutInterval: 60)
    do {
      return try await load(request)
    } catch Failure.status(404) {
      return nil
    }
  }

  private func url(ofPhoto message: UUID) -> URL {
    origin.appending(path: "photos").appending(path: "\(message)")
  }

  private func load<Value: Decodable>(_ type: Value.Type, _ request: URLRequest) async throws
    -> Value
  {
    try JSONDecoder().decode(type, from: await load(request))
  }

  private func load(_ request: URLRequest) async throws -> Data {
    let (data, response) = try await client.data(for: request)
    try check(response)
    return data
  }

  private func check(_ response: URLResponse) throws {
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard 200..<300 ~= status else { throw Failure.status(status) }
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
                continuation.yield(try JSONDecoder().decode(News.self, from: Data(text.utf8)))
              }
            }
            // A dead connection is noticed by a ping that nobody answers.
            group.addTask {
              while true {
                try await Task.sleep(for: .seconds(20))
                try await within(.seconds(10)) { try await socket.ping() }
              }
            }
            defer {
              group.cancelAll()
              // Who receives is not woken by being cancelled.
              socket.cancel(with: .goingAway, reason: nil)
            }
            try await group.next()
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
        socket.cancel(with: .goingAway, reason: nil)
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
