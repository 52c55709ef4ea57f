public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A client of the script, over a real connection or a simulated one.
public protocol ScriptPlayer: Sendable {
  /// Notes something, in the order in which it happens; the server notes there as well.
  func note(_ line: String)
  /// What has been noted since the last call.
  func takeNotes() -> [String]
  /// The address of a path at the server, or one of the addresses that lead nowhere.
  func url(_ path: String, address: String?) -> URL
  func data(for request: URLRequest) async throws -> (Data, URLResponse)
  func upload(for request: URLRequest, from body: Data) async throws -> (Data, URLResponse)
  /// Sends a file with the contents of `text`.
  func upload(for request: URLRequest, fileWith text: String) async throws -> (Data, URLResponse)
  /// The contents of the file.
  func download(for request: URLRequest) async throws -> (Data, URLResponse)
  /// Notes the head and each part as it comes.
  func stream(for request: URLRequest) async throws
  func sleep(milliseconds: Int) async throws
  /// Opens a socket, and notes what comes of each step.
  func talk(at path: String, _ steps: [Exchange.SocketStep]) async
  /// Reads nothing of a body for a second, while there is another request, and then all of it; notes what is under way.
  func leaveUnread(_ request: Exchange.Request, beside other: Exchange.Request) async
}

extension ScriptPlayer {
  /// Plays an exchange; returns what was noted at both ends.
  public func play(_ exchange: Exchange) async -> [String] {
    switch exchange.content {
    case .request(let request): await perform(request)
    case .both(let first, let second):
      let beside = Task { await perform(first) }
      try? await sleep(milliseconds: 200)
      await perform(second)
      await beside.value
    case .socket(let path, let steps): await talk(at: path, steps)
    case .several(let requests):
      var tasks: [Task<Void, Never>] = []
      for (request, pause) in requests {
        if pause > 0 { try? await sleep(milliseconds: pause) }
        tasks.append(Task { await perform(request) })
      }
      for task in tasks { await task.value }
    case .crowd(let request, let count): await gather(request, count)
    case .unread(let request, let other): await leaveUnread(request, beside: other)
    }
    // What the server still notes, such as that the client has gone.
    try? await sleep(milliseconds: 50)
    return takeNotes()
  }

  /// Notes how many of the answers are alike.
  private func gather(_ exchange: Exchange.Request, _ count: Int) async {
    let request = urlRequest(exchange)
    let tasks = (0..<count).map { _ in
      Task {
        do {
          return Self.head(of: try await data(for: request).1)
        } catch {
          return Self.text(of: error)
        }
      }
    }
    var counts: [String: Int] = [:]
    for task in tasks { counts[await task.value, default: 0] += 1 }
    for (text, count) in counts.sorted(by: { $0.key < $1.key }) {
      note("client: \(count) times \(text)")
    }
  }

  /// A request without its body.
  public func urlRequest(_ exchange: Exchange.Request) -> URLRequest {
    var request = URLRequest(url: url(exchange.path, address: exchange.address))
    // The library heeds a time-out that is set, not one that the request is made with.
    request.timeoutInterval = exchange.timeout
    request.httpMethod = exchange.method
    request.httpShouldHandleCookies = exchange.handlesCookies
    request.cachePolicy =
      switch exchange.policy {
      case .usual: .useProtocolCachePolicy
      case .reload: .reloadIgnoringLocalCacheData
      case .elseLoad: .returnCacheDataElseLoad
      case .dontLoad: .returnCacheDataDontLoad
      }
    for (name, value) in exchange.headers { request.setValue(value, forHTTPHeaderField: name) }
    return request
  }

  private func perform(_ exchange: Exchange.Request) async {
    let request = urlRequest(exchange)
    let body = exchange.body.map { Data($0.utf8) }
    let task = Task {
      do {
        switch exchange.call {
        case .data:
          var request = request
          request.httpBody = body
          tell(try await data(for: request))
        case .upload: tell(try await upload(for: request, from: body ?? Data()))
        case .file: tell(try await upload(for: request, fileWith: exchange.body ?? ""))
        case .stream: try await stream(for: request)
        case .download: tell(try await download(for: request))
        }
      } catch {
        note("client: \(Self.text(of: error))")
      }
    }
    if let milliseconds = exchange.cancelledAfter {
      try? await sleep(milliseconds: milliseconds)
      task.cancel()
    }
    await task.value
  }

  private func tell(_ answer: (Data, URLResponse)) {
    let (data, response) = answer
    let text = data.count > 60 ? "\(data.count) bytes" : String(decoding: data, as: UTF8.self)
    note("client: \(Self.head(of: response)); \(text)")
  }

  /// Status, path and headers of a response.
  public static func head(of response: URLResponse) -> String {
    guard let response = response as? HTTPURLResponse else { return "no response of HTTP" }
    let headers = response.allHeaderFields.map { "\($0)".lowercased() + ": \(short("\($1)"))" }
      .sorted()
      .filter { !$0.hasPrefix("date: ") }
    let path = response.url.map { $0.path(percentEncoded: true) } ?? ""
    return (["\(response.statusCode) \(path)"] + headers).joined(separator: "; ")
  }

  /// A value as it is, or how long it is.
  private static func short(_ value: String) -> String {
    value.utf8.count > 100 ? "\(value.utf8.count) bytes" : value
  }

  public static func text(of error: any Error) -> String {
    if let error = error as? URLError { return "URLError \(error.code.rawValue)" }
    return "\(error is CancellationError ? "CancellationError" : "\(type(of: error))")"
  }
}
