internal import Harness
import Simulator

/// A failure as GitHub shows it beside the line that it is about: a workflow command, which its runner reads from the log.
///
/// Source: GitHub, "Workflow commands for GitHub Actions", setting an error message.
struct Annotation {
  /// The command as a line.
  let text: String

  /// The annotation of a run; nil where it passed.
  init?(_ run: FinishedRun) {
    guard let story = run.result.story else { return nil }
    let place = story.location ?? run.plan.scenario.location
    let path = ScenarioFile.path(of: place, of: run.plan.scenario)
    let title = "\(run.result.scenario) \(run.result.outcome.rawValue)"
    let replay = StoryText.commandLine(replaying: run.result.token)
    let told = ([story.statement] + story.brokenValues + [replay]).joined(separator: "\n")
    text =
      "::error file=\(Self.property(path)),line=\(place.line),title=\(Self.property(title))"
      + "::\(Self.escaped(told))\n"
  }

  /// A value as a command's properties take it.
  private static func property(_ text: String) -> String {
    escaped(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }

  /// A text as a command's message takes it.
  private static func escaped(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }
}

extension Console {
  /// Shows a failure beside its line, where GitHub's runner reads the log.
  func annotate(_ run: FinishedRun) {
    if annotates, let line = Annotation(run)?.text { notes(line) }
  }
}
