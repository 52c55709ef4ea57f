import Foundation
public import Simulator
import SystemSupport

/// The command `rehearse` over a catalog of scenarios.
///
/// An executable of a few lines is all that a team needs for its own scenarios.
public struct RehearseCommand {
  private let catalog: ScenarioCatalog
  private let selfTest: () throws(SelfTest.Fault) -> Void
  private let host: RunEngine.Host

  static var subcommands: [any Subcommand.Type] {
    [
      RunSubcommand.self, SweepSubcommand.self, BudgetSubcommand.self, ReplaySubcommand.self,
      RegressionsSubcommand.self,
      ListSubcommand.self,
      RequirementsSubcommand.self, ProfilesSubcommand.self, MergeSubcommand.self,
    ]
  }

  /// Those that the command calls itself.
  private static var hidden: [any Subcommand.Type] {
    [WorkerSubcommand.self]
  }

  /// Makes the command.
  public init(catalog: ScenarioCatalog) {
    self.init(catalog: catalog, host: .processes(WorkerProgram(path: WorkerProgram.this)))
  }

  init(
    catalog: ScenarioCatalog,
    host: RunEngine.Host = .processes(WorkerProgram(path: WorkerProgram.this)),
    selfTest: @escaping () throws(SelfTest.Fault) -> Void = SelfTest.run
  ) {
    self.catalog = catalog
    self.host = host
    self.selfTest = selfTest
  }

  /// Does what the arguments of this process ask for, and ends the process.
  public func main() -> Never {
    StandardDescriptors.fill()
    let status = run(Array(CommandLine.arguments.dropFirst()), on: .process())
    exit(status.rawValue)
  }

  /// Does what `arguments` ask for.
  func run(_ arguments: [String], on console: Console) -> ExitStatus {
    let status = perform(arguments, on: console)
    guard let fault = console.fault else { return status }
    // A sweep that could not write its results has said so already.
    if status != .fault { console.notes("rehearse: \(fault)\n") }
    return .fault
  }

  private func perform(_ arguments: [String], on console: Console) -> ExitStatus {
    let named = (Self.subcommands + Self.hidden).first { $0.name == arguments.first }
    let isHelpAsked = arguments.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    if isHelpAsked {
      console.results(named?.help ?? Self.help)
      return .passed
    }
    let subcommand = named ?? RunSubcommand.self
    do {
      try selfTest()
      let parsed = try ParsedArguments(
        named == nil ? arguments : Array(arguments.dropFirst()), options: subcommand.options)
      return try subcommand.init(
        parsed, in: CommandContext(catalog: catalog, host: host)
      ).run(on: console)
    } catch let error as UsageError {
      console.notes("rehearse: \(error)\n\nusage: \(subcommand.usage)\n")
      console.notes("`rehearse \(named == nil ? "" : subcommand.name + " ")--help` tells more\n")
      return .usage
    } catch {
      console.notes("rehearse: \(error)\n")
      return .fault
    }
  }

  /// The subcommand that a mistyped word may mean.
  static func subcommand(like word: String) -> String? {
    subcommands.map { $0.name }.first { EditDistance.between($0, word) <= word.count / 3 }
  }

  /// The page of help of the command as a whole.
  static var help: String {
    let width = subcommands.map { $0.name.count }.max() ?? 0
    let list = subcommands.map { "  \($0.name.padded(to: width))  \($0.summary)" }
    return """
      Rehearses a chat app on many simulated phones, on a virtual clock, in one order that a seed decides.

      usage: rehearse [run] [NAME|TAG|ID ...] [options]
             rehearse SUBCOMMAND --help

      subcommands:
      \(list.joined(separator: "\n"))

      exit status: 0 all passed, 1 something did not, 64 bad arguments, 70 a fault of the simulator,
      130 interrupted

      """
  }
}
