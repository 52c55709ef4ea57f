import Foundation

/// One file of the sources, as text and as tokens.
struct SourceFile: CustomStringConvertible, Sendable {
  /// The folder below the sources: a layer of the house, or "scenarios".
  let layer: String
  /// The path from the root of the package.
  let path: String
  /// The lines of the text, without their ends.
  let lines: [String]
  let tokens: [Token]

  var description: String { path }

  init(layer: String, path: String, text: String) {
    self.layer = layer
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    tokens = Tokenizer.tokens(of: text)
  }

  /// The type that the file is about: what comes before a "+" in its name.
  var subject: String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.split(whereSeparator: { $0 == "+" || $0 == "." }).first.map(String.init) ?? name
  }

  /// The comment that stands right above a line, its lines joined; attributes in between don't matter.
  func comment(above line: Int) -> String {
    var found: [Substring] = []
    for text in lines.prefix(line - 1).reversed() {
      let trimmed = text.drop { $0.isWhitespace }
      if trimmed.hasPrefix("//") {
        found.append(trimmed.drop { $0 == "/" })
      } else if !trimmed.hasPrefix("@") {
        break
      }
    }
    return found.reversed().joined(separator: "\n")
  }

  /// The comment at the end of a line; empty when there is none.
  func comment(endingLine line: Int) -> String {
    guard lines.indices.contains(line - 1), let start = lines[line - 1].firstRange(of: "//") else {
      return ""
    }
    return String(lines[line - 1][start.upperBound...])
  }
}

/// The sources that must not know of the world outside, layer by layer.
enum SourceTree {
  /// The layers from the ground up; each knows only those before it.
  static let layers = [
    "SystemSupport", "Collections", "Simulator", "Harness", "Network", "Backend", "Devices",
    "AppFoundation", "AppNetworking", "Web", "Rehearsal", "Chat",
  ]

  /// Every file of the layers and of the scenarios, in the order of their paths.
  static let files: [SourceFile] =
    layers.flatMap { files(below: "Sources/\($0)", layer: $0) }
    + files(below: "scenarios", layer: "scenarios")

  /// The sources beside the layers that people use by name.
  static let commandFiles =
    files(below: "Sources/Command", layer: "Command")
    + files(below: "Sources/RehearsalTesting", layer: "RehearsalTesting")

  /// The root of the package.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The lines of a file, by its path from the root of the package; none where it cannot be read.
  static func lines(of path: String) -> [String] {
    let text = try? String(contentsOf: root.appending(path: path), encoding: .utf8)
    return (text ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The Swift files of a folder, in the order of their paths.
  static func files(below folder: String, layer: String) -> [SourceFile] {
    let base = root.appending(path: folder)
    let paths = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String }
    return (paths ?? []).filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
      (try? String(contentsOf: base.appending(path: path), encoding: .utf8)).map {
        SourceFile(layer: layer, path: "\(folder)/\(path)", text: $0)
      }
    }
  }
}
