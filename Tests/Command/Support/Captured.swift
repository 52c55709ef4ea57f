import Harness
import Simulator

@testable import RehearsalCommand

/// A console that keeps what is written to it.
final class Captured {
  private(set) var results = ""
  private(set) var notes = ""
  private let isWatched: Bool
  private let annotates: Bool
  private let proofs: [RequirementProof]?

  init(isWatched: Bool = false, annotates: Bool = false, proofs: [RequirementProof]? = nil) {
    self.isWatched = isWatched
    self.annotates = annotates
    self.proofs = proofs
  }

  /// The console; it keeps this value alive.
  var console: Console {
    Console(
      hasColour: false, isWatched: isWatched, annotates: annotates,
      results: { self.results += $0 }, notes: { self.notes += $0 })
  }

  /// Runs the command over a catalog with what is typed behind its name.
  @discardableResult
  func run(_ arguments: String..., catalog: ScenarioCatalog) -> ExitStatus {
    run(arguments, catalog: catalog)
  }

  /// Runs the command with arguments that a test has as a list.
  @discardableResult
  func run(_ arguments: [String], catalog: ScenarioCatalog) -> ExitStatus {
    RehearseCommand(catalog: catalog, requirements: requirements, host: .thisProcess)
      .run(arguments, on: console)
  }

  /// Two requirements, which scenarios of the tests cover or not.
  private var requirements: RequirementTable {
    RequirementTable(
      """
      # RR Read receipts
      RR-01 S A message is read when somebody has seen it.
      RR-02 U A message that is read shows so.
      """, proofs: proofs)
  }

  /// The results as lines.
  var lines: [String] { results.split(separator: "\n").map(String.init) }
}
