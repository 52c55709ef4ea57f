import Foundation

/// Reads the files that an order names and makes the source that it asks for.
struct IndexerRun {
  /// The mistakes in the files, in the format of a compiler's messages.
  private(set) var complaints: [String] = []
  private let order: IndexerOrder

  init(_ order: IndexerOrder) {
    self.order = order
  }

  /// The source; not to be used where there are complaints.
  mutating func source() -> String {
    switch order.product {
    case .catalog(let library, let package, let folder):
      let module = order.modules[0]
      return GeneratedCatalog(
        module: module.name, library: library, package: package, folder: folder,
        declarations: module.files.flatMap { declarations(in: $0) }
      ).source
    case .tests(let program, let hasXCTests):
      return tests(program: program, hasXCTests: hasXCTests)
    }
  }

  /// The declarations of a file.
  private mutating func declarations(in path: String) -> [ScenarioFinder.Declaration] {
    do {
      let finder = ScenarioFinder(source: try String(contentsOfFile: path, encoding: .utf8))
      for stray in finder.strays { complain(stray.reason, at: path, line: stray.line) }
      return finder.declarations
    } catch {
      complain("the file cannot be read as UTF-8 text: \(error)", at: path, line: 1)
      return []
    }
  }

  private mutating func tests(program: String, hasXCTests: Bool) -> String {
    // What is wrong with a scenario file fails the build of its own module, once.
    let modules = order.modules.map { module in
      GeneratedTests.Module(
        name: module.name,
        declarations: module.files.flatMap { file in
          let source = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
          return ScenarioFinder(source: source).declarations.filter { !$0.isOther }
            .map { (file, $0) }
        })
    }
    let tests = GeneratedTests(
      modules: modules.filter { !$0.declarations.isEmpty }, program: program,
      hasXCTests: hasXCTests)
    for duplicate in tests.duplicates {
      complain(duplicate.reason, at: duplicate.file, line: duplicate.line)
    }
    if tests.modules.isEmpty {
      complaints.append(
        """
        error: no module that the test target depends on declares a scenario; write `extension Scenarios { static \
        let name = Scenario(…) { … } }` in one of \(order.modules.map(\.name).joined(separator: ", "))
        """)
    }
    return tests.source
  }

  private mutating func complain(_ reason: String, at path: String, line: Int) {
    complaints.append("\(path):\(line):1: error: \(reason)")
  }
}
