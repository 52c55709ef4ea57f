/// A file of a starter package.
struct StarterFile: Hashable {
  /// The path of the file in the package.
  let path: String
  let text: String
}

/// A package to start from: an app that several phones share, its world, two scenarios, an invariant, and tests.
struct StarterPackage {
  let name: StarterName
  let dependency: StarterDependency

  /// The files, by path.
  var files: [StarterFile] {
    let app = "Sources/\(name.text)"
    return [
      StarterFile(path: ".github/workflows/rehearse.yml", text: Self.workflow),
      StarterFile(path: ".gitignore", text: Self.ignored),
      StarterFile(path: "Package.swift", text: manifest),
      StarterFile(path: "README.md", text: readme),
      StarterFile(path: "\(app)/NoteApp.swift", text: Self.app),
      StarterFile(path: "\(app)/NoteWorld.swift", text: Self.world),
      StarterFile(path: "\(app)/NotesStay.swift", text: Self.invariant),
      StarterFile(path: "Sources/\(name.scenarios)/Notes.swift", text: scenarios),
      StarterFile(path: "Sources/rehearse/main.swift", text: main),
      StarterFile(path: "Tests/\(name.tests)/\(name.tests).swift", text: tests),
      StarterFile(path: "database.rules.json", text: Self.rules),
    ]
  }

  private var manifest: String {
    """
    // swift-tools-version: 6.3
    import PackageDescription

    let package = Package(
      name: "\(name.text)",
      platforms: [.macOS(.v26)],
      dependencies: [
        \(dependency.line)
      ],
      targets: [
        .target(
          name: "\(name.text)",
          dependencies: [\(product("Rehearsal"))]),
        .target(
          name: "\(name.scenarios)",
          dependencies: ["\(name.text)", \(product("Rehearsal"))],
          plugins: [\(plugin)]),
        .executableTarget(
          name: "rehearse",
          dependencies: ["\(name.scenarios)", \(product("RehearsalCommand"))]),
        .testTarget(
          name: "\(name.tests)",
          dependencies: [
            "\(name.scenarios)", "rehearse", \(product("RehearsalTesting")),
          ],
          plugins: [\(plugin)]),
      ]
    )

    """
  }

  private func product(_ product: String) -> String {
    ".product(name: \"\(product)\", package: \(StarterDependency.literal(dependency.package)))"
  }

  private var plugin: String {
    ".plugin(name: \"ScenarioIndex\", package: \(StarterDependency.literal(dependency.package)))"
  }

  private var main: String {
    """
    import RehearsalCommand
    import \(name.scenarios)

    RehearseCommand(catalog: .\(name.catalog), requirements: .notes).main()

    """
  }

  private var tests: String {
    """
    import RehearsalTesting

    // The plugin makes a test of each scenario: `swift test --filter arrives` plays one.
    extension Rehearsals {
      /// The number of seeds with which each scenario is played.
      static var seeds: Int { 10 }
    }

    """
  }
}
