internal import Devices
internal import Foundation
internal import Simulator

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The cookies of a process, which all its sessions share and the app finds as `HTTPCookieStorage.shared`.
///
/// On a phone those with a date survive the launch, and go with the app. Source: Apple, `HTTPCookieStorage`: persistent
/// cookies belong to the app.
final class CookieStore: Sendable {
  private let jar: WorldBound<CookieJar>
  /// What the app looks at, once it has asked for it.
  private let shared: WorldBound<SharedCookies?>
  private let process: SimulatedProcess
  private let program: AppProcess?
  private static let table = DiskTable<[UInt8]>("cookies")
  private static let key = "persistent"

  init(of process: SimulatedProcess) {
    self.process = process
    program = process.program as? AppProcess
    let row = (try? program?.storedImage())?.row(Self.key, in: Self.table)
    let kept = row.flatMap { try? JSONDecoder().decode([Cookie].self, from: Data($0)) }
    jar = WorldBound(CookieJar(kept ?? []), in: process.world)
    shared = WorldBound(nil, in: process.world)
  }

  /// The cookies of a request; nil for none.
  func field(for url: URL, at now: TimeInterval) -> String? {
    takeOver()
    return jar.withValue { $0.field(for: url, at: now) }
  }

  /// All cookies, oldest first.
  var all: [Cookie] {
    takeOver()
    return jar.withValue { $0.cookies }
  }

  /// Has the cookies of another process in place of its own.
  func replace(by cookies: [Cookie]) { jar.withValue { $0 = CookieJar(cookies) } }

  /// Takes in what a response sets.
  func take(_ fields: [String], from url: URL, at now: TimeInterval) {
    takeOver()
    let new = fields.compactMap { Cookie($0, from: url, now: now) }
    guard !new.isEmpty, shared.withValue({ $0?.refusesCookies }) != true else { return }
    change { jar in
      for cookie in new { jar.add(cookie, at: now) }
    }
    let cookies = jar.withValue { $0.cookies }
    shared.withValue { $0?.show(cookies) }
  }

  /// The cookies as the app sees and changes them. What it does with them in this step is on the disk after the next one.
  var storage: HTTPCookieStorage {
    let view = shared.withValue { $0 } ?? SharedCookies(jar.withValue { $0.cookies })
    shared.withValue { $0 = view }
    process.mainLane.post { [weak self] in self?.takeOver() }
    return view.storage
  }

  /// Takes over what the app has set and deleted.
  private func takeOver() {
    guard let changes = shared.withValue({ $0?.changes() }) else { return }
    let now = TimeInterval(process.wallNanoseconds(at: process.world.now)) / 1e9
    change { jar in
      for identity in changes.deleted { jar.remove(identity) }
      for cookie in changes.set { jar.add(cookie, at: now) }
    }
  }

  /// Changes the cookies, and writes those with a date where these have changed.
  private func change(_ body: (inout CookieJar) -> Void) {
    let (before, after) = jar.withValue { jar in
      let before = jar.cookies.filter { $0.expires != nil }
      body(&jar)
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
