import Foundation
import Simulator
import SystemSupport

/// The program that plays runs in processes of its own, and the limits of each.
struct WorkerProgram: Sendable {
  /// The program's file.
  let path: String
  /// The real time after which a step that does not end is given up.
  var hangTimeout: Duration = .seconds(10)
  /// The real time that a run may take in all; nil where there is no limit.
  var runTimeout: Duration?
  /// The amount of memory that a process may hold, in bytes.
  var memoryLimit = Self.standardMemoryLimit

  /// The seeds with which processes hash.
  var hashSeeds = HashSeeds.compared

  /// The files of a recorded link that runs may be played on, as `--trace` takes them.
  var trace: String?

  /// The same program where a run is expected to crash: while the backtrace is made, which takes seconds on a busy
  /// machine, the step that crashed does not end.
  var whileCrashing: WorkerProgram {
    var program = self
    program.hangTimeout += .seconds(Self.backtraceSeconds)
    program.runTimeout = runTimeout.map { $0 + .seconds(Self.backtraceSeconds) }
    return program
  }

  /// The real time after which the runtime gives up a backtrace.
  private static let backtraceSeconds = 20

  /// 1.5 GiB: a group of 256 who read everything takes 0.9.
  static let standardMemoryLimit = 3 << 29

  /// The name of the process in lists of processes: this program's as it was called, where it is this program, else the
  /// path.
  var name: String { path == Self.this ? CommandLine.arguments.first ?? path : path }

  /// This program.
  ///
  /// On Linux the name leads to the running program even where its file was replaced meanwhile, by a build for example.
  static var this: String { CurrentProcess.programPath }

  /// The arguments with which it is started.
  ///
  /// - Parameter again: Whether its runs were played by another process already.
  func arguments(again: Bool) -> [String] {
    func milliseconds(_ time: Duration) -> String { "\(max(1, time.milliseconds))ms" }
    return [
      WorkerSubcommand.name, CommandOption.hangTimeout.name, milliseconds(hangTimeout),
      CommandOption.memory.name, "\(memoryLimit)",
    ] + (runTimeout.map { [CommandOption.runTimeout.name, milliseconds($0)] } ?? [])
      + (trace.map { [CommandOption.trace.name, $0] } ?? [])
      + (again ? [CommandOption.again.name] : [])
  }

  /// The variables of a process.
  ///
  /// Backtraces cost seconds: only a witness makes them. All processes hash alike, so that the order of a `Set`, of a
  /// `Dictionary` and of the keys that `JSONEncoder` writes is the same in each; but where runs are played again to be
  /// compared, they are to show what depends on such an order. The zone and the language are the same on every machine.
  func environment(isWitness: Bool, again: Bool) -> [String: String] {
    [
      "SWIFT_BACKTRACE": isWitness
        ? "enable=yes,color=no,interactive=no,threads=crashed,limit=32,top=0,registers=none,"
          + "images=none,timeout=\(Self.backtraceSeconds)s"
        : "enable=no",
      "SWIFT_DETERMINISTIC_HASHING": again && hashSeeds == .compared ? "0" : "1",
      "TZ": "UTC", "LC_ALL": "en_US.UTF-8",
      CurrentProcess.tunablesVariable: CurrentProcess.tunables(
        over: ProcessInfo.processInfo.environment[CurrentProcess.tunablesVariable]),
    ]
  }

  /// The seeds with which the processes hash that play runs.
  enum HashSeeds: String, CaseIterable {
    /// The same in all.
    case fixed
    /// The same in all, but drawn anew by each that plays runs again to compare them.
    case compared
  }
}

/// Runs cannot be played: the system lacks what that needs. The command ends with status 70.
struct WorkerFault: Error, CustomStringConvertible {
  /// The reason that the system gave.
  let reason: String
  var description: String { "no process could be started to play runs: \(reason)" }
}
