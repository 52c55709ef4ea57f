/// The source of the catalog of a module with scenarios.
struct GeneratedCatalog {
  /// The module.
  let module: String
  /// The module that declares `ScenarioCatalog`, or one that exports it.
  let library: String
  /// The folder of the package, as an absolute path.
  let package: String
  /// The folder of the module below it.
  let folder: String
  /// The declarations, by file and line.
  let declarations: [ScenarioFinder.Declaration]

  /// The Swift source.
  var source: String {
    let lines = declarations.map {
      "      .init(\"\($0.name)\", Scenarios.\($0.reference)),"
    }
    return """
      // Made by ScenarioIndex from the scenario files at each build; never edited.
      public import \(library)

      extension ScenarioCatalog {
        /// Every scenario that the module \(module) declares, by file and line.
        public static let \(Self.name(of: module)) = ScenarioCatalog(
          [
      \(lines.joined(separator: "\n"))
          ],
          home: ScenarioHome(package: \(package.swiftLiteral), folder: \(folder.swiftLiteral)))
      }

      """
  }

  /// The name of a module's catalog: `shopScenarios` for `ShopScenarios`.
  static func name(of module: String) -> String {
    let capitals = module.prefix { $0.isUppercase }
    // URLScenarios becomes urlScenarios.
    let isAcronym = capitals.count > 1 && capitals.count < module.count
    let count = isAcronym ? capitals.count - 1 : capitals.count
    return module.prefix(count).lowercased() + module.dropFirst(count)
  }
}

extension String {
  /// The text as a literal of Swift.
  var swiftLiteral: String {
    let escaped = flatMap { character -> String in
      switch character {
      case "\"": "\\\""
      case "\\": "\\\\"
      default: character.isNewline ? " " : String(character)
      }
    }
    return "\"" + String(escaped) + "\""
  }
}
