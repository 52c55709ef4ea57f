import Foundation
import RehearsalTesting
import Testing

@testable import RehearsalCommand

@Suite("Signals to a sweep that writes a file", .serialized)
struct SignalTests {
  private static let endless = [
    "sweep", "fine", "--seeds", "100000000", "--format", "json", "--time", "10m", "--output",
  ]

  /// Starts an endless sweep, and returns once it writes. By default it does not ignore what the tests' own shell may, as under
  /// `nohup`.
  private static func start(
    _ folder: borrowing TemporaryFolder,
    through shell: String = #"exec env --default-signal=HUP "$0" "$@""#
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", shell, try BuiltProgram.url(of: Binary.misbehaving).path] + endless
      + [folder.path("results")]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    while try folder.names.isEmpty, process.isRunning {}
    return process
  }

  @Test(
    "those that ask to stop keep what was played and are told by the status",
    arguments: [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU])
  func stops(number: Int32) throws {
    let folder = try TemporaryFolder()
    let process = try Self.start(folder)
    kill(process.processIdentifier, number)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 128 + number)
    #expect(try folder.names == ["results"])
    #expect(try folder.text("results").contains(#""stopped":"interrupted""#))
  }

  @Test("a hang-up that somebody ignores for the command does not stop it")
  func nohup() throws {
    let folder = try TemporaryFolder()
    let process = try Self.start(folder, through: #"trap "" HUP; exec "$0" "$@""#)
    kill(process.processIdentifier, SIGHUP)
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    #expect(process.terminationStatus == 128 + SIGTERM)
    #expect(try folder.names == ["results"])
  }

  @Test("a file that outgrows its limit is an error of the write, and leaves nothing")
  func tooLarge() throws {
    let folder = try TemporaryFolder()
    // Some parents, Python's among them, ignore the signal for all that they start.
    let process = try Self.start(
      folder, through: #"ulimit -f 64; exec env --default-signal=XFSZ "$0" "$@""#)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 70)
    #expect(try folder.names == [])
  }

  @Test("what a killed sweep left behind goes with the next one")
  func killed() throws {
    let folder = try TemporaryFolder()
    let process = try Self.start(folder)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(try folder.names == [".results.\(process.processIdentifier).part"])
    let next = try Binary.run(
      Binary.misbehaving, "sweep", "calls", "--seeds", "3", "--output", folder.path("results"))
    #expect(next.status == 0)
    #expect(try folder.names == ["results"])
  }
}
