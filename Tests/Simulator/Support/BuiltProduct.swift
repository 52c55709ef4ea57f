import Foundation

/// Products that were built beside the bundle of these tests.
enum BuiltProduct {
  static func url(_ name: String) throws -> URL {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    while folder.path != "/" {
      let product = folder.appendingPathComponent(name)
      if FileManager.default.isExecutableFile(atPath: product.path) { return product }
      folder.deleteLastPathComponent()
    }
    throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: name])
  }
}
