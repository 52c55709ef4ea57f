package import Harness
internal import Simulator

/// The runs that failed once and are kept for the scenarios of a catalog, for tests.
package struct KeptRuns: Sendable {
  /// One kept run.
  package struct Run: Sendable {
    /// The name of its file.
    package let file: String
    /// The scenario that it plays.
    package let scenario: Scenario
    /// The configuration with which it is played.
    package let configuration: RunConfiguration
  }

  /// The reason why a file cannot be played.
  package struct Complaint: Sendable {
    /// The file, as an absolute path.
    package let path: String
    /// The mistake, and the remedy.
    package let text: String
  }

  /// Those that can be played, by file name.
  package let runs: [Run]
  /// The complaints about the other files of the folder, which cannot be played.
  package let complaints: [Complaint]

  /// Reads the catalog's folder of regressions; there are no runs where it does not exist.
  package init(of catalog: ScenarioCatalog) {
    let path = RegressionFolder.standard(of: catalog, isAbsolute: true)
    guard let path, RegressionFolder.exists(path),
      let folder = try? RegressionFolder(path, of: catalog)
    else {
      (runs, complaints) = ([], [])
      return
    }
    runs = folder.playable.map { name, kept in
      Run(
        file: name, scenario: kept.scenario, configuration: kept.regression.token.configuration)
    }
    complaints = folder.entries.compactMap { entry in
      guard case .failure(let problem) = entry.content else { return nil }
      return Complaint(
        path: path + "/" + entry.name, text: "\(entry.name) cannot be used: \(problem)")
    }
  }
}

/// The seeds that a test plays.
package struct TestSeeds: Sendable {
  /// The seeds, ascending.
  package let seeds: [UInt64]

  /// A test runner keeps every run in memory; more seeds are work for `sweep`.
  package static let limit = 100_000

  /// Reads `N` for the seeds 1 to N, or `A..<B`.
  ///
  /// - Throws: ``TestSeedsError``.
  package init(parsing text: String) throws(TestSeedsError) {
    let range: SeedRange
    do {
      range = try SeedRange(parsing: text, from: 1)
    } catch {
      throw TestSeedsError(text: text, reason: error.reason)
    }
    guard range.count <= Self.limit else {
      throw TestSeedsError(
        text: text,
        reason: "tests play at most \(Self.limit) seeds a scenario; the subcommand sweep plays more"
      )
    }
    seeds = (0..<range.count).map { range[$0] }
  }
}

/// The reason why a text names no seeds for tests.
package struct TestSeedsError: Error, Hashable, CustomStringConvertible {
  /// The text.
  package let text: String
  /// The mistake and the remedy.
  package let reason: String

  package var description: String { "\"\(text)\" names no seeds: \(reason)" }
}
