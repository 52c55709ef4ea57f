import Foundation

/// The dependency of a starter package on Rehearsal: a folder, or a URL and a version.
struct StarterDependency: Hashable {
  /// The line of the manifest, from `.package(` on.
  let line: String
  /// The name of the package in the targets of the manifest.
  let package: String

  /// The checkout that this program was built from.
  static func checkout(of source: String = #filePath) throws(StarterError) -> StarterDependency {
    // <checkout>/Sources/Command/Starter/<this file>
    let root = (1...4).reduce(source) { path, _ in ResultPlace.folder(of: path) }
    guard hasPackage(root) else { throw .checkoutGone(root) }
    return StarterDependency(path: root)
  }

  /// Reads the value of `--dependency`: the folder of a checkout, or a URL and a version.
  init(parsing text: String) throws(StarterError) {
    let isURL = text.contains("://") || text.prefixMatch(of: /[\w.-]+@[\w.-]+:/) != nil
    guard isURL else {
      let path = URL(fileURLWithPath: text).standardizedFileURL.path
      guard Self.hasPackage(path) else { throw .noPackage(path) }
      self.init(path: path)
      return
    }
    guard let match = text.wholeMatch(of: /(.+)@(\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?)/) else {
      throw .noVersion(text)
    }
    // The identity of a package is the end of its URL, without ".git".
    let (url, version) = (String(match.1), match.2)
    var name = url.split(separator: "/").last.map(String.init) ?? url
    if name.hasSuffix(".git") { name.removeLast(4) }
    self.init(
      line: ".package(url: \(Self.literal(url)), from: \"\(version)\")", package: name)
  }

  private init(line: String, package: String) {
    self.line = line
    self.package = package
  }

  private init(path: String) {
    // A package that is given by its path is called as its folder is, unless it is given a name.
    self.init(
      line: ".package(name: \"rehearsal\", path: \(Self.literal(path)))", package: "rehearsal")
  }

  private static func hasPackage(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: folder + "/Package.swift")
  }

  /// A text as a literal of Swift.
  static func literal(_ text: String) -> String {
    let characters = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        "\\u{\(String(scalar.value, radix: 16))}"
      default: String(scalar)
      }
    }
    return "\"\(characters.joined())\""
  }
}
