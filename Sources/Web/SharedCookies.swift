internal import Foundation
internal import Simulator

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The cookies of a process as its app sees them: an object of the library's, which is kept equal with the jar.
///
/// The library's class can be given no subclass outside of it. So what an app sets or deletes there is found when the jar is used the
/// next time.
struct SharedCookies: Sendable {
  /// What an app has done since the last look.
  struct Changes {
    let deleted: [Cookie.Identity]
    let set: [Cookie]
  }

  let storage: HTTPCookieStorage
  /// The cookies that lie in the storage, as far as the jar knows.
  private var known: [Cookie.Identity: Cookie] = [:]

  init(_ cookies: [Cookie]) {
    // That of an ephemeral configuration is no file of the machine.
    let storage = World.allowingRealWorld { URLSessionConfiguration.ephemeral.httpCookieStorage }
    guard let storage else { preconditionFailure("an ephemeral configuration has no cookies") }
    self.storage = storage
    show(cookies)
  }

  /// Whether the app wants none. Source: Apple, `HTTPCookie.AcceptPolicy`.
  var refusesCookies: Bool { storage.cookieAcceptPolicy == .never }

  /// What the app has set and deleted since the last call; nil for nothing.
  mutating func changes() -> Changes? {
    let present = look()
    guard present != known else { return nil }
    defer { known = present }
    // order: sorted, in both.
    let deleted = known.keys.filter { present[$0] == nil }.sorted()
    let set = present.filter { known[$0.key] != $0.value }.sorted { $0.key < $1.key }
    return Changes(deleted: deleted, set: set.map(\.value))
  }

  /// Has the storage show the cookies of the jar.
  mutating func show(_ cookies: [Cookie]) {
    for cookie in storage.cookies ?? [] { storage.deleteCookie(cookie) }
    let policy = storage.cookieAcceptPolicy
    storage.cookieAcceptPolicy = .always
    // Those that are over by the phone's clock are left out there.
    for cookie in cookies { cookie.shown.map(storage.setCookie) }
    storage.cookieAcceptPolicy = policy
    known = look()
  }

  private func look() -> [Cookie.Identity: Cookie] {
    // order: into a dictionary.
    Dictionary((storage.cookies ?? []).map { (Cookie($0).identity, Cookie($0)) }) { $1 }
  }
}
