import Foundation
internal import Harness
import Simulator

/// `rehearse init`: writes a package to start from.
struct InitSubcommand: Subcommand {
  static let name = "init"
  static let summary = "Writes a starter package: an app, a world, scenarios and tests."
  static let operands = "[DIR]"
  static let explanation = """
    DIR is the folder of the package, by default the working directory; its name is that of the app's module.
    Files that are there already are never changed: where one would be, nothing is written.
    """
  static let options: [CommandOption] = [.dependency]

  private let package: StarterPackage
  private let folder: StarterFolder
  /// The folder as it was typed.
  private let typed: String

  init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
    if arguments.words.count > 1 { throw .unexpectedArgument(arguments.words[1]) }
    typed = arguments.words.first ?? "."
    do throws(StarterError) {
      folder = StarterFolder(typed)
      let dependency =
        if let text = arguments.text(.dependency) {
          try StarterDependency(parsing: text)
        } else {
          try StarterDependency.checkout()
        }
      package = StarterPackage(name: try StarterName(folder.name), dependency: dependency)
      try folder.requireRoom(for: package.files.map(\.path))
    } catch {
      throw .starter(error)
    }
  }

  func run(on console: Console) throws -> ExitStatus {
    try folder.write(package.files)
    let list = package.files.map { "  \($0.path)\n" }.joined()
    let place = typed == "." ? "" : "cd \(typed) && "
    console.results(
      """
      \(package.name.text) is written:
      \(list)
      Now: \(place)swift run -c release rehearse && swift test

      """)
    return .passed
  }
}
