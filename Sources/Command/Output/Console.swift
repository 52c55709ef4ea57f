import Foundation
import Simulator
import SystemSupport

/// The output of a command: results go to one stream, notes and progress to another.
final class Console {
  /// Whether results may be coloured.
  let hasColour: Bool
  /// Whether failures are told to the continuous integration system that runs the command, beside their lines.
  let annotates: Bool
  /// Whether somebody is watching: only then is there progress.
  let isWatched: Bool
  /// The fault because of which results could not be written; nil as long as they could. Nothing is written after it.
  private(set) var fault: OutputFault?
  private let resultStream: (String) throws(OutputFault) -> Void
  private let noteStream: (String) -> Void
  private var hasProgress = false

  /// A console that writes to these streams.
  init(
    hasColour: Bool, isWatched: Bool, annotates: Bool = false,
    results: @escaping (String) throws(OutputFault) -> Void,
    notes: @escaping (String) -> Void
  ) {
    self.hasColour = hasColour
    self.isWatched = isWatched
    self.annotates = annotates
    resultStream = results
    noteStream = notes
  }

  /// The streams of this process.
  ///
  /// Colour needs a terminal, or `FORCE_COLOR` or `CLICOLOR_FORCE` that is neither empty nor 0 (force-color.org), as in
  /// the log of a continuous integration system; `NO_COLOR` refuses it in any case (no-color.org). GitHub's runner says of itself
  /// `GITHUB_ACTIONS=true`.
  static func process(environment: [String: String] = ProcessInfo.processInfo.environment)
    -> Console
  {
    let isDumb = environment["TERM"] == "dumb"
    return Console(
      hasColour: hasColour(
        in: environment,
        isTerminal: StandardDescriptors.isTerminal(StandardDescriptors.output) && !isDumb),
      isWatched: StandardDescriptors.isTerminal(StandardDescriptors.error) && !isDumb,
      annotates: environment["GITHUB_ACTIONS"] == "true",
      results: { text throws(OutputFault) in
        do throws(SystemError) {
          try StandardDescriptors.write(text, to: StandardDescriptors.output)
        } catch {
          throw OutputFault(reason: error.reason)
        }
      },
      // Where nobody can be told there is nothing to be done about it.
      notes: { try? StandardDescriptors.write($0, to: StandardDescriptors.error) })
  }

  /// Whether results are coloured in an environment.
  static func hasColour(in environment: [String: String], isTerminal: Bool) -> Bool {
    if !(environment["NO_COLOR"] ?? "").isEmpty { return false }
    let forces = ["FORCE_COLOR", "CLICOLOR_FORCE"].contains { name in
      !["", "0"].contains(environment[name] ?? "")
    }
    return forces || isTerminal
  }

  /// Writes results. Where they cannot be written the command ends with status 70; see ``fault``.
  func results(_ text: String) {
    guard fault == nil else { return }
    clearProgress()
    do throws(OutputFault) {
      try resultStream(text)
    } catch {
      fault = error
    }
  }

  /// Writes what is for a person and no result.
  func notes(_ text: String) {
    clearProgress()
    noteStream(text.visible)
  }

  /// Shows a line in the place of the last one; nothing when nobody watches.
  func progress(_ line: String) {
    guard isWatched else { return }
    hasProgress = true
    noteStream(Self.eraseLine + line)
  }

  /// Takes the line away; both streams may be one terminal, where it would run into the results.
  func clearProgress() {
    guard hasProgress else { return }
    hasProgress = false
    noteStream(Self.eraseLine)
  }

  /// To the first column, and erase up to the end (ECMA-48).
  private static let eraseLine = "\r\u{1B}[K"
}

/// The exit status of the command.
enum ExitStatus: Int32 {
  /// Everything passed.
  case passed = 0
  /// A run did not pass.
  case failed = 1
  /// The arguments are wrong; `EX_USAGE` of sysexits.h.
  case usage = 64
  /// The simulator itself is at fault; `EX_SOFTWARE` of sysexits.h.
  case fault = 70
  /// The user interrupted it: 128 and the number of SIGINT, as shells have it.
  case interrupted = 130
}
