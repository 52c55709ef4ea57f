public import Devices
public import Foundation
public import Network
public import Simulator

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// The asynchronous surface of `URLSession` over the simulated network, for an app's process or a server's.
///
/// An app that asks for its session by a protocol of its own takes this one in place of `URLSession` by one line:
///
/// ```swift
/// protocol HTTPClient: Sendable { func data(for request: URLRequest) async throws -> (Data, URLResponse) }
/// extension URLSession: HTTPClient {}
/// extension WebSession: HTTPClient {}
/// ```
///
/// Requests take HTTP/2 over TLS 1.3 where the server speaks it: one connection a host carries them side by side (RFC 9113). With
/// other servers they take HTTP/1.1: up to six connections a host. Both are kept open and used again. A request that finds a kept
/// connection dead goes out once more over a new one where its method is idempotent (RFC 9110, 9.2.2), as CFNetwork does.
/// Redirections are followed, and cookies kept for all sessions of the process (RFC 6265), as are responses (``WebCache``).
///
/// What was begun goes on when nobody holds the session any more, and ends with the process at the latest.
public final class WebSession: Sendable {
  /// The settings, by the names that `URLSessionConfiguration` has for them.
  public struct Configuration: Sendable, Hashable {
    /// The longest time between two parts of what comes back, where a request has none of its own: 60 s as in
    /// `URLSessionConfiguration`.
    public var timeoutIntervalForRequest: TimeInterval = 60
    /// The longest time for a request with all its redirections and its body: 7 days as in `URLSessionConfiguration`.
    public var timeoutIntervalForResource: TimeInterval = 604_800
    /// The most connections to a host: 6, as on iOS. With HTTP/2 one is enough.
    public var httpMaximumConnectionsPerHost = 6
    /// How long a connection that nobody uses is kept; ours.
    public var idleSeconds: TimeInterval = 60
    /// Whether cookies are kept and sent along, as `URLSession` does.
    public var httpShouldSetCookies = true
    /// The use of kept responses, where a request says nothing of its own.
    public var requestCachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
    /// Whether responses are kept and used again; false as with a `urlCache` of nil.
    public var usesCache = true
    /// The headers of each request that does not have them.
    public var httpAdditionalHeaders: HeaderFields = [:]
    /// The name of a background session; nil for any other one.
    public internal(set) var identifier: String?
    /// Whether the system resumes or launches the app once all tasks of a background session have ended.
    public var sessionSendsLaunchEvents = true
    /// Whether the system may choose the time for a background session's tasks, which wait in Low Power Mode then. It never waits
    /// for Wi-Fi or a charger, which is ours.
    public var isDiscretionary = false

    /// The defaults.
    public init() {}
  }

  /// The settings.
  public let configuration: Configuration
  let network: Network
  let host: NetworkHost
  let lane: Lane
  let process: SimulatedProcess
  private let pools: WorldBound<Pools>
  let cookies: CookieStore
  /// The responses that are kept, of all sessions of the process.
  public let cache: WebCache
  /// The tasks of a background session; nil for any other one.
  let background: AppTransfers?

  private let delegate: (any WebSessionDelegate)?
  private let delegateQueue: DelegateQueue?

  private struct Pools {
    var byHost: [String: WirePool] = [:]
    var sockets: [ObjectIdentifier: WebSocketTask] = [:]
  }

  /// A session of a process.
  ///
  /// - Parameters:
  ///   - network: The network.
  ///   - host: The machine on which the process runs.
  ///   - process: The process, with whose end the connections break.
  public convenience init(
    on network: Network, from host: NetworkHost, in process: SimulatedProcess,
    configuration: Configuration = Configuration()
  ) {
    self.init(on: network, from: host, in: process, configuration: configuration, background: nil)
  }

  init(
    on network: Network, from host: NetworkHost, in process: SimulatedProcess,
    configuration: Configuration, background: AppTransfers?,
    delegate: (any WebSessionDelegate)? = nil, delegateQueue: DelegateQueue? = nil
  ) {
    self.background = background
    self.delegate = delegate
    self.delegateQueue = delegateQueue
    self.network = network
    self.host = host
    self.process = process
    self.configuration = configuration
    lane = process.addLane("web")
    cookies = process.singleton { CookieStore(of: process) }
    cache = process.singleton { WebCache(of: process) }
    pools = WorldBound(Pools(), in: network.world)
    process.atEnd { [pools] in
      let (byHost, sockets) = pools.withValue { pools in
        defer { pools = Pools() }
        return (pools.byHost, pools.sockets)
      }
      for (_, pool) in byHost.sorted(by: { $0.key < $1.key }) { pool.end() }
      // order: by the numbers of their connections.
      for socket in sockets.values.sorted(by: { $0.order < $1.order }) { socket.abort() }
    }
  }

  var world: World { network.world }

  /// What the device's wall clock shows, in seconds since 1970.
  var wallSeconds: TimeInterval {
    TimeInterval(process.wallNanoseconds(at: world.now)) / 1e9
  }

  // MARK: - URLSession's surface

  /// Fetches what a request asks for. A body that it has as a stream is read while it is sent, and once.
  ///
  /// - Throws: `URLError`, with the codes that `URLSession` has for it.
  public func data(for request: URLRequest) async throws -> (Data, URLResponse) {
    let answer = try await answer(to: request, body: request.httpBody, until: .whole)
    return (Data(answer.body), try answer.response())
  }

  /// Fetches what is at an address.
  public func data(from url: URL) async throws -> (Data, URLResponse) {
    try await data(for: URLRequest(url: url))
  }

