internal import Foundation

/// The user defaults of an app on a phone: `UserDefaults.standard`, and those of a suite.
///
/// They survive the app, and go when it is deleted. The class of the library reads and writes every type by the methods that are
/// overridden here.
final class PhoneDefaults: UserDefaults {
  private let store: DefaultsStore

  init(_ store: DefaultsStore) {
    self.store = store
    super.init(suiteName: "phone")!
  }

  override func object(forKey key: String) -> Any? { store[key] }

  override func set(_ value: Any?, forKey key: String) { change(key, to: value) }

  override func removeObject(forKey key: String) { change(key, to: nil) }

  override func register(defaults: [String: Any]) { store.register(defaults) }

  override func dictionaryRepresentation() -> [String: Any] { store.all }

  override func synchronize() -> Bool {
    store.save()
    return store.isSaved
  }

  private func change(_ key: String, to value: Any?) {
    store.set(value, for: key)
    NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: self)
  }
}

/// User defaults of the machine, for code of no process.
final class MachineDefaults: UserDefaults {}
