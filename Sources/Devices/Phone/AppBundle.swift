/// What the bundle of an app says of it, as its `Info.plist` does: ordinary code finds it by `Bundle.main`.
///
/// Source: Apple, "Information Property List", "Bundle configuration".
public struct AppBundle: Hashable, Sendable {
  /// The app's name among all apps: `CFBundleIdentifier`.
  public var identifier: String
  /// The version that people see: `CFBundleShortVersionString`.
  public var version: String
  /// The number of the build: `CFBundleVersion`.
  public var build: String
  /// Further entries that are texts, by their keys.
  public var entries: [String: String]

  /// Describes a bundle; what the app does not say is ours.
  public init(
    identifier: String = "com.example.App", version: String = "1.0", build: String = "1",
    entries: [String: String] = [:]
  ) {
    self.identifier = identifier
    self.version = version
    self.build = build
    self.entries = entries
  }

  /// The bundle after an update.
  ///
  /// - Parameters:
  ///   - version: The next version; nil where it is the present one with its last number raised.
  ///   - build: The next build, in the same way.
  func updated(to version: String?, build: String?) -> AppBundle {
    var next = self
    next.version = version ?? Self.raised(self.version)
    next.build = build ?? Self.raised(self.build)
    return next
  }

  /// The bundle of an extension of the app; that it is called so is ours.
  ///
  /// Source: Apple, `CFBundleIdentifier`: the app's is a prefix of that of its extension.
  func ofExtension(_ name: String) -> AppBundle {
    var bundle = self
    bundle.identifier += ".\(name)"
    return bundle
  }

  /// "1.10" for "1.9"; a text that ends with no number gets one.
  private static func raised(_ text: String) -> String {
    var parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let last = parts.last.flatMap(Int.init), last < Int.max else { return text + ".1" }
    parts[parts.count - 1] = "\(last + 1)"
    return parts.joined(separator: ".")
  }
}
