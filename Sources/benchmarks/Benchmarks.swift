import Glibc
import Simulator

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
    do {
      try SelfTest.run()
    } catch {
      write("benchmarks: \(error)\n", to: STDERR_FILENO)
      exit(ExitCode.software.rawValue)
    }
    for workload in arguments.workloads { measure(workload, arguments.format) }
    for comparison in arguments.comparisons { compare(comparison, arguments.format) }
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

  private static func measure(_ workload: any Workload, _ format: Arguments.Format) {
    let showsProgress = isatty(STDERR_FILENO) == 1
    let value = Repeats.best(of: workload) { round, rounds in
      if showsProgress {
        write("\r\u{1B}[K\(workload.name): run \(round) of \(rounds)", to: STDERR_FILENO)
      }
    }
    if showsProgress { write("\r\u{1B}[K", to: STDERR_FILENO) }
    let result = Result(name: workload.name, value: value, unit: workload.unit)
    write((format == .json ? result.json : result.text) + "\n", to: STDOUT_FILENO)
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
