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

  /// A domain is what is set of the app's own defaults or of a suite, by its name. Source: Apple, `persistentDomain(forName:)`.
  override func persistentDomain(forName name: String) -> [String: Any]? {
    Self.domain(name)?.store.kept
  }

  override func setPersistentDomain(_ domain: [String: Any], forName name: String) {
    Self.domain(name)?.replace(by: domain)
  }

  override func removePersistentDomain(forName name: String) {
    Self.domain(name)?.replace(by: [:])
  }

  /// The defaults that a domain's name stands for: the app's own for its identifier, else those of a suite.
  private static func domain(_ name: String) -> PhoneDefaults? {
    Replaced.defaults(of: name == Bundle.main.bundleIdentifier ? nil : name)
  }

  private func replace(by values: [String: Any]) {
    store.replace(by: values)
    NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: self)
  }

  private func change(_ key: String, to value: Any?) {
    store.set(value, for: key)
    NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: self)
  }
}

/// User defaults of the machine, for code of no process.
final class MachineDefaults: UserDefaults {}
