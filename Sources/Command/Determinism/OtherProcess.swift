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

  /// Waits for it to end, and says how it did.
  func end() -> String {
    process.waitUntilExit()
    return process.terminationReason == .exit
      ? "ended with status \(process.terminationStatus)"
      : "was ended by signal \(process.terminationStatus)"
  }

  /// Ends it.
  func stop() {
    try? output.close()
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
  }
}

/// Why there is no other process.
struct OtherProcessFault: Error, CustomStringConvertible {
  let reason: String
  var description: String { "a second process could not be started: \(reason)" }
}
