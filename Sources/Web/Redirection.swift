internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The request that follows a response with a redirection.
///
/// Source: RFC 9110, 15.4; swift-corelibs-foundation pull request 2744, which follows Darwin: a POST becomes a GET by 301 and
/// 302, any method but HEAD by 303, none by 307 and 308, and 300 is an answer like any other. That `Authorization` stays with
/// its origin is RFC 9110's advice (15.4) and the Fetch standard's rule.
struct Redirection: Sendable {
  /// The most redirections that are followed: 16 (Apple, `URLError.httpTooManyRedirects`).
  static let most = 16

  let url: URL
  let method: String
  /// Whether the body goes along.
  let keepsBody: Bool
  /// Whether the host, the scheme or the port is another one.
  let leavesOrigin: Bool

  /// The redirection of a response; nil where there is none to follow.
  init?(of response: ResponseHead, to method: String, from url: URL) {
    guard [301, 302, 303, 307, 308].contains(response.status),
      let place = response.headers["Location"],
      let next = URL(string: place, relativeTo: url)?.absoluteURL, next.host != nil
    else { return nil }
    let becomesGET =
      switch response.status {
      case 301, 302: method == "POST"
      case 303: method != "HEAD"
      default: false
      }
    self.url = next
    self.method = becomesGET ? "GET" : method
    keepsBody = !becomesGET
    leavesOrigin = Self.origin(of: next) != Self.origin(of: url)
  }

  private static func origin(of url: URL) -> String {
    let scheme = url.scheme?.lowercased() ?? ""
    let port = url.port ?? (scheme == "https" ? 443 : 80)
    return "\(scheme)://\(url.host?.lowercased() ?? ""):\(port)"
  }

  /// The request to send next in place of one that was redirected.
  func request(after redirected: URLRequest) -> URLRequest {
    var request = redirected
    request.url = url
    request.httpMethod = method
    if !keepsBody {
      request.httpBody = nil
      for name in ["Content-Type", "Content-Length", "Content-Encoding", "Content-Language"] {
        request.setValue(nil, forHTTPHeaderField: name)
      }
    }
    if leavesOrigin { request.setValue(nil, forHTTPHeaderField: "Authorization") }
    return request
  }
}
