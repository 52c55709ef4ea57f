/// When an app can use its files on a phone that has a passcode.
///
/// Source: Apple, "Encrypting Your App's Files"; Apple Platform Security, "Data Protection classes". Here all files of an app have
/// the same class; one that spares files that are open is not modelled.
public enum FileProtection: String, Hashable, Sendable, CaseIterable {
  /// Always.
  case none
  /// From the first unlocking after the phone was started on; the default of the platform.
  case completeUntilFirstUserAuthentication = "until first unlock"
  /// While the phone is unlocked, and shortly after it was locked.
  case complete
}

/// Whether a phone is locked, and whether anybody has unlocked it since it was started.
struct PhoneLock: Hashable, Sendable {
  /// The time after which a locked phone throws the key of ``FileProtection/complete`` away.
  ///
  /// Source: Apple Platform Security, "Data Protection classes": shortly after, 10 seconds where a password is required at once.
  static let keyLife = Duration.seconds(10)

  private(set) var isLocked = false
  private(set) var wasUnlocked = true
  /// Whether the key of ``FileProtection/complete`` is gone.
  private(set) var isKeyGone = false

  mutating func lock() { isLocked = true }

  /// The key's time after the locking is over.
  mutating func loseKey() { if isLocked { isKeyGone = true } }

  mutating func unlock() { self = PhoneLock() }

  /// The phone was started anew.
  mutating func restart() {
    isLocked = true
    wasUnlocked = false
    isKeyGone = true
  }

  /// Whether files of a class cannot be used.
  func isClosed(_ protection: FileProtection) -> Bool {
    switch protection {
    case .none: false
    case .completeUntilFirstUserAuthentication: !wasUnlocked
    case .complete: isKeyGone
    }
  }
}
