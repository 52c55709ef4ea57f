internal import Foundation

/// The user defaults of an app on a phone: `UserDefaults.standard`, and those of a suite.
///
/// They survive the app, and go when it is deleted. The class of the library reads and writes every type by the methods that are
/// overridden here.
final class PhoneDefaults: UserDefaults {
  private let store: DefaultsStore
  /// The suites that are looked into for what is not set here, in the order in which they were added.
  private var suites: [String] = []

  init(_ store: DefaultsStore) {
    self.store = store
    super.init(suiteName: "phone")!
  }

  override func object(forKey key: String) -> Any? {
    guard !suites.isEmpty, store.kept(key) == nil else { return store[key] }
    return addedStores.lazy.compactMap { $0.kept(key) }.first ?? store[key]
  }

  /// Source: Apple, `addSuite(named:)`: the suite comes behind the app's own domain in the search list. That it comes before what is
  /// registered follows from "The Preferences Search List", Preferences and Settings Programming Guide.
  override func addSuite(named suiteName: String) {
    if !suites.contains(suiteName) { suites.append(suiteName) }
  }

  override func removeSuite(named suiteName: String) { suites.removeAll { $0 == suiteName } }

  private var addedStores: [DefaultsStore] { suites.compactMap { Self.domain($0)?.store } }

  override func set(_ value: Any?, forKey key: String) { change(key, to: value) }

  override func removeObject(forKey key: String) { change(key, to: nil) }

  override func register(defaults: [String: Any]) { store.register(defaults) }

  override func dictionaryRepresentation() -> [String: Any] {
    addedStores.reversed().reduce(store.registered) { $0.merging($1.kept) { $1 } }
      .merging(store.kept) { $1 }
  }

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
