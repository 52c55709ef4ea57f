import Foundation
import Glibc
import Simulator
import SystemSupport

/// The command that measures the simulator.
@main
enum Benchmarks {
  /// The exit codes, after BSD's `sysexits.h`.
  private enum ExitCode: Int32 {
    case usage = 64
    case software = 70
  }

  static func main() {
    let arguments: Arguments
    do {
      arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
    } catch {
      write("benchmarks: \(error)\n\n\(Arguments.usage)\n", to: STDERR_FILENO)
      exit(ExitCode.usage.rawValue)
    }
    guard !arguments.wantsHelp else { return write(Arguments.usage + "\n", to: STDOUT_FILENO) }
    if !arguments.staysHere { allocateAsWorkersDo() }
    do {
      try SelfTest.run()
    } catch {
      write("benchmarks: \(error)\n", to: STDERR_FILENO)
      exit(ExitCode.software.rawValue)
    }
    for workload in arguments.workloads {
      if workload.isLarge, !arguments.staysHere {
        measureApart(workload, arguments)
      } else {
        measure(workload, arguments)
      }
    }
    for comparison in arguments.comparisons { compare(comparison, arguments.format) }
  }

  /// Starts the program anew where the C library keeps less of what is freed than in the processes in which `rehearse` plays
  /// runs: so is measured what its users get.
  private static func allocateAsWorkersDo() {
    let variable = CurrentProcess.tunablesVariable
    let own = ProcessInfo.processInfo.environment[variable]
    let wanted = CurrentProcess.tunables(over: own)
    guard own != wanted else { return }
    do {
      try CurrentProcess.restart(setting: variable, to: wanted)
    } catch {
      write("benchmarks: \(error)\n", to: STDERR_FILENO)
      exit(ExitCode.software.rawValue)
    }
  }

  /// Prints a table in Markdown, or a line of JSON a row.
  private static func compare(_ comparison: any Comparison, _ format: Arguments.Format) {
    var titles: [String] = []
    comparison.make { row in
      switch format {
      case .text:
        write("| \(row.joined(separator: " | ")) |\n", to: STDOUT_FILENO)
        if titles.isEmpty {
          write("|\(String(repeating: "---|", count: row.count))\n", to: STDOUT_FILENO)
        }
      case .json:
        if titles.isEmpty { break }
        // No title or cell holds a character that would need escaping.
        let members = zip(titles, row).map { #""\#($0)":"\#($1)""# }.joined(separator: ",")
        write(
          #"{"version":1,"kind":"comparison","name":"\#(comparison.name)","row":{\#(members)}}"#
            + "\n", to: STDOUT_FILENO)
      }
      if titles.isEmpty { titles = row }
    }
  }

  private static func measure(_ workload: any Workload, _ arguments: Arguments) {
    let showsProgress = isatty(STDERR_FILENO) == 1
    let values = Repeats.best(of: workload, repeats: arguments.repeats) { round, rounds in
      if showsProgress {
        write("\r\u{1B}[K\(workload.name): run \(round) of \(rounds)", to: STDERR_FILENO)
      }
    }
    if showsProgress { write("\r\u{1B}[K", to: STDERR_FILENO) }
    for (figure, value) in zip(workload.figures, values) {
      let result = Result(figure: figure, value: value)
      write((arguments.format == .json ? result.json : result.text) + "\n", to: STDOUT_FILENO)
    }
  }

  /// Has this program once more measure a workload, in a process that writes its figures itself.
  private static func measureApart(_ workload: any Workload, _ arguments: Arguments) {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    let repeats = arguments.repeats.map { ["--repeats", String($0)] } ?? []
    process.arguments = [workload.name, "--format", arguments.format.rawValue, "--here"] + repeats
    do {
      try process.run()
    } catch {
      write("benchmarks: no process for \(workload.name): \(error)\n", to: STDERR_FILENO)
      exit(ExitCode.software.rawValue)
    }
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      let end = process.terminationReason == .exit ? "status" : "signal"
      write(
        "benchmarks: the process of \(workload.name) ended with \(end) "
          + "\(process.terminationStatus)\n", to: STDERR_FILENO)
      exit(ExitCode.software.rawValue)
    }
  }

  /// Writes a text at once, so that a result is seen as soon as it is there.
  private static func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return }
      rest.removeFirst(count)
    }
  }
}
