import Foundation

/// This program once more, in a process of its own.
final class OtherProcess {
  private let process = Process()
  private let output: FileHandle
  private var lines: LineReader

  /// Starts the program with other arguments; what it writes to standard error is shown.
  init(arguments: [String]) throws(OtherProcessFault) {
    guard let path = Bundle.main.executablePath else {
      throw OtherProcessFault(reason: "the system does not say where this program is")
    }
    let pipe = Pipe()
    let output = pipe.fileHandleForReading
    self.output = output
    lines = LineReader { output.availableData }
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardInput = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw OtherProcessFault(reason: error.localizedDescription)
    }
  }

  /// The next line that it writes; nil when it has ended.
  func readLine() -> String? {
    try? lines.next()
  }

  /// Says how it ended, once it has written its last line.
  ///
  /// Waits no longer than two seconds: `waitUntilExit` can miss the end of a process that was started
  /// while another one ran, and would then wait for ever.
  func end() -> String {
    for _ in 0..<200 where process.isRunning { Thread.sleep(forTimeInterval: 0.01) }
    guard !process.isRunning else { return "stopped answering" }
    return process.terminationReason == .exit
      ? "ended with status \(process.terminationStatus)"
      : "was ended by signal \(process.terminationStatus)"
  }

  /// Ends it: by a signal, or at the latest with the next line that it writes.
  func stop() {
    if process.isRunning { process.terminate() }
    try? output.close()
  }
}

/// Why there is no other process.
struct OtherProcessFault: Error, CustomStringConvertible {
  let reason: String
  var description: String { "a second process could not be started: \(reason)" }
}
