internal import Simulator

/// When a keychain item can be used, and whether it leaves its phone.
///
/// Source: Apple, "Restricting keychain item accessibility". The class keys are those of ``FileProtection``, so that an item of
/// ``whenUnlocked`` can still be used for ten seconds after the phone was locked. Source: Apple Platform Security, "Keychain data
/// protection" and "Data Protection classes".
public enum KeychainAccessibility: String, Hashable, Sendable, CaseIterable {
  /// While the phone is unlocked; the platform's default. `kSecAttrAccessibleWhenUnlocked`.
  case whenUnlocked
  /// From the first unlocking after a restart on. `kSecAttrAccessibleAfterFirstUnlock`.
  case afterFirstUnlock
  /// Always. `kSecAttrAccessibleAlways`, which Apple has deprecated since iOS 12.
  case always
  /// As ``whenUnlocked``, on this phone alone. `kSecAttrAccessibleWhenUnlockedThisDeviceOnly`.
  case whenUnlockedThisDeviceOnly
  /// As ``afterFirstUnlock``, on this phone alone. `kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly`.
  case afterFirstUnlockThisDeviceOnly

  /// Whether an item stays behind when a backup is restored on another phone.
  var isOfThisDeviceOnly: Bool {
    self == .whenUnlockedThisDeviceOnly || self == .afterFirstUnlockThisDeviceOnly
  }

  /// The class of files whose key it shares.
  var protection: FileProtection {
    switch self {
    case .whenUnlocked, .whenUnlockedThisDeviceOnly: .complete
    case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: .completeUntilFirstUserAuthentication
    case .always: .none
    }
  }
}

/// Thrown by ``AppKeychain``; the raw value is the status that the platform returns (`OSStatus`).
///
/// Source: Apple, "Security Framework Result Codes".
public enum KeychainError: Int32, Error, Hashable, Sendable, CustomStringConvertible {
  /// The process that asks has ended. `errSecNotAvailable`.
  case notAvailable = -25291
  /// There is such an item already. `errSecDuplicateItem`.
  case duplicateItem = -25299
  /// There is no such item. `errSecItemNotFound`.
  case itemNotFound = -25300
  /// The phone is locked, and the item's key is not there. `errSecInteractionNotAllowed`.
  case interactionNotAllowed = -25308

  public var description: String {
    switch self {
    case .notAvailable: "the process that asks the keychain has ended (\(rawValue))"
    case .duplicateItem: "the keychain has such an item already (\(rawValue))"
    case .itemNotFound: "the keychain has no such item (\(rawValue))"
    case .interactionNotAllowed:
      "the phone is locked, and the keychain item can't be used meanwhile (\(rawValue))"
    }
  }
}

/// The items of a phone's keychain.
struct KeychainItems {
  /// What tells an item from others. Source: Apple, `errSecDuplicateItem`, "Troubleshooting": a generic password by its service
  /// and its account.
  struct Key: Hashable, Comparable {
    let service: String
    let account: String

    static func < (first: Key, second: Key) -> Bool {
      (first.service, first.account) < (second.service, second.account)
    }
  }

  private struct Item: Digestible {
    var bytes: [UInt8]
    var accessible: KeychainAccessibility

    func digest(into hash: inout StableHash) {
      hash.mix(bytes: bytes.span)
      hash.mix(accessible.rawValue)
    }
  }

  private var items: [Key: Item] = [:]

  /// Every item, to be compared at the end of a run.
  var finalState: [FinalState] {
    items.keys.sorted().compactMap { key in
      items[key].map { FinalState("\(key.service)/\(key.account)", $0) }
    }
  }

  /// The bytes of an item.
  func bytes(_ key: Key, under lock: PhoneLock) throws(KeychainError) -> [UInt8] {
    guard let item = items[key] else { throw .itemNotFound }
    try check(item.accessible, under: lock)
    return item.bytes
  }

  /// Adds an item; its key is needed to encrypt it, before anybody sees that there is such an item already.
  mutating func add(
    _ bytes: [UInt8], _ key: Key, _ accessible: KeychainAccessibility, under lock: PhoneLock
  ) throws(KeychainError) {
    try check(accessible, under: lock)
    guard items[key] == nil else { throw .duplicateItem }
    items[key] = Item(bytes: bytes, accessible: accessible)
  }

  /// Changes an item; nil leaves its accessibility as it is. Both keys are needed.
  mutating func update(
    _ bytes: [UInt8], _ key: Key, _ accessible: KeychainAccessibility?, under lock: PhoneLock
  ) throws(KeychainError) {
    guard let item = items[key] else { throw .itemNotFound }
    let next = accessible ?? item.accessible
    try check(item.accessible, under: lock)
    try check(next, under: lock)
    items[key] = Item(bytes: bytes, accessible: next)
  }

  /// Deletes an item.
  mutating func delete(_ key: Key) throws(KeychainError) {
    guard items.removeValue(forKey: key) != nil else { throw .itemNotFound }
  }

  /// Deletes the items that don't leave their phone.
  mutating func moveToAnotherPhone() {
    // order: each item is looked at by itself.
    items = items.filter { !$0.value.accessible.isOfThisDeviceOnly }
  }

  private func check(
    _ accessible: KeychainAccessibility, under lock: PhoneLock
  ) throws(KeychainError) {
    if lock.isClosed(accessible.protection) { throw .interactionNotAllowed }
  }
}
