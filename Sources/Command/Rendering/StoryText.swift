import Foundation
internal import Harness
import Simulator

/// The story of a run that did not pass, for someone who did not write the scenario: as long as is wanted.
struct StoryText {
  /// The length of stories.
  enum Length {
    /// What matters most, in twenty lines.
    case brief
    /// What matters, in fewer than 30 lines.
    case usual
    /// All that is known.
    case long

    /// The most lines; nil for any number.
    var lines: Int? {
      switch self {
      case .brief: 20
      case .usual: 28
      case .long: nil
      }
    }
  }

  /// The length of the stories that the command tells.
  @TaskLocal static var length = Length.usual

  let run: FinishedRun
  let story: FailureStory
  let style: Style
  /// The name of the program in `swift run` commands that play the run again.
  private let program: String
  static let width = 96

  /// The story of `run`; nil when it passed.
  ///
  /// - Parameter program: The program that plays it again; the one that the command is part of when not given.
  init?(_ run: FinishedRun, style: Style, program: String? = nil) {
    guard let story = run.result.story else { return nil }
    self.run = run
    self.story = story
    self.style = style
    self.program = program ?? Program.name
  }

  /// The story as lines.
  var text: String {
    let parts: [String]
    if let most = Self.length.lines {
      parts = self.parts(inLines: most)
    } else {
      parts = [heading, statement] + details + [near, reproduction].compactMap(\.self)
    }
    let gap = Self.length == .long ? "\n\n" : "\n"
    return parts.map(story.names.applied).joined(separator: gap) + "\n\n"
  }

  var heading: String {
    let result = run.result
    let isKnown = !story.isAbandoned || story.instant > .zero
    let instant = isKnown ? " at \(story.instant) of virtual time" : ""
    let title = style.bad("✗ \(result.scenario.visibleLine) \(result.outcome.rawValue)") + instant
    return [
      title + (run.plan.regression.map { ", the regression \($0.visibleLine)" } ?? ""),
      run.plan.scenario.title.wrapped(to: Self.width, indent: "  "),
      style.faint(
        "  seed \(result.configuration.seed), schedule \(result.configuration.schedule), \(knobs)"
          + "\(BuildMode.current.rawValue) build, digest \(result.digestText)"),
    ].joined(separator: "\n")
  }

  /// Such as `knobs clocks+links, `; empty where none is on.
  private var knobs: String {
    let knobs = run.result.configuration.knobs
    return knobs.isEmpty ? "" : "knobs \(knobs), "
  }

  /// The expectation that failed, or what happened instead, and the line of the scenario where it stands.
  var statement: String {
    let label = run.result.outcome == .failed ? "Expected\(always)" : "What happened"
    let told = ([story.summary] + story.values).map { story.names.applied(to: $0) }
    let summary = section(
      label, told.map { $0.wrapped(to: Self.width - 4, indent: "    ") }.joined(separator: "\n"))
    guard let location = story.location else { return summary }
    let quote = SourceQuote(location)?.lines.map { "    " + $0.visible } ?? []
    let path = ScenarioFile.path(of: location, of: run.plan.scenario)
    let gap = Self.length == .long ? [""] : []
    return ([summary] + gap + ["  at \(path):\(location.line)"] + quote)
      .joined(separator: "\n")
  }

  /// Such as ` at every step (invariant I-01)`; empty for what a line of the scenario expects.
  private var always: String {
    guard let kind = story.kind, kind.hasPrefix("invariant ") else { return "" }
    return " at every step (\(kind))"
  }

  private var details: [String] {
    var sections: [String] = []
    if !story.observed.isEmpty {
      sections.append(section("What there was instead", lines(story.observed)))
    }
    if !story.crash.isEmpty {
      sections.append(section("The last words of its process", lines(story.crash)))
    }
    if !story.faults.isEmpty {
      sections.append(section("Faults from the seed", lines(story.faults)))
    }
    if !story.reasons.isEmpty {
      sections.append(section("Why, as far as the run shows", reasons()))
    }
    for part in story.underWay {
      sections.append(section("Under way: \(part.title.visibleLine)", lines(part.lines)))
    }
    if !story.events.isEmpty {
      sections.append(
        section(
          "What led to it",
          story.events.map { line(of: $0, isWhole: true) }.joined(separator: "\n")))
    }
    if !story.lastEvents.isEmpty {
      let subjects = story.lastEvents.map { timeline in
        ([style.strong("    \(timeline.subject.visibleLine)")]
          + timeline.events.map {
            "      \("\($0.instant)".leftPadded(to: 14))  \($0.text.visibleLine)"
          })
          .joined(separator: "\n")
      }
      sections.append(section("Last events", subjects.joined(separator: "\n")))
    }
    if let slowest = run.slowest {
      sections.append(
        section(Self.slowTitle, slowest.text.wrapped(to: Self.width - 4, indent: "    ")))
    }
    if !run.printed.isEmpty {
      sections.append(
        section("What it printed", lines(run.printed.split(separator: "\n").map(String.init))))
    }
    if let text = story.nondeterminism {
      sections.append(
        section("Not deterministic", text.wrapped(to: Self.width - 4, indent: "    ")))
    }
    if let text = story.sharedStatics {
      sections.append(
        section(Self.sharedTitle, text.wrapped(to: Self.width - 4, indent: "    ")))
    }
    return sections
  }

  /// The title above what launches share that they could not on phones.
  static let sharedTitle = "Statics that launches share"
  /// The title above the step that took longest in real time.
  static let slowTitle = "Slow in real time"

  /// The reasons as far as the run's facts tell them, a paragraph each.
  func reasons(_ most: Int = .max) -> String {
    story.reasons.prefix(most).map { reason in
      story.names.applied(to: reason.visible).wrapped(to: Self.width - 4, indent: "    ")
    }.joined(separator: "\n")
  }

  /// The run near it that passes; nil where none was found.
  var near: String? {
    run.near.map { near in
      section(near.title, near.lines(story.names, width: Self.width - 4).joined(separator: "\n"))
    }
  }

  var reproduction: String {
    section("To see it again", "    " + Self.commandLine(replaying: run.result.token, by: program))
  }

  /// The command that plays a run again.
  static func commandLine(
    replaying token: ReplayToken, by program: String = Program.name
  ) -> String {
    let mode = token.mode == .release ? "-c release " : ""
    let words = token.shellWord + ProfileName.traceOption(for: token)
    return "swift run \(mode)\(program) replay \(words)".visibleLine
  }

  func section(_ title: String, _ body: String) -> String {
    style.strong("  " + title) + "\n" + body
  }

  private func lines(_ lines: [String]) -> String {
    lines.flatMap { $0.visible.split(separator: "\n", omittingEmptySubsequences: false) }
      .map { "    " + $0 }.joined(separator: "\n")
  }
}

extension ReplayToken {
  /// The token as a shell takes it: in quotes where it holds more than plain characters.
  var shellWord: String { description.asShellWord }
}

extension String {
  /// The text as a word of a shell's command: in quotes where it has to be.
  var asShellWord: String {
    let isPlain = unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || "0123456789:/@._=,-".unicodeScalars.contains($0))
    }
    return isPlain && !isEmpty ? self : "'" + replacingOccurrences(of: "'", with: #"'\''"#) + "'"
  }
}
