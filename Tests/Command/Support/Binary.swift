import Foundation
import RehearsalTesting

/// A built program that a test runs from outside.
struct Binary {
  /// What a program left behind.
  struct Output {
    let status: Int32
    let results: String
    let notes: String

    var lines: [String] { results.split(separator: "\n").map(String.init) }
  }

  static let rehearse = "rehearse"
  static let misbehaving = "misbehaving"

  /// Runs the program of this name that was built together with the tests.
  static func run(
    _ name: String, _ arguments: String..., environment: [String: String] = [:]
  ) throws -> Output {
    try runAll(name, arguments, environment: environment)
  }

  /// Runs the program of this name with a list of arguments.
  static func runAll(
    _ name: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Output {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = try BuiltProgram.url(of: name)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }.merging(environment) { $1 }
    process.standardOutput = try file(folder.path("results"))
    process.standardError = try file(folder.path("notes"))
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return Output(
      status: process.terminationStatus, results: try folder.text("results"),
      notes: try folder.text("notes"))
  }

  /// Starts the program of this name; what it writes is thrown away.
  static func start(_ name: String, _ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = try BuiltProgram.url(of: name)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    return process
  }

  private static func file(_ path: String) throws -> FileHandle {
    let url = URL(fileURLWithPath: path)
    try Data().write(to: url)
    return try FileHandle(forWritingTo: url)
  }
}
