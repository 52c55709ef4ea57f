internal import Foundation
internal import Network
internal import Simulator

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// An answer as far as somebody waited for it.
struct LoadedAnswer: Sendable {
  let url: URL
  let head: ResponseHead
  /// The body, where it is complete.
  let body: [UInt8]
  /// The exchange whose body is still to come; nil for an answer that is complete.
  let exchange: WebExchange?
  /// What it is made of where no server was asked.
  var local: LocalContents?

  /// The response as an app gets it. The values of a name that comes several times are joined (RFC 9110, 5.3).
  func response() throws -> URLResponse {
    if let local {
      return URLResponse(
        url: url, mimeType: local.mimeType, expectedContentLength: local.data.count,
        textEncodingName: local.textEncoding)
    }
    var joined: HeaderFields = [:]
    for (name, value) in head.headers.all {
      joined[name] = joined[name].map { "\($0), \(value)" } ?? value
    }
    let fields = Dictionary(joined.all.map { ($0.name, $0.value) }) { $1 }
    guard
      let response = HTTPURLResponse(
        url: url, statusCode: head.status, httpVersion: head.version,
        headerFields: fields)
    else { throw URLFailure.error(.badServerResponse, for: url) }
    return response
  }
}

extension WebSession {
  /// Sends a request, follows redirections, and waits for a part of the last answer.
  ///
  /// - Parameter part: The head or the whole.
  /// - Throws: `URLError`.
  func load(
    _ request: URLRequest, body: Data?, until part: WebExchange.Part
  ) async throws -> LoadedAnswer {
    process.noteAttempt("load \(request.url?.absoluteString ?? "a request")")
    var request = request
    var body = body
    var source: RequestBodySource?
    if body == nil, request.httpBodyStream != nil {
      source = RequestBodySource(request, in: world)
      if source == nil { throw URLFailure.error(.requestBodyStreamExhausted, for: request.url) }
    }
    if request.httpMethod == "POST", request.httpBody != nil,
      request.value(forHTTPHeaderField: "Content-Type") == nil
    {
      // As the library and CFNetwork do with a body that is part of the request.
      request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
    }
    let deadline = world.now.advanced(by: .seconds(configuration.timeoutIntervalForResource))
    for _ in 0...Redirection.most {
      let answer = try await fetch(
        request, body: body, source: source, until: part, by: deadline)
      let method = request.httpMethod ?? "GET"
      guard let next = Redirection(of: answer.head, to: method, from: answer.url) else {
        return answer
      }
      // The body of a redirection is nobody's, but the connection is free only behind it.
      try await finish(answer)
      if !next.keepsBody { body = nil }
      if source != nil, next.keepsBody {
        throw URLFailure.error(.requestBodyStreamExhausted, for: request.url)
      }
      source = nil
      request = next.request(after: request)
    }
    throw URLFailure.error(.httpTooManyRedirects, for: request.url)
  }

  /// Asks for one address, of the cache or of the server.
  private func fetch(
    _ request: URLRequest, body: Data?, source: RequestBodySource?, until part: WebExchange.Part,
    by deadline: Instant
  ) async throws -> LoadedAnswer {
    guard let url = request.url else { throw URLError(.badURL) }
    let asked = CacheQuestion(request, policy: configuration.requestCachePolicy)
    let stored = configuration.usesCache ? cache.answer(for: asked) : nil
    let began = wallSeconds
    var request = request
    var validated: CachedAnswer?
    switch asked.plan(for: stored, at: began) {
    case .serve(let kept): return kept.loaded(from: url)
    case .fail: throw URLFailure.error(.resourceUnavailable, for: url)
    case .load(let headers, let kept):
      for (name, value) in headers.all { request.setValue(value, forHTTPHeaderField: name) }
      validated = kept
    }
    let exchange = try await send(
      request, body: body, source: source, until: part, by: deadline)
    guard let head = exchange.answer else { throw URLFailure.error(.badServerResponse, for: url) }
    if configuration.httpShouldSetCookies, request.httpShouldHandleCookies {
      cookies.take(head.headers.values(of: "Set-Cookie"), from: url, at: wallSeconds)
    }
    if head.status == 304, var kept = validated {
      kept.freshen(by: head.headers, requestedAt: began, receivedAt: wallSeconds)
      cache.keep(kept, for: asked)
      return kept.loaded(from: url)
    }
    guard part == .whole else {
      return LoadedAnswer(url: url, head: head, body: [], exchange: exchange)
    }
    let answer = LoadedAnswer(url: url, head: head, body: exchange.takeBytes(), exchange: nil)
    guard configuration.usesCache else { return answer }
    let times = (requested: began, received: wallSeconds)
    if asked.invalidates(head) { cache.forget(asked) }
    if let kept = CachedAnswer(answer, to: asked, requestedAt: times.0, receivedAt: times.1) {
      cache.keep(kept, for: asked)
    }
    return answer
  }

  /// Sends a request over a connection, and waits for a part of its answer.
  private func send(
    _ request: URLRequest, body: Data?, source: RequestBodySource?, until part: WebExchange.Part,
    by deadline: Instant
  ) async throws -> WebExchange {
    let server = try server(of: request.url)
    // An app that tries again for ever does so while its world ends, and would fill the memory with bodies.
    guard !Task.isCancelled, !world.isOver else {
      throw URLFailure.error(.cancelled, for: request.url)
    }
    let isAlive = process.isAlive
    guard isAlive || SimulatedProcess.asking === process else {
      throw URLFailure.error(.cancelled, for: request.url)
    }
    let exchange = WebExchange(
      head: head(
        of: request, bodyCount: source?.length ?? body?.count ?? 0, isStreamed: source != nil),
      body: [UInt8](body ?? Data()), source: source,
      patience: .seconds(patience(of: request)), to: server.name, in: world)
    exchange.mustEnd(by: deadline, on: lane)
    if part == .head { exchange.readSlowly() }
    // In the step that ends the process its own code comes as far as this, and stands still as with any other wait.
    if isAlive { pool(for: server, port: Self.port(of: request.url)).add(exchange) }
    try await wait(for: part, of: exchange, at: request.url)
    return exchange
  }

  private func wait(
    for part: WebExchange.Part, of exchange: WebExchange, at url: URL?
  ) async throws {
    do {
      try await exchange.wait(for: part)
    } catch let error as ExchangeFailure {
      throw URLFailure.error(error.code, for: url)
    }
  }

  /// Waits until an answer is complete, whose body is nobody's.
  private func finish(_ answer: LoadedAnswer) async throws {
    guard let exchange = answer.exchange else { return }
    try await wait(for: .whole, of: exchange, at: answer.url)
  }
}
