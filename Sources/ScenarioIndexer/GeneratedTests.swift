/// The source of the tests of one or several modules with scenarios: a test function for each declaration.
struct GeneratedTests {
  /// A module with scenarios.
  struct Module {
    let name: String
    /// The declarations with the files in which they stand, as absolute paths.
    var declarations: [(file: String, declaration: ScenarioFinder.Declaration)] = []
  }

  /// The modules; each declares scenarios.
  let modules: [Module]
  /// The name, for `swift run`, of the executable that plays the scenarios.
  let program: String
  /// Whether a test target of the package imports XCTest.
  let hasXCTests: Bool

  /// Two declarations of one name, which could not be told apart in a command.
  var duplicates: [(file: String, line: Int, reason: String)] {
    var places: [String: String] = [:]
    return scenarios.compactMap { file, declaration in
      let place = "\(file):\(declaration.line)"
      guard let other = places.updateValue(place, forKey: declaration.name) else { return nil }
      return (
        file, declaration.line,
        "the name \(declaration.name) is taken by the scenario at \(other); rename one of them"
      )
    }
  }

  private var scenarios: [(file: String, declaration: ScenarioFinder.Declaration)] {
    modules.flatMap(\.declarations).filter { !$0.declaration.isOther }
  }

  /// The Swift source.
  ///
  /// The functions are told to stand where their scenarios do: that is the place that an IDE and an issue show.
  var source: String {
    let catalogs = modules.map { ".\(GeneratedCatalog.name(of: $0.name))" }
    let names = scenarios.map(\.declaration.name.swiftLiteral)
    let functions = scenarios.map { file, declaration in
      """
      #sourceLocation(file: \(file.swiftLiteral), line: \(declaration.line))
        @Test(arguments: try runs(of: \(declaration.name.swiftLiteral))) \
      func \(declaration.reference)(_ run: ScenarioRun) async throws { try await play(run) }
      #sourceLocation()
      """
    }
    return """
      // Made by ScenarioIndex from the scenario files at each build; never edited. It has a test for each scenario; an
      // extension of Rehearsals says how many seeds they play: see RehearsalSuite.
      import RehearsalTesting
      import Testing
      \(modules.map { "import \($0.name)" }.sorted().joined(separator: "\n"))

      @Suite(
        .failsWithoutMatch(
          among: [
            \(names.joined(separator: ",\n      ")),
          ], hasXCTests: \(hasXCTests)))
      struct Rehearsals: RehearsalSuite {
        static let catalogs: [Catalog] = [\(catalogs.joined(separator: ", "))]
        static let program = \(program.swiftLiteral)

        @Test("every kept run can be played")
        func keptRuns() { checkKeptRuns() }

      \(functions.joined(separator: "\n\n"))
      }

      """
  }
}
