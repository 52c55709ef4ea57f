/// One exchange of the script that is played over a real connection and over a simulated one.
public struct Exchange: Sendable {
  /// A request as the client makes it.
  public struct Request: Sendable {
    /// What of the session's surface is called.
    public enum Call: Sendable {
      /// `data(for:)`
      case data
      /// `upload(for:from:)`
      case upload
      /// `upload(for:fromFile:)`
      case file
      /// `bytes(for:)`, or a delegate where there is none
      case stream
      /// `download(for:)`
      case download
    }

    /// The cache policies by their names: their numbers differ from platform to platform.
    public enum Policy: Sendable {
      case usual
      case reload
      case elseLoad
      case dontLoad
    }

    public var method = "GET"
    public var path: String
    public var headers: [(name: String, value: String)] = []
    public var body: String?
    public var call = Call.data
    /// In seconds.
    public var timeout = 20.0
    /// When the task is cancelled, in milliseconds; nil for never.
    public var cancelledAfter: Int?
    public var handlesCookies = true
    public var policy = Policy.usual
    /// An address in place of the path at the server.
    public var address: String?
  }

  /// What happens on a WebSocket.
  public enum SocketStep: Sendable {
    case sendText(String)
    case sendData([UInt8])
    case receive
    case ping
    case close(code: Int, reason: String)
  }

  public enum Content: Sendable {
    case request(Request)
    /// Two requests side by side.
    case both(Request, Request)
    case socket(path: String, [SocketStep])
    /// Requests side by side, each so many milliseconds behind the one before it.
    case several([(request: Request, pause: Int)])
    /// So many requests at once, and how many had which answer.
    case crowd(Request, count: Int)
    /// A body of which nothing is read for a second, while there is another request; then it is read.
    case unread(Request, beside: Request)
  }

  public let name: String
  public let content: Content

  /// A request of its own.
  static func request(
    _ name: String, _ method: String, _ path: String, body: String? = nil,
    headers: [(String, String)] = [], _ change: (inout Request) -> Void = { _ in }
  ) -> Exchange {
    var request = Request(method: method, path: path, body: body)
    request.headers = headers.map { ($0.0, $0.1) }
    change(&request)
    return Exchange(name: name, content: .request(request))
  }

  /// A GET.
  static func get(
    _ name: String, _ path: String, headers: [(String, String)] = [],
    _ change: (inout Request) -> Void = { _ in }
  ) -> Exchange {
    request(name, "GET", path, headers: headers, change)
  }
}
