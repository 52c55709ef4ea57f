import Foundation
import Harness
import RehearsalCommand
import Simulator
import Testing

/// The issue of a test run that records a run that did not pass.
struct RunIssue {
  private let run: ScenarioRun
  private let played: PlayedRun

  init(_ run: ScenarioRun, _ played: PlayedRun) {
    self.run = run
    self.played = played
  }

  /// The statement that failed, or the scenario's own line where none is known.
  var location: Testing.SourceLocation {
    let place = played.result.story?.location ?? run.scenario.location
    return Testing.SourceLocation(
      fileID: place.fileID, filePath: place.filePath, line: place.line, column: 1)
  }

  /// The names of the attachments begin with the run, in characters that every file system takes.
  private var stem: String {
    String("\(run.token)".map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "-" }.prefix(100))
  }

  /// Records the story as an issue; attaches it, with a file that keeps the run and what the run has printed.
  func record() {
    let story = played.story.trimmingCharacters(in: .whitespacesAndNewlines)
    Issue.record(Comment(rawValue: story), sourceLocation: location)
    Attachment.record(played.story, named: stem + ".txt", sourceLocation: location)
    if let regression = Regression(played.result) {
      Attachment.record(
        regression.description, named: regression.fileName, sourceLocation: location)
    }
    if !played.printed.isEmpty {
      Attachment.record(played.printed, named: stem + "-printed.txt", sourceLocation: location)
    }
  }
}
