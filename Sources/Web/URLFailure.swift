internal import Foundation
internal import Network

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// What `URLSession` throws for what befalls a connection.
///
/// Source: the codes of `NSURLError` as Apple documents them, and as CFNetwork maps the errors of sockets: ECONNREFUSED to
/// `cannotConnectToHost`, ENOTCONN, ECONNRESET and an end before the answer to `networkConnectionLost`, ENETDOWN and ENETUNREACH
/// to `notConnectedToInternet`, ETIMEDOUT to `timedOut`.
enum URLFailure {
  /// - Parameter hasSent: Whether the connection was open and the request on its way.
  static func code(of end: ConnectionEnd, hasSent: Bool) -> URLError.Code {
    switch end {
    case .closedHere: .cancelled
    case .closedByPeer, .reset, .reclaimed: .networkConnectionLost
    case .refused: .cannotConnectToHost
    case .connectTimedOut: .timedOut
    case .timedOut: hasSent ? .networkConnectionLost : .timedOut
    case .interfaceDown: hasSent ? .networkConnectionLost : .notConnectedToInternet
    case .nameNotFound: .cannotFindHost
    }
  }

  /// The error with the address that failed.
  static func error(_ code: URLError.Code, for url: URL?) -> URLError {
    guard let url else { return URLError(code) }
    return URLError(code, userInfo: [NSURLErrorFailingURLErrorKey: url])
  }
}
