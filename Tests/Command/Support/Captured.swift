import Simulator

@testable import Command

/// A console that keeps what is written to it.
final class Captured {
  private(set) var results = ""
  private(set) var notes = ""
  private let isWatched: Bool

  init(isWatched: Bool = false) {
    self.isWatched = isWatched
  }

  /// The console; it keeps this value alive.
  var console: Console {
    Console(
      hasColour: false, isWatched: isWatched, results: { self.results += $0 },
      notes: { self.notes += $0 })
  }

  /// Runs the command over a catalog with what is typed behind its name.
  @discardableResult
  func run(_ arguments: String..., catalog: ScenarioCatalog) -> ExitStatus {
    RehearseCommand(catalog: catalog, host: .thisProcess).run(arguments, on: console)
  }

  /// The results as lines.
  var lines: [String] { results.split(separator: "\n").map(String.init) }
}