  /// Sends a body with a request, and returns the answer.
  public func upload(for request: URLRequest, from body: Data) async throws -> (Data, URLResponse) {
    let answer = try await answer(to: request, body: body, until: .whole)
    return (Data(answer.body), try answer.response())
  }

  /// Opens a WebSocket with the task's `resume()`.
  public func webSocketTask(with url: URL) -> WebSocketTask {
    webSocketTask(with: URLRequest(url: url))
  }

  /// Opens a WebSocket with the task's `resume()`, and names the protocols that the app speaks over it, the best first.
  ///
  /// The service finds them as ``WebRequest/offeredSubprotocols``, and its answer names one by ``SocketAcceptance/subprotocol``. The
  /// session's delegate hears of it by ``WebSessionDelegate/urlSession(_:webSocketTask:didOpenWithProtocol:)``.
  public func webSocketTask(with url: URL, protocols: [String]) -> WebSocketTask {
    var request = URLRequest(url: url)
    if !protocols.isEmpty {
      request.setValue(
        protocols.joined(separator: ", "), forHTTPHeaderField: "Sec-WebSocket-Protocol")
    }
    return webSocketTask(with: request)
  }

  /// Opens a WebSocket by a request with headers of its own.
  public func webSocketTask(with request: URLRequest) -> WebSocketTask {
    try? requireForeground(for: "a WebSocket")
    return WebSocketTask(request, in: self)
  }

  // MARK: - Requests

  /// The machine that an address names.
  ///
  /// - Throws: `URLError` where there is none, or the address is no secure one: a phone's system refuses those (App Transport
  ///   Security).
  func server(of url: URL?) throws(URLError) -> NetworkHost {
    guard let url else { throw URLError(.badURL) }
    // Neither minds capitals (RFC 3986, 3.1 and 3.2.2).
    switch url.scheme?.lowercased() {
    case "https", "wss": break
    case "http", "ws":
      throw URLFailure.error(.appTransportSecurityRequiresSecureConnection, for: url)
    default: throw URLFailure.error(.unsupportedURL, for: url)
    }
    guard let lowered = url.host?.lowercased() else { throw URLFailure.error(.badURL, for: url) }
    guard let server = network.hosts.first(where: { $0.name.lowercased() == lowered }) else {
      throw URLFailure.error(.cannotFindHost, for: url)
    }
    return server
  }

  /// The port that an address names: that of its scheme where it names none.
  static func port(of url: URL?) -> Int { url?.port ?? WebServer.usualPort }

  func head(of request: URLRequest, bodyCount: Int, isStreamed: Bool = false) -> RequestHead {
    let url = request.url
    var headers = configuration.httpAdditionalHeaders
    // The scheme's own port is left out (RFC 9110, 7.2).
    let port = Self.port(of: url)
    headers["Host"] = url?.host.map { port == WebServer.usualPort ? $0 : "\($0):\(port)" }
    // order: by their names, since a dictionary has none.
    for (name, value) in (request.allHTTPHeaderFields ?? [:]).sorted(by: { $0.key < $1.key }) {
      headers[name] = value
    }
    if configuration.httpShouldSetCookies, request.httpShouldHandleCookies,
      headers["Cookie"] == nil, let url, let field = cookies.field(for: url, at: wallSeconds)
    {
      headers["Cookie"] = field
    }
    // An app that knows the length of its stream says so.
    let isChunked = isStreamed && headers["Content-Length"] == nil
    if isChunked { headers["Transfer-Encoding"] = "chunked" }
    // A method whose body means something tells as well that it has none (RFC 9110, 8.6).
    if !isStreamed, bodyCount > 0 || ["POST", "PUT", "PATCH"].contains(request.httpMethod) {
      headers["Content-Length"] = "\(bodyCount)"
    }
    let path = url?.path(percentEncoded: true) ?? ""
    let query = url?.query(percentEncoded: true).map { "?\($0)" } ?? ""
    return RequestHead(
      method: request.httpMethod ?? "GET", target: (path.isEmpty ? "/" : path) + query,
      headers: headers, bodyCount: bodyCount, isChunked: isChunked)
  }

  /// A request's own time-out counts where it is not the default of `URLRequest`.
  func patience(of request: URLRequest) -> TimeInterval {
    request.timeoutInterval == 60
      ? configuration.timeoutIntervalForRequest : request.timeoutInterval
  }

  func pool(for server: NetworkHost, port: Int) -> WirePool {
    let key = port == WebServer.usualPort ? server.name : "\(server.name):\(port)"
    if let pool = pools.withValue({ $0.byHost[key] }) { return pool }
    let origin = WireOrigin(
      network: network, host: host, lane: lane, configuration: configuration)
    let pool = WirePool(to: server, port: port, from: origin)
    pools.withValue { $0.byHost[key] = pool }
    return pool
  }

  // MARK: - Sockets

  func keep(_ socket: WebSocketTask) {
    pools.withValue { $0.sockets[ObjectIdentifier(socket)] = socket }
  }

  func forget(_ socket: WebSocketTask) {
    pools.withValue { $0.sockets[ObjectIdentifier(socket)] = nil }
  }

  /// Calls the delegate in a step of its own, unless the launch has ended by then.
  func tellDelegate(
    _ tell: @escaping @Sendable (WebSession, any WebSessionDelegate) -> Void
  ) {
    guard let delegate else { return }
    let lane = delegateQueue == .main ? process.mainLane : lane
    lane.post { [self] in
      if process.isAlive { tell(self, delegate) }
    }
  }
}

extension PhoneServices {
  /// A session of this launch of the app, in place of `URLSession`.
  public func webSession(_ configuration: WebSession.Configuration = WebSession.Configuration())
    -> WebSession
  {
    webSession(configuration, delegate: nil)
  }
}
