import Foundation
import PackagePlugin

/// Lists the scenarios that the files of a target declare, before each build of that target.
@main
struct ScenarioIndex: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    guard let module = target.sourceModule else { return [] }
    let sources = module.sourceFiles(withSuffix: "swift").map(\.url).sorted { $0.path < $1.path }
    let output = context.pluginWorkDirectoryURL.appending(path: "ScenarioCatalog+All.swift")
    return [
      .buildCommand(
        displayName: "Indexing scenarios",
        executable: try context.tool(named: "ScenarioIndexer").url,
        arguments: [output.path] + sources.map(\.path),
        inputFiles: sources,
        outputFiles: [output])
    ]
  }
}
