internal import Devices
internal import Foundation
internal import Simulator
internal import SystemSupport

// `Bundle.main` of an app on a phone: the program's with its resources, and of the app's `Info.plist` what the installed version has.
// The library's class can be given no subclass outside of it; so its methods are led here, with the object for their context
// (`PhoneCentre`). Other bundles are the machine's.

extension Replaced {
  static var bundles: [Interposed.Replacement] {
    let main = Bundle.main
    guard let identifier = unsafe code(of: Text(ask: main.identifierHere), boundTo: main),
      let entries = unsafe code(of: Entries(ask: main.entriesHere), boundTo: main),
      let localized = unsafe code(of: Entries(ask: main.localizedEntriesHere), boundTo: main),
      let entry = unsafe code(of: Entry(ask: main.entryHere), boundTo: main)
    else { return unsafe [] }
    return unsafe [
      Interposed.replacement(
        "$s10Foundation6BundleC16bundleIdentifierSSSgvg", identifier, &realIdentifier,
        methodOf: Bundle.self),
      Interposed.replacement(
        "$s10Foundation6BundleC14infoDictionarySDySSypGSgvg", entries, &realEntries,
        methodOf: Bundle.self),
      Interposed.replacement(
        "$s10Foundation6BundleC23localizedInfoDictionarySDySSypGSgvg", localized, &realLocalized,
        methodOf: Bundle.self),
      Interposed.replacement(
        "$s10Foundation6BundleC6object20forInfoDictionaryKeyypSgSS_tF", entry, &realEntry,
        methodOf: Bundle.self),
    ]
  }

  fileprivate struct Text { let ask: () -> String? }
  fileprivate struct Entries { let ask: () -> [String: Any]? }
  fileprivate struct Entry { let ask: (String) -> Any? }
}

extension Bundle {
  /// What the app's bundle says of it; nil for another bundle than the main one, and for code of no app.
  private var ofApp: AppBundle? {
    guard let program = SimulatedProcess.asking?.program as? AppProcess, self === Bundle.main
    else { return nil }
    return program.bundle
  }

  /// The app's `Info.plist`. Source: Apple, `Bundle.infoDictionary`, "Bundle configuration"; the app's name is ours.
  private static func entries(of bundle: AppBundle) -> [String: Any] {
    let own = [
      "CFBundleIdentifier": bundle.identifier, "CFBundleShortVersionString": bundle.version,
      "CFBundleVersion": bundle.build, "CFBundleName": "App", "CFBundleExecutable": "App",
      "CFBundlePackageType": "APPL", "CFBundleInfoDictionaryVersion": "6.0",
    ]
    return bundle.entries.merging(own) { given, own in given }
  }

  fileprivate func identifierHere() -> String? {
    ofApp?.identifier
      ?? (unsafe Replaced.method(&realIdentifier, of: self, as: Replaced.Text.self)).ask()
  }

  fileprivate func entriesHere() -> [String: Any]? {
    ofApp.map(Self.entries)
      ?? (unsafe Replaced.method(&realEntries, of: self, as: Replaced.Entries.self)).ask()
  }

  /// An app's has no entries for languages; ours.
  fileprivate func localizedEntriesHere() -> [String: Any]? {
    guard ofApp == nil else { return nil }
    return unsafe Replaced.method(&realLocalized, of: self, as: Replaced.Entries.self).ask()
  }

  fileprivate func entryHere(_ key: String) -> Any? {
    guard let bundle = ofApp else {
      return unsafe Replaced.method(&realEntry, of: self, as: Replaced.Entry.self).ask(key)
    }
    return Self.entries(of: bundle)[key]
  }
}

// The addresses of the library's own functions.

@exclusivity(unchecked) nonisolated(unsafe) private var realIdentifier: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realEntries: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realLocalized: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realEntry: UInt = 0
