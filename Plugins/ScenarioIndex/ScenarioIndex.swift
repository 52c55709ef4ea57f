import Foundation
import PackagePlugin

/// Lists the scenarios that the files of a target declare, before each build of that target.
///
/// A target with scenarios gets a catalog. A test target gets a test function for each scenario of the targets that it
/// depends on.
@main
struct ScenarioIndex: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    guard let module = target as? SwiftSourceModuleTarget else {
      Diagnostics.error("the target \(target.name) has no Swift files; scenarios are Swift")
      return []
    }
    return module.kind == .test
      ? try tests(of: module, in: context) : [try catalog(of: module, in: context)]
  }

  private func catalog(
    of module: SwiftSourceModuleTarget, in context: PluginContext
  ) throws -> Command {
    let root = context.package.directoryURL.path
    let output = context.pluginWorkDirectoryURL.appending(path: "ScenarioCatalog+Module.swift")
    let sources = module.swiftFiles
    return .buildCommand(
      displayName: "Indexing the scenarios of \(module.name)",
      executable: try context.tool(named: "ScenarioIndexer").url,
      arguments: [
        "catalog", output.path, "--library", library(for: module), "--package", root, "--folder",
        module.directoryURL.path.below(root), "--module", module.moduleName,
      ] + sources.map(\.path),
      inputFiles: sources,
      outputFiles: [output])
  }

  /// The module that a file with scenarios imports for their type.
  private func library(for module: SwiftSourceModuleTarget) -> String {
    let known = module.recursiveTargetDependencies.map(\.name)
    return ["Rehearsal", "Harness"].first(where: known.contains) ?? "Simulator"
  }

  private func tests(
    of module: SwiftSourceModuleTarget, in context: PluginContext
  ) throws -> [Command] {
    let modules = module.neighbours.filter { $0.kind != .test && $0.extendsScenarios }
    guard !modules.isEmpty else {
      Diagnostics.error(
        """
        the test target \(module.name) applies ScenarioIndex and depends on no target with scenarios; name that target in \
        its dependencies
        """)
      return []
    }
    guard let program = program(of: module, in: context.package) else { return [] }
    let hasXCTests = context.package.targets.compactMap { $0 as? SwiftSourceModuleTarget }
      .contains { $0.kind == .test && $0.mentions("import XCTest") }
    let output = context.pluginWorkDirectoryURL.appending(path: "Rehearsals.swift")
    return [
      .buildCommand(
        displayName: "Making tests of scenarios for \(module.name)",
        executable: try context.tool(named: "ScenarioIndexer").url,
        arguments: ["tests", output.path, "--program", program]
          + (hasXCTests ? ["--xctest"] : [])
          + modules.flatMap { ["--module", $0.moduleName] + $0.swiftFiles.map(\.path) },
        inputFiles: modules.flatMap(\.swiftFiles),
        outputFiles: [output])
    ]
  }

  /// The executable that plays the scenarios: the one among the dependencies of a test target.
  private func program(of module: SwiftSourceModuleTarget, in package: Package) -> String? {
    let products = package.products(ofType: ExecutableProduct.self)
    var candidates: [(name: String, target: SwiftSourceModuleTarget)] = []
    for dependency in module.dependencies {
      switch dependency {
      case .target(let target):
        guard let target = target as? SwiftSourceModuleTarget, target.kind == .executable else {
          continue
        }
        let product = products.first { $0.mainTarget.id == target.id }
        candidates.append((product?.name ?? target.name, target))
      case .product(let product):
        guard let product = product as? ExecutableProduct,
          let target = product.mainTarget as? SwiftSourceModuleTarget
        else { continue }
        candidates.append((product.name, target))
      @unknown default: continue
      }
    }
    let commands = candidates.filter { $0.target.mentions("RehearseCommand") }
    if let program = commands.first, commands.count == 1 { return program.name }
    let names = commands.map(\.name).joined(separator: " and ")
    Diagnostics.error(
      """
      the test target \(module.name) \(commands.isEmpty ? "depends on no" : "depends on \(names), more than one") \
      executable target that calls RehearseCommand; name one in its dependencies: it plays the scenarios
      """)
    return nil
  }
}

extension SwiftSourceModuleTarget {
  /// The Swift files, by path.
  fileprivate var swiftFiles: [URL] {
    sourceFiles(withSuffix: "swift").map(\.url).sorted { $0.path < $1.path }
  }

  /// The modules of the targets and products that this one names as its dependencies.
  fileprivate var neighbours: [SwiftSourceModuleTarget] {
    dependencies.flatMap { dependency -> [any Target] in
      switch dependency {
      case .target(let target): [target]
      case .product(let product): product.targets
      @unknown default: []
      }
    }.compactMap { $0 as? SwiftSourceModuleTarget }
  }

  /// Whether a file holds a text; the indexer reads what it means.
  fileprivate func mentions(_ text: String) -> Bool {
    texts.contains { $0.contains(text) }
  }

  /// Whether a file seems to have an `extension Scenarios`, be it in a comment.
  fileprivate var extendsScenarios: Bool {
    texts.contains { $0.contains(/extension\s+(\w+\s*\.\s*)?Scenarios\b/) }
  }

  private var texts: some Sequence<String> {
    swiftFiles.lazy.compactMap { try? String(contentsOf: $0, encoding: .utf8) }
  }
}

extension String {
  /// The rest of a path below a folder; empty for the folder itself.
  fileprivate func below(_ folder: String) -> String {
    hasPrefix(folder + "/") ? String(dropFirst(folder.count + 1)) : ""
  }
}
