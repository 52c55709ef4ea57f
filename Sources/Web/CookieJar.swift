internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// A cookie, by the words of RFC 6265, 5.3.
struct Cookie: Sendable, Hashable, Codable {
  let name: String
  let value: String
  let domain: String
  /// Whether only that very host gets it, and none below it.
  let isHostOnly: Bool
  let path: String
  /// Whether only requests by HTTPS take it along, and WebSockets over TLS.
  let isSecure: Bool
  /// When it is over, in seconds since 1970; nil where it lasts as long as the app runs.
  let expires: TimeInterval?

  /// A cookie of a `Set-Cookie` field (RFC 6265, 5.2 and 5.3); nil for one that is to be ignored.
  ///
  /// The library's own reader knows no `Max-Age`, takes every domain and gives every cookie the path `/`; CFNetwork does as the
  /// RFC says. Only the date of `Expires` is left to it.
  init?(_ field: String, from url: URL, now: TimeInterval) {
    guard let host = url.host?.lowercased() else { return nil }
    let parts = field.split(separator: ";", omittingEmptySubsequences: false).map(Self.pair)
    guard let (name, text) = parts.first, let text, !name.isEmpty else { return nil }
    var attributes: [String: String] = [:]
    for (name, value) in parts.dropFirst() { attributes[name.lowercased()] = value ?? "" }
    var domain = (attributes["domain"] ?? "").lowercased()
    if domain.hasPrefix(".") { domain.removeFirst() }
    isHostOnly = domain.isEmpty
    // That nobody sets cookies for all of "example" stands for the list of public suffixes.
    guard
      domain.isEmpty || Self.isHost(host, in: domain) && (domain == host || domain.contains("."))
    else { return nil }
    self.name = name
    self.value = text
    self.domain = domain.isEmpty ? host : domain
    let path = attributes["path"] ?? ""
    self.path = path.hasPrefix("/") ? path : Self.defaultPath(of: url)
    isSecure = attributes["secure"] != nil
    if let age = attributes["max-age"].flatMap(Int.init) {
      expires = age > 0 ? now + TimeInterval(age) : 0
    } else {
      let read = HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": field], for: url)
      expires = read.first?.expiresDate?.timeIntervalSince1970
    }
  }

  /// A cookie that an app sets itself.
  init(_ cookie: HTTPCookie) {
    name = cookie.name
    value = cookie.value
    isHostOnly = !cookie.domain.hasPrefix(".")
    domain = String(cookie.domain.lowercased().drop { $0 == "." })
    path = cookie.path
    isSecure = cookie.isSecure
    expires = cookie.expiresDate?.timeIntervalSince1970
  }

  /// The cookie as an app sees it; nil for one that the library's class cannot have.
  var shown: HTTPCookie? {
    var properties: [HTTPCookiePropertyKey: Any] = [
      .name: name, .value: value, .domain: isHostOnly ? domain : ".\(domain)", .path: path,
    ]
    properties[.secure] = isSecure ? "TRUE" : nil
    properties[.expires] = expires.map { Date(timeIntervalSince1970: $0) }
    return HTTPCookie(properties: properties)
  }

  /// What no two cookies of a jar have in common.
  struct Identity: Hashable, Comparable {
    let domain: String
    let path: String
    let name: String

    static func < (left: Identity, right: Identity) -> Bool {
      (left.domain, left.path, left.name) < (right.domain, right.path, right.name)
    }
  }

  var identity: Identity { Identity(domain: domain, path: path, name: name) }

  private static func pair(_ part: Substring) -> (name: String, value: String?) {
    let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    return (halves[0], halves.count > 1 ? halves[1] : nil)
  }

  /// The folder of an address (5.1.4).
  private static func defaultPath(of url: URL) -> String {
    let path = url.path(percentEncoded: true)
    guard let last = path.lastIndex(of: "/"), last > path.startIndex else { return "/" }
    return String(path[..<last])
  }

  /// Whether a host is a domain, or lies below it (5.1.3).
  private static func isHost(_ host: String, in domain: String) -> Bool {
    host == domain || host.hasSuffix(".\(domain)")
  }

  /// Whether a request takes it along (5.4).
  func belongs(to url: URL, at now: TimeInterval) -> Bool {
    guard let host = url.host?.lowercased(), expires.map({ $0 > now }) ?? true,
      !isSecure || ["https", "wss"].contains(url.scheme?.lowercased())
    else { return false }
    let place = url.path(percentEncoded: true).isEmpty ? "/" : url.path(percentEncoded: true)
    let isBelow =
      place == path
      || place.hasPrefix(path) && (path.hasSuffix("/") || place.dropFirst(path.count).first == "/")
    return isBelow && (isHostOnly ? host == domain : Self.isHost(host, in: domain))
  }
}

/// The cookies that an app has, oldest first.
struct CookieJar: Sendable {
  private(set) var cookies: [Cookie] = []

  init(_ cookies: [Cookie] = []) { self.cookies = cookies }

  /// Takes a cookie in, in place of the one of its name, domain and path; one that is over takes that out.
  mutating func add(_ cookie: Cookie, at now: TimeInterval) {
    let place = cookies.firstIndex { $0.identity == cookie.identity }
    if let expires = cookie.expires, expires <= now {
      if let place { cookies.remove(at: place) }
    } else if let place {
      cookies[place] = cookie
    } else {
      cookies.append(cookie)
    }
  }

  mutating func remove(_ identity: Cookie.Identity) {
    cookies.removeAll { $0.identity == identity }
  }

  /// The field that a request takes along; nil where there is no cookie for it.
  func field(for url: URL, at now: TimeInterval) -> String? {
    let mine = cookies.enumerated().filter { $0.element.belongs(to: url, at: now) }.sorted {
      ($1.element.path.utf8.count, $0.offset) < ($0.element.path.utf8.count, $1.offset)
    }
    return mine.isEmpty
      ? nil : mine.map { "\($0.element.name)=\($0.element.value)" }.joined(separator: "; ")
  }
}
