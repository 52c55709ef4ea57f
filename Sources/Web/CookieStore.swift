internal import Devices
internal import Foundation
internal import Simulator

/// The cookies of a process, which all its sessions share (`HTTPCookieStorage.shared`).
///
/// On a phone those with a date survive the launch, and go with the app. Source: Apple, `HTTPCookieStorage`: persistent
/// cookies belong to the app.
final class CookieStore: Sendable {
  private let jar: WorldBound<CookieJar>
  private let program: AppProcess?
  private static let table = DiskTable<[UInt8]>("cookies")
  private static let key = "persistent"

  init(of process: SimulatedProcess) {
    program = process.program as? AppProcess
    let row = (try? program?.storedImage())?.row(Self.key, in: Self.table)
    let kept = row.flatMap { try? JSONDecoder().decode([Cookie].self, from: Data($0)) }
    jar = WorldBound(CookieJar(kept ?? []), in: process.world)
  }

  /// The cookies of a request; nil for none.
  func field(for url: URL, at now: TimeInterval) -> String? {
    jar.withValue { $0.field(for: url, at: now) }
  }

  /// All cookies, oldest first.
  var all: [Cookie] { jar.withValue { $0.cookies } }

  /// Has the cookies of another process in place of its own.
  func replace(by cookies: [Cookie]) { jar.withValue { $0 = CookieJar(cookies) } }

  /// Takes in what a response sets.
  func take(_ fields: [String], from url: URL, at now: TimeInterval) {
    let new = fields.compactMap { Cookie($0, from: url, now: now) }
    guard !new.isEmpty else { return }
    let (before, after) = jar.withValue { jar in
      let before = jar.cookies.filter { $0.expires != nil }
      for cookie in new { jar.add(cookie, at: now) }
      return (before, jar.cookies.filter { $0.expires != nil })
    }
    guard before != after, let program else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let bytes = try? encoder.encode(after) else { return }
    var transaction = DiskTransaction()
    transaction.put([UInt8](bytes), at: Self.key, in: Self.table)
    // What the disk does not take is forgotten with the launch, as by a cache.
    try? program.commit(transaction)
  }
}
