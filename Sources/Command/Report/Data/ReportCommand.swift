internal import Harness
import Simulator

/// The command that a page tells to play its runs again: what was typed, without where results go and how fast they come.
///
/// Two reports of the same runs stay the same bytes, whatever their files are called.
enum ReportCommand {
  /// Options that change no run.
  private static let left: [CommandOption] = [
    .report, .reportAll, .chromeTrace, .packets, .output, .format, .jobs, .memory, .save,
    .briefStories, .longStories, .watch, .speed,
  ]

  /// The text of the command, ready for a shell.
  static func text(of subcommand: any Subcommand.Type, _ arguments: ParsedArguments) -> String {
    let names = left.map(\.name)
    var words = arguments.words
    for (name, value) in arguments.given where !names.contains(name) {
      words += [name] + (value.map { [$0] } ?? [])
    }
    let mode = BuildMode.current == .release ? "-c release " : ""
    let typed = [subcommand.name] + words.map(\.asShellWord)
    return "swift run \(mode)\(Program.name) \(typed.joined(separator: " "))".visibleLine
  }
}
