/// The folders of this package's own sources.
enum OwnSources {
  /// The paths of some of them, as the program tells its lines.
  ///
  /// They are whole: a team may have a folder `Sources/Network` of its own, whose lines are the ones that it looks for.
  static func folders(_ names: [String], file: String = #filePath) -> [String] {
    // This file is `Sources/Simulator/RealWorld/OwnSources.swift`.
    let sources = file.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    return names.map { sources.joined(separator: "/") + "/\($0)/" }
  }
}
