internal import Simulator

/// A phone's keychain, as far as one app sees it: texts by names that outlive the deletion of the app on an iPhone.
///
/// Source: Apple Developer Forums, thread 36442 (an answer of Apple's): items survive their app by implementation, not by promise.
/// Android removes an app's keys with it.
public struct AppKeychain: Sendable {
  let keychain: Keychain
  let process: AppProcess

  /// The text under a name; nil where there is none, and for a dead process.
  public func text(_ name: String) -> String? {
    process.isAlive ? keychain.items.withValue { $0[name] } : nil
  }

  /// Keeps a text under a name, in place of the one that is there; nil removes that.
  public func set(_ text: String?, as name: String) {
    guard process.isAlive else { return process.noteAttempt("write to the keychain") }
    keychain.items.withValue { $0[name] = text }
  }
}

/// What a phone's system keeps for its app beside the app's data.
final class Keychain: Sendable {
  let items: WorldBound<[String: String]>

  init(in world: World) { items = WorldBound([:], in: world) }

  func erase() { items.withValue { $0 = [:] } }
}
