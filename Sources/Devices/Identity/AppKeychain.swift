internal import Simulator

/// A phone's keychain, as an app and its extensions see it: passwords by service and account.
///
/// Items survive the app's process, an update and, on an iPhone, the deletion of the app; an Android phone forgets them with it.
/// What is written is kept at once, also where the app's disk is full. Every call looks at the phone's lock as the item's
/// ``KeychainAccessibility`` says.
///
/// Sources: Apple, `SecItemAdd`, `SecItemCopyMatching`, `SecItemUpdate`, `SecItemDelete`; Apple Developer Forums, thread 36442
/// (an answer of Apple's): items survive their app by implementation, not by promise; thread 114159 for adding under the lock.
/// Ours: the app and its extensions have one access group, all items are generic passwords, and deleting one needs no key.
public struct AppKeychain: Sendable {
  let keychain: Keychain
  let process: AppProcess

  /// The bytes of an item.
  ///
  /// - Throws: ``KeychainError/itemNotFound``, ``KeychainError/interactionNotAllowed`` under the lock, and
  ///   ``KeychainError/notAvailable`` for a process that has ended.
  public func bytes(service: String, account: String) throws(KeychainError) -> [UInt8] {
    try requireAlive("read the keychain")
    return try keychain.bytes(KeychainItems.Key(service: service, account: account))
  }

  /// Adds an item.
  ///
  /// - Throws: ``KeychainError/duplicateItem``, ``KeychainError/interactionNotAllowed`` under the lock, and
  ///   ``KeychainError/notAvailable`` for a process that has ended.
  public func add(
    _ bytes: some Sequence<UInt8>, service: String, account: String,
    accessible: KeychainAccessibility = .whenUnlocked
  ) throws(KeychainError) {
    let (bytes, key) = (Array(bytes), KeychainItems.Key(service: service, account: account))
    try change(key) { items, lock throws(KeychainError) in
      try items.add(bytes, key, accessible, under: lock)
    }
  }

  /// Changes the bytes of an item, and its accessibility unless that is nil.
  ///
  /// - Throws: ``KeychainError/itemNotFound``, ``KeychainError/interactionNotAllowed`` under the lock, and
  ///   ``KeychainError/notAvailable`` for a process that has ended.
  public func update(
    _ bytes: some Sequence<UInt8>, service: String, account: String,
    accessible: KeychainAccessibility? = nil
  ) throws(KeychainError) {
    let (bytes, key) = (Array(bytes), KeychainItems.Key(service: service, account: account))
    try change(key) { items, lock throws(KeychainError) in
      try items.update(bytes, key, accessible, under: lock)
    }
  }

  /// Deletes an item, also under the lock.
  ///
  /// - Throws: ``KeychainError/itemNotFound``, and ``KeychainError/notAvailable`` for a process that has ended.
  public func delete(service: String, account: String) throws(KeychainError) {
    let key = KeychainItems.Key(service: service, account: account)
    try change(key) { items, _ throws(KeychainError) in try items.delete(key) }
  }

  /// The text under a name: that of the item without a service whose account it is; nil where there is none, or no text.
  ///
  /// - Throws: ``KeychainError/interactionNotAllowed`` under the lock, and ``KeychainError/notAvailable`` for a process that has
  ///   ended.
  public func text(_ name: String) throws(KeychainError) -> String? {
    do throws(KeychainError) {
      let bytes = try self.bytes(service: "", account: name)
      return String(validating: bytes, as: UTF8.self)
    } catch {
      if error == .itemNotFound { return nil }
      throw error
    }
  }

  /// Keeps a text under a name, in place of the one that is there; nil removes that.
  ///
  /// - Throws: ``KeychainError/interactionNotAllowed`` under the lock, and ``KeychainError/notAvailable`` for a process that has
  ///   ended.
  public func set(
    _ text: String?, as name: String, accessible: KeychainAccessibility = .whenUnlocked
  ) throws(KeychainError) {
    do throws(KeychainError) {
      guard let text else { return try delete(service: "", account: name) }
      try update(text.utf8, service: "", account: name, accessible: accessible)
    } catch {
      guard error == .itemNotFound else { throw error }
      guard let text else { return }
      try add(text.utf8, service: "", account: name, accessible: accessible)
    }
  }

  private func change(
    _ key: KeychainItems.Key,
    _ body: (inout KeychainItems, PhoneLock) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    try requireAlive("write to the keychain")
    try keychain.change(key, body)
  }

  private func requireAlive(_ attempt: String) throws(KeychainError) {
    guard process.isAlive else {
      process.noteAttempt(attempt)
      throw .notAvailable
    }
  }
}

/// What a phone's system keeps for its app beside the app's data.
final class Keychain: Sendable {
  private let items: WorldBound<KeychainItems>
  private let lock: WorldBound<PhoneLock>
  private let world: World
  private let subject: JournalSource

  init(in world: World, of subject: JournalSource) {
    self.world = world
    self.subject = subject
    items = WorldBound(KeychainItems(), in: world)
    lock = WorldBound(PhoneLock(), in: world)
    world.addFinalState("\(subject.name)'s keychain") { [items] in
      items.withValue { $0.finalState }
    }
  }

  func bytes(_ key: KeychainItems.Key) throws(KeychainError) -> [UInt8] {
    let lock = lock.withValue { $0 }
    return try told(key) { () throws(KeychainError) in
      try items.withValue { items throws(KeychainError) in try items.bytes(key, under: lock) }
    }
  }

  func change(
    _ key: KeychainItems.Key,
    _ body: (inout KeychainItems, PhoneLock) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    let lock = lock.withValue { $0 }
    try told(key) { () throws(KeychainError) in
      try items.withValue { items throws(KeychainError) in try body(&items, lock) }
    }
  }

  /// Does something with an item; that the lock forbids it stands in the story.
  private func told<Result>(
    _ key: KeychainItems.Key, _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    do throws(KeychainError) {
      return try body()
    } catch {
      if error == .interactionNotAllowed {
        let name = [key.service, key.account].filter { !$0.isEmpty }.joined(separator: "/")
        world.journal.record(
          JournalNote(.disk, "keychain item \(name) is locked with the phone"), about: subject)
      }
      throw error
    }
  }

  /// The phone was locked or unlocked, or was started.
  func setLock(_ lock: PhoneLock) { self.lock.withValue { $0 = lock } }

  func erase() { items.withValue { $0 = KeychainItems() } }

  /// A backup is restored on another phone.
  func moveToAnotherPhone() { items.withValue { $0.moveToAnotherPhone() } }
}
