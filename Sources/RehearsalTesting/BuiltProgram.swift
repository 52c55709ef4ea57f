package import Foundation
import RehearsalCommand
import Synchronization

/// An executable of the package that was built together with the tests.
package enum BuiltProgram {
  /// The folders where the build has put this test bundle, the nearest first.
  ///
  /// On Linux the tests are a program in the folder of the executables. On macOS they are a bundle that a helper of the
  /// toolchain loads: SwiftPM tells it the path, Xcode sets variables.
  private static var folders: [URL] {
    var starts: [URL] = []
    let arguments = CommandLine.arguments
    if let place = arguments.firstIndex(of: "--test-bundle-path"), place + 1 < arguments.count {
      starts.append(URL(fileURLWithPath: arguments[place + 1]))
    }
    let environment = ProcessInfo.processInfo.environment
    for variable in ["XCTestBundlePath", "TEST_BUNDLE_PATH"] {
      if let path = environment[variable] { starts.append(URL(fileURLWithPath: path)) }
    }
    if let path = Bundle.main.executableURL { starts.append(path) }
    return starts.map { $0.deletingLastPathComponent() }
  }

  /// The program's file, beside the tests or in one of the four folders above.
  ///
  /// - Throws: ``RehearsalError`` where it is not built.
  package static func url(of name: String) throws -> URL {
    for start in folders {
      var folder = start
      for _ in 0..<5 {
        let candidate = folder.appendingPathComponent(name)
        if isProgram(candidate) { return candidate }
        folder = folder.deletingLastPathComponent()
      }
    }
    throw RehearsalError.program(name, folder: folders.first?.path ?? "")
  }

  /// The program's path; see ``url(of:)``.
  static func path(of name: String) throws -> String { try url(of: name).path }

  /// A folder may be called as the program is.
  private static func isProgram(_ file: URL) -> Bool {
    let path = file.resolvingSymlinksInPath().path
    let type = (try? FileManager.default.attributesOfItem(atPath: path))?[.type]
    return type as? FileAttributeType == .typeRegular
      && FileManager.default.isExecutableFile(atPath: path)
  }
}

/// The processes in which the tests play, kept from one run to the next.
enum RunPlayers {
  /// Those that play nothing at the moment, by program.
  private static let idle = Mutex<[String: [ScenarioPlayer]]>([:])

  /// Plays a run on the calling thread, in a process that no other test uses meanwhile.
  ///
  /// Tests run on as many threads as there are cores, so there are as many processes.
  ///
  /// - Parameter isCompared: Whether it is played in a second process too, where its world hosts ordinary code.
  static func play(
    _ run: ScenarioRun, by program: String, isCompared: Bool = false
  ) throws -> PlayedRun {
    let player =
      try idle.withLock { $0[program]?.popLast() }
      ?? ScenarioPlayer(path: BuiltProgram.path(of: program), name: program)
    defer { idle.withLock { $0[program, default: []].append(player) } }
    return try player.play(
      run.scenario, run.configuration, regression: run.file, comparesOrdinaryCode: isCompared)
  }
}
