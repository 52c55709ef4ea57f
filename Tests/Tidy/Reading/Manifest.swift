/// The targets of the package, as its manifest declares them.
struct Manifest {
  /// One target.
  struct Target: Hashable {
    let name: String
    /// The folder, from the root of the package.
    let path: String
    /// The names of the targets that it depends on.
    let dependencies: [String]
  }

  /// In the order of the manifest; plug-ins are left out.
  let targets: [Target]

  /// The manifest of this package.
  static let ours = Manifest(SourceTree.lines(of: "Package.swift").joined(separator: "\n"))

  /// Reads a manifest that says each target as ours does: a name, dependencies by name, a path.
  init(_ text: String) {
    let declaration = /\.(?:executableTarget|testTarget|target)\(/
    targets = text.split(separator: declaration, omittingEmptySubsequences: false).dropFirst()
      .compactMap { part in
        guard let name = part.firstMatch(of: /name: "([^"]+)"/)?.1 else { return nil }
        let listed = part.firstMatch(of: /dependencies: \[([^\]]*)\]/)?.1 ?? ""
        let path = part.firstMatch(of: /path: "([^"]+)"/)?.1
        return Target(
          name: String(name), path: path.map(String.init) ?? "Sources/\(name)",
          dependencies: listed.matches(of: /"([^"]+)"/).map { String($0.1) })
      }
  }

  /// The imports of a target's files that it does not declare; on a fresh clone the module may not be built by then.
  func findings(in target: Target, files: [SourceFile]) -> [Untidiness] {
    let modules = Set(targets.map(\.name)).subtracting(target.dependencies + [target.name])
    return files.flatMap { file in
      file.tokens.indices.dropLast().compactMap { index in
        let module = file.tokens[index + 1].text
        guard file.tokens[index].text == "import", modules.contains(module) else { return nil }
        return Untidiness(
          path: file.path, line: file.tokens[index].line,
          text: "\(target.name) does not name \(module) among its dependencies in Package.swift")
      }
    }
  }
}
