/// The arguments of the indexer.
struct IndexerOrder: Equatable {
  /// The file that is to be written.
  enum Product: Equatable {
    case catalog(library: String, package: String, folder: String)
    case tests(program: String, hasXCTests: Bool)
  }

  /// A module and its source files.
  struct Module: Equatable {
    let name: String
    var files: [String] = []
  }

  let product: Product
  /// The file that is written.
  let output: String
  /// The modules that are read, at least one.
  let modules: [Module]

  /// Reads arguments; nil where they are none of the two forms.
  init?(_ arguments: [String]) {
    guard arguments.count > 2 else { return nil }
    output = arguments[1]
    var options: [String: String] = [:]
    var modules: [Module] = []
    var rest = arguments.dropFirst(2)
    while let word = rest.popFirst() {
      switch word {
      case "--xctest": options[word] = ""
      case "--module":
        guard let name = rest.popFirst() else { return nil }
        modules.append(Module(name: name))
      case "--library", "--package", "--folder", "--program":
        guard let value = rest.popFirst() else { return nil }
        options[word] = value
      default:
        guard !modules.isEmpty, !word.hasPrefix("--") else { return nil }
        modules[modules.count - 1].files.append(word)
      }
    }
    guard !modules.isEmpty else { return nil }
    self.modules = modules
    switch arguments[0] {
    case "catalog":
      guard let library = options["--library"], let package = options["--package"],
        let folder = options["--folder"], modules.count == 1
      else { return nil }
      product = .catalog(library: library, package: package, folder: folder)
    case "tests":
      guard let program = options["--program"] else { return nil }
      product = .tests(program: program, hasXCTests: options["--xctest"] != nil)
    default:
      return nil
    }
  }
}
