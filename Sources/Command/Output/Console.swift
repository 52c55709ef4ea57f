import Foundation

/// Where a command writes: results to one stream, notes and progress to another.
struct Console {
  /// Takes results.
  let results: (String) -> Void
  /// Takes what is for a person who is watching.
  let notes: (String) -> Void
  /// Whether results may be coloured.
  let hasColour: Bool
  /// Whether somebody is watching: only then is there progress.
  let isWatched: Bool

  /// The streams of this process.
  ///
  /// Colour needs a terminal and no `NO_COLOR` (no-color.org).
  static func process(environment: [String: String] = ProcessInfo.processInfo.environment)
    -> Console
  {
    let isDumb = environment["TERM"] == "dumb"
    let isColourRefused = !(environment["NO_COLOR"] ?? "").isEmpty
    return Console(
      results: { FileHandle.standardOutput.write(Data($0.utf8)) },
      notes: { FileHandle.standardError.write(Data($0.utf8)) },
      hasColour: isatty(STDOUT_FILENO) == 1 && !isDumb && !isColourRefused,
      isWatched: isatty(STDERR_FILENO) == 1 && !isDumb)
  }
}

/// How the command ends.
enum ExitStatus: Int32 {
  /// Everything passed.
  case passed = 0
  /// A run did not pass.
  case failed = 1
  /// What was typed is wrong; `EX_USAGE` of sysexits.h.
  case usage = 64
  /// The simulator itself is at fault; `EX_SOFTWARE` of sysexits.h.
  case fault = 70
  /// The user interrupted it: 128 and the number of SIGINT, as shells have it.
  case interrupted = 130
}
