import Foundation
public import Harness
internal import Network
internal import Simulator
import SystemSupport

/// The command over a catalog of scenarios, under the name of the program that it is part of.
///
/// An executable of three lines is all that a team needs for its own scenarios:
///
/// ```swift
/// import RehearsalCommand
/// import ListScenarios
///
/// RehearseCommand(catalog: .listScenarios).main()
/// ```
public struct RehearseCommand {
  private let program: String
  private let abstract: String
  private let catalog: ScenarioCatalog
  private let requirements: any RequirementCatalog
  private let selfTest: () throws(SelfTest.Fault) -> Void
  private let host: RunEngine.Host

  static var subcommands: [any Subcommand.Type] {
    [
      RunSubcommand.self, SweepSubcommand.self, ExploreSubcommand.self, StrikesSubcommand.self,
      SoakSubcommand.self, BudgetSubcommand.self, ReplaySubcommand.self,
      CompareSubcommand.self, StoryboardSubcommand.self,
      RegressionsSubcommand.self,
      ListSubcommand.self,
      RequirementsSubcommand.self, ProfilesSubcommand.self, MergeSubcommand.self,
      InitSubcommand.self,
    ]
  }

  /// Those that the command calls itself.
  private static var hidden: [any Subcommand.Type] {
    [WorkerSubcommand.self]
  }

  /// Makes the command.
  ///
  /// - Parameters:
  ///   - program: The name under which people run it; by default that of this process's executable.
  ///   - abstract: The purpose of the command, as the first line of its help says it.
  ///   - catalog: The scenarios.
  ///   - requirements: The requirements of the app, for the subcommand `requirements`.
  public init(
    program: String? = nil,
    abstract: String = "Rehearses an app on many simulated phones.", catalog: ScenarioCatalog,
    requirements: any RequirementCatalog = RequirementTable("")
  ) {
    self.init(
      program: program ?? Program.executable, abstract: abstract, catalog: catalog,
      requirements: requirements,
      host: .processes(WorkerProgram(path: WorkerProgram.this)))
  }

  /// Makes the command over the catalogs of several modules.
  public init(
    program: String? = nil,
    abstract: String = "Rehearses an app on many simulated phones.",
    catalogs: ScenarioCatalog..., requirements: any RequirementCatalog = RequirementTable("")
  ) {
    self.init(
      program: program, abstract: abstract, catalog: ScenarioCatalog(joining: catalogs),
      requirements: requirements)
  }

  init(
    program: String = "rehearse", abstract: String = "", catalog: ScenarioCatalog,
    requirements: any RequirementCatalog = RequirementTable(""),
    host: RunEngine.Host = .processes(WorkerProgram(path: WorkerProgram.this)),
    selfTest: @escaping () throws(SelfTest.Fault) -> Void = SelfTest.run
  ) {
    self.program = program
    self.abstract = abstract
    self.catalog = catalog
    self.requirements = requirements
    self.host = host
    self.selfTest = selfTest
  }

  /// Does what the arguments of this process ask for, and ends the process.
  public func main() -> Never {
    StandardDescriptors.fill()
    CurrentProcess.raiseDescriptorLimit()
    let status = run(Array(CommandLine.arguments.dropFirst()), on: .process())
    exit(status == .interrupted ? Interrupts.status : status.rawValue)
  }

  /// Does what `arguments` ask for.
  func run(_ arguments: [String], on console: Console) -> ExitStatus {
    Program.$name.withValue(program) {
      let status = perform(arguments, on: console)
      guard let fault = console.fault else { return status }
      // A sweep that could not write its results has said so already.
      if status != .fault { console.notes("\(Program.name): \(fault)\n") }
      return .fault
    }
  }

  private func perform(_ arguments: [String], on console: Console) -> ExitStatus {
    let named = (Self.subcommands + Self.hidden).first { $0.name == arguments.first }
    let isHelpAsked = arguments.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    if isHelpAsked {
      console.results(named?.help ?? help)
      return .passed
    }
    if let page = page(for: arguments) {
      console.results(page)
      return .passed
    }
    if let flaw = catalog.flaw {
      console.notes("\(Program.name): \(flaw)\n")
      return .fault
    }
    let subcommand = named ?? RunSubcommand.self
    do {
      if let word = arguments.dropFirst().first, arguments.first == "help",
        !catalog.scenarios.contains(where: { $0.name == "help" })
      {
        throw UsageError.noSubcommand(word, suggestion: Self.subcommand(like: word))
      }
      try selfTest()
      let parsed = try ParsedArguments(
        named == nil ? arguments : Array(arguments.dropFirst()), options: subcommand.options)
      let context = CommandContext(
        catalog: catalog, requirements: requirements.requirements, proofs: requirements.proofs,
        host: host)
      let length = try parsed.storyLength()
      return try StoryText.$length.withValue(length) {
        try subcommand.init(parsed, in: context).run(on: console)
      }
    } catch let error as UsageError {
      console.notes("\(Program.name): \(error)\n\nusage: \(subcommand.usage)\n")
      console.notes(
        "`\(Program.name) \(named == nil ? "" : subcommand.name + " ")--help` tells more\n")
      return .usage
    } catch {
      console.notes("\(Program.name): \(error)\n")
      return .fault
    }
  }

  /// The page that `help` or `--version` asks for; nil where nothing does.
  private func page(for arguments: [String]) -> String? {
    switch arguments.first {
    case "--version": return "\(Program.version)\n"
    case "help" where arguments.count == 1: return help
    case "help":
      return Self.subcommands.first { $0.name == arguments[1] }?.help
    default: return nil
    }
  }

  /// The subcommand that a mistyped word may mean.
  static func subcommand(like word: String) -> String? {
    subcommands.map { $0.name }.first { name in
      EditDistance.between(name, word) <= word.count / 3 || name.sorted() == word.sorted()
    }
  }

  /// The page of help of the command as a whole.
  private var help: String {
    let width = Self.subcommands.map { $0.name.count }.max() ?? 0
    let list = Self.subcommands.map { "  \($0.name.padded(to: width))  \($0.summary)" }
    return """
      \(abstract) Runs are played on a virtual clock, in one order that a seed decides.

      usage: \(Program.name) [run] [NAME|TAG|ID ...] [options]
             \(Program.name) help SUBCOMMAND
             \(Program.name) --version

      subcommands:
      \(list.joined(separator: "\n"))

      exit status: 0 all passed, 1 something did not, 64 bad arguments, 70 a fault of the simulator,
      128 and its number after a signal, such as 130 after Ctrl-C

      """
  }
}

/// The program that the command is part of, for help, notes and lines to type.
enum Program {
  /// The name of the executable, as `swift run` takes it.
  @TaskLocal static var name = "rehearse"

  /// The name and the version: of Rehearsal, of the compiler and of the build.
  static var version: String {
    #if compiler(>=6.4)
      let compiler = "Swift 6.4 or later"
    #else
      let compiler = "Swift 6.3"
    #endif
    return "\(name): Rehearsal \(release), \(compiler), \(BuildMode.current.rawValue) build"
  }

  /// The version of Rehearsal, as the changelog has it.
  private static let release = "0.1.0-dev"

  /// The name of this process's executable.
  static var executable: String {
    CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "rehearse"
  }
}
