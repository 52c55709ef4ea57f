import Foundation
import RehearsalTesting

/// One call of the built indexer on files that a test has written.
struct Indexing {
  let status: Int32
  /// The Swift source that was written; empty where there is none.
  let source: String
  /// What was said on standard error, with the names of the files only.
  let complaints: [String]
  /// The folder of the files, which is gone.
  let folder: String

  /// Makes the catalog of a module from files of these contents.
  static func catalog(_ files: String..., module: String = "ShopScenarios") throws -> Indexing {
    try Indexing("catalog", [(module, files)]) { folder in
      ["--library", "Rehearsal", "--package", folder, "--folder", "Sources/\(module)"]
    }
  }

  /// Makes the tests of modules, each with one file of these contents.
  static func tests(
    _ modules: KeyValuePairs<String, String>, options: [String] = []
  ) throws -> Indexing {
    try Indexing("tests", modules.map { ($0.key, [$0.value]) }) { _ in
      ["--program", "shop"] + options
    }
  }

  /// The names in a catalog, in order.
  var names: [String] {
    source.split(separator: "\n").compactMap {
      $0.firstMatch(of: /\.init\("([^"]+)", Scenarios\./).map { String($0.1) }
    }
  }

  private init(
    _ kind: String, _ modules: [(String, [String])], options: (String) -> [String]
  ) throws {
    let place = FileManager.default.temporaryDirectory
      .appendingPathComponent("indexing-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    let output = place.appendingPathComponent("Output.swift")
    var arguments = [kind, output.path] + options(place.path)
    for (module, files) in modules {
      arguments += ["--module", module]
      for (index, text) in files.enumerated() {
        let file = place.appendingPathComponent("\(module)\(index + 1).swift")
        try text.write(to: file, atomically: true, encoding: .utf8)
        arguments.append(file.path)
      }
    }
    let process = Process()
    process.executableURL = try BuiltProgram.url(of: "ScenarioIndexer")
    process.arguments = arguments
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    status = process.terminationStatus
    folder = place.path
    source = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
    complaints = String(decoding: said, as: UTF8.self).split(separator: "\n").map {
      $0.replacingOccurrences(of: place.path + "/", with: "")
    }
  }
}
