internal import Harness
import Simulator

/// A run as the page reads it: its name and configuration, the story of its failure, its source, and its recording.
struct RunDocument {
  let run: FinishedRun
  /// Nil where the run could not be recorded, as one that ends its process.
  let recording: Recording?
  /// Whether the recorded run had another digest than the one that is reported.
  let differs: Bool
  var describesScreens = false

  /// The JSON object.
  var text: String {
    let result = run.result
    let head = JSONValue.members([
      "scenario": .string(result.scenario),
      "title": .string(run.plan.scenario.title),
      "file": .string(ScenarioFile.path(of: run.plan.scenario)),
      "outcome": .string(result.outcome.rawValue),
      "seed": .string("\(result.configuration.seed)"),
      "schedule": .string("\(result.configuration.schedule)"),
      "build": .string(BuildMode.current.rawValue),
      "digest": .string(result.digestText),
      "virtual": .integer(result.virtualNanoseconds),
      "steps": .unsigned(result.events),
      "command": .string(StoryText.commandLine(replaying: result.token)),
      "knobs": .string("\(result.configuration.knobs)"),
      "profile": .optional(result.configuration.profile),
      "backend_path": .optional(result.configuration.backendPath),
      "epoch": .integer(TrueTime.milliseconds(atNanoseconds: 0)),
      "differs": .boolean(differs),
      "faults": .strings(result.faults.map(\.description)),
      "probes": .array(
        result.probes.map { .members(["name": .string($0.name), "count": .unsigned($0.count)]) }),
      "measures": .array(
        result.measures.map {
          .members([
            "name": .string($0.name), "ns": .integer($0.nanoseconds), "limit": .optional($0.limit),
          ])
        }),
      "story": result.story.map(story) ?? .null,
      "places": .array(places.map(place)),
      "sources": sources,
    ]).text
    let film = recording.map {
      RecordingDocument(recording: $0, describesScreens: describesScreens).text
    }
    return "\(head.dropLast()),\"film\":\(film ?? "null")}"
  }

  /// The places that the recording names, and that of the failure behind them.
  private var places: [CodeLocation] {
    (recording?.places ?? []) + [run.result.story?.location].compactMap(\.self)
  }

  private func place(_ location: CodeLocation) -> JSONValue {
    .array([
      .string(ScenarioFile.path(of: location, of: run.plan.scenario)),
      .integer(Int64(location.line)),
    ])
  }

  private func story(_ story: FailureStory) -> JSONValue {
    func told(_ lines: [String]) -> JSONValue { .strings(lines.map(story.names.applied)) }
    return .members([
      "kind": .optional(story.kind), "summary": .string(story.names.applied(to: story.summary)),
      "place": story.location.map(place) ?? .null,
      "instant": .integer(story.instant.nanoseconds),
      "abandoned": .boolean(story.isAbandoned),
      "values": told(story.values), "reasons": told(story.reasons),
      "observed": told(story.observed), "facts": told(story.facts), "faults": told(story.faults),
      "crash": told(story.crash),
      "events": .array(
        story.events.map {
          .members([
            "t": .integer($0.instant.nanoseconds), "subject": .string($0.subject),
            "text": .string(story.names.applied(to: $0.text)),
            "repeats": .integer(Int64($0.repeats)), "weight": .integer(Int64($0.weight)),
          ])
        }),
      "underWay": .array(
        story.underWay.map {
          .members(["title": .string($0.title), "lines": told($0.lines)])
        }),
      "nondeterminism": .optional(story.nondeterminism),
      "sharedStatics": .optional(story.sharedStatics),
    ])
  }

  /// The lines of the files that are named, each file from a little before its first to a little behind its last.
  private var sources: JSONValue {
    var files: [(location: CodeLocation, first: Int, last: Int)] = []
    for location in [run.plan.scenario.location] + places {
      if let known = files.firstIndex(where: { $0.location.filePath == location.filePath }) {
        files[known].first = min(files[known].first, location.line)
        files[known].last = max(files[known].last, location.line)
      } else {
        files.append((location, location.line, location.line))
      }
    }
    return .array(
      files.compactMap { file in
        guard let lines = SourceLines(file.location.filePath, around: file.first...file.last) else {
          return nil
        }
        return .members([
          "file": .string(ScenarioFile.path(of: file.location, of: run.plan.scenario)),
          "first": .integer(Int64(lines.first)), "lines": .strings(lines.lines),
        ])
      })
  }
}
