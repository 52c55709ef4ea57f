public import Simulator

/// What becomes of messages to a token that its phone has another one for.
///
/// A token changes when the app is deleted and installed anew, when the phone is restored from a backup, and by some updates of the
/// system. Apple's service goes on accepting messages to the old one, and answers 410 by a schedule that it keeps to itself on
/// purpose; so how long that takes is up to a scenario. Source: Apple Developer Forums, threads 670868, 794478 and 818187
/// (answers by Apple's engineers); Firebase, "Best practices for FCM registration token management", for the refusal.
public enum FormerToken: Hashable, Sendable {
  /// The service refuses them as soon as it hears of the change, as when an app gives its token up (`Messaging.deleteToken`).
  case refused
  /// The service accepts them, and nobody gets them; they are refused this long after the first that was sent.
  ///
  /// Apple's service learns that a token is out of use by a message that the phone does not take (thread 670868).
  case reachesNobody(for: Duration)
  /// They reach the phone, which shows them beside those to its new token, until this long after the change.
  ///
  /// So seen by developers, with more than a week (thread 818187). That the time begins with the change is ours.
  case reachesPhone(for: Duration)
}

extension FormerToken: Digestible {
  public func digest(into hash: inout StableHash) {
    switch self {
    case .refused: hash.mix(UInt64(0))
    case .reachesNobody(let duration):
      hash.mix(UInt64(1))
      duration.digest(into: &hash)
    case .reachesPhone(let duration):
      hash.mix(UInt64(2))
      duration.digest(into: &hash)
    }
  }
}
