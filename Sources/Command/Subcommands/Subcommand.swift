internal import Harness
import Simulator

/// The input that all subcommands share.
struct CommandContext {
  /// The scenarios.
  let catalog: ScenarioCatalog
  /// The requirements of the app.
  let requirements: [Requirement]
  /// The proofs of requirements that were recorded; nil where none are kept.
  let proofs: [RequirementProof]?
  /// The host on which runs are played.
  let host: RunEngine.Host
}

/// A part of the command with arguments of its own.
protocol Subcommand {
  /// The word that picks it.
  static var name: String { get }
  /// The purpose of the subcommand, in a line.
  static var summary: String { get }
  /// Its words in the usage line, such as `[NAME|TAG|ID ...]`.
  static var operands: String { get }
  /// The further text of its help.
  static var explanation: String { get }
  /// The options that it takes, besides `--help`.
  static var options: [CommandOption] { get }

  /// Understands what was typed.
  init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError)
  /// Does its work.
  ///
  /// - Throws: ``UsageError``, ``OutputFault`` or ``WorkerFault``.
  func run(on console: Console) throws -> ExitStatus
}

extension Subcommand {
  /// The usage line.
  static var usage: String {
    [Program.name, name, operands, "[options]"].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Its page of help.
  static var help: String {
    let shown = (options + [.help]).filter { !$0.isHidden }
    let width = shown.map(\.synopsis.count).max() ?? 0
    let list = shown.map { "  \($0.synopsis.padded(to: width))  \($0.summary)" }
    return """
      \(summary)

      usage: \(usage)

      \(explanation.isEmpty ? "" : explanation + "\n\n")options:
      \(list.joined(separator: "\n"))

      """
  }
}

/// The words that pick scenarios, as the help explains them.
enum SelectionHelp {
  static let operands = "[NAME|TAG|ID ...]"
  static var text: String {
    """
    A word picks scenarios by name, family, tag or requirement, by the beginning of names where it is none of these, and
    by a pattern with * and ?, such as 'offline*'; without words, all are picked but generated days.
    `\(Program.name) list` shows what there is.
    """
  }
}
