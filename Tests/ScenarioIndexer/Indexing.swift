import Foundation
import RehearsalTesting

/// A call of the built indexer on files that a test has written, and one more on the same files.
struct Indexing {
  let status: Int32
  /// The Swift source that was written; empty where there is none.
  let source: String
  /// What was said on standard error, with the names of the files only.
  let complaints: [String]
  /// The folder of the files, which is gone.
  let folder: String
  /// Whether the second call left the file of the first where it was.
  let leavesTheSame: Bool

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
    let said: String
    (status, said) = try Self.run(arguments)
    folder = place.path
    source = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
    complaints = said.split(separator: "\n").map {
      $0.replacingOccurrences(of: place.path + "/", with: "")
    }
    let number = Self.fileNumber(of: output)
    _ = try Self.run(arguments)
    leavesTheSame = number != nil && Self.fileNumber(of: output) == number
  }

  private static func run(_ arguments: [String]) throws -> (status: Int32, errors: String) {
    let process = Process()
    process.executableURL = try BuiltProgram.url(of: "ScenarioIndexer")
    process.arguments = arguments
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: said, as: UTF8.self))
  }

  private static func fileNumber(of file: URL) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    return (attributes?[.systemFileNumber] as? NSNumber)?.intValue
  }
}
