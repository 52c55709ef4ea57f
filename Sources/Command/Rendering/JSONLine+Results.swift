internal import Harness
import Simulator

extension JSONLine {
  /// The line of one run.
  static func result(_ run: FinishedRun) -> String {
    let result = run.result
    return text(
      kind: "result",
      [
        "scenario": .string(result.scenario),
        "seed": .unsigned(result.configuration.seed),
        "schedule": .string("\(result.configuration.schedule)"),
        "outcome": .string(result.outcome.rawValue),
        "digest": .string(result.digestText),
        "virtual_ns": .integer(result.virtualNanoseconds),
        "wall_ns": .integer(run.wallTime.nanoseconds),
        "events": .unsigned(result.events),
        "measures": .array(
          result.measures.map {
            .members(["name": .string($0.name), "ns": .integer($0.nanoseconds)])
          }),
        "failure": result.story.map {
          failure($0, of: run.plan.scenario, token: result.token)
        } ?? .null,
      ],
      and: [.init(name: "shape", value: .string(result.shapeText))] + regression(of: run)
        + knobs(of: result) + faults(of: result) + probes(of: result) + remains(of: result))
  }

  /// The last line of all results.
  static func summary(_ tally: Tally, wallTime: Duration) -> String {
    text(
      kind: "summary",
      [
        "passed": .integer(Int64(tally.passed)),
        "failed": .integer(Int64(tally.failed)),
        "runs": .integer(Int64(tally.runs)),
        "digest": .string(Hexadecimal.text(tally.digest.value)),
        "wall_ns": .integer(wallTime.nanoseconds),
      ])
  }

  /// The member for the probes that a run reached; none where it reached none, so that the lines of a sweep stay short.
  private static func probes(of result: RunResult) -> [JSONValue.Member] {
    guard !result.probes.isEmpty else { return [] }
    let probes = result.probes.map { probe -> JSONValue in
      .members(["name": .string(probe.name), "count": .unsigned(probe.count)])
    }
    return [.init(name: "probes", value: .array(probes))]
  }

  private static func remains(of result: RunResult) -> [JSONValue.Member] {
    result.remains.map { [.init(name: "remains", value: .string($0))] } ?? []
  }

  private static func regression(of run: FinishedRun) -> [JSONValue.Member] {
    run.plan.regression.map { [.init(name: "regression", value: .string($0))] } ?? []
  }

  private static func knobs(of result: RunResult) -> [JSONValue.Member] {
    let knobs = result.configuration.knobs
    return knobs.isEmpty ? [] : [.init(name: "knobs", value: .string("\(knobs)"))]
  }

  private static func faults(of result: RunResult) -> [JSONValue.Member] {
    guard result.configuration.faults > 0 || result.configuration.strikes != nil else { return [] }
    let faults = result.faults.map { fault -> JSONValue in
      .members([
        "kind": .string(fault.kind.name), "target": .string(fault.target),
        "moment": .string("\(fault.moment)"), "ns": .integer(fault.instant.nanoseconds),
        "duration_ns": .integer(fault.duration.nanoseconds), "struck": .boolean(fault.hasStruck),
      ])
    }
    // A run that was told where to strike is named by that.
    let replay =
      result.configuration.strikes == nil
      ? [] : [JSONValue.Member(name: "replay", value: .string("\(result.token)"))]
    return [.init(name: "faults", value: .array(faults))] + replay
  }

  private static func failure(
    _ story: FailureStory, of scenario: Scenario, token: ReplayToken
  ) -> JSONValue {
    let known: [JSONValue.Member] = [
      .init(name: "values", value: .strings(story.values)),
      .init(name: "reasons", value: .strings(story.reasons.map(story.names.applied))),
      .init(
        name: "names",
        value: .array(
          story.names.pairs.map {
            .members(["id": .string($0.id), "name": .string($0.name)])
          })),
      .init(
        name: "events",
        value: .array(
          story.events.map {
            .members([
              "ns": .integer($0.instant.nanoseconds), "subject": .string($0.subject),
              "text": .string($0.text), "repeats": .integer(Int64($0.repeats)),
            ])
          })),
    ]
    return .members(
      [
        "summary": .string(story.statement),
        "location": story.location.map {
          .members([
            "file": .string($0.fileID), "line": .integer(Int64($0.line)),
            "path": .string(ScenarioFile.path(of: $0, of: scenario)),
          ])
        } ?? .null,
        "instant_ns": story.isAbandoned && story.instant == .zero
          ? .null : .integer(story.instant.nanoseconds),
        "observed": .strings(story.observed),
        "under_way": .array(
          story.underWay.map {
            .members(["title": .string($0.title), "lines": .strings($0.lines)])
          }),
        "last_events": .array(
          story.lastEvents.map { timeline in
            .members([
              "subject": .string(timeline.subject),
              "events": .array(
                timeline.events.map {
                  .members([
                    "ns": .integer($0.instant.nanoseconds), "text": .string($0.text),
                  ])
                }),
            ])
          }),
        "crash": .strings(story.crash),
        "nondeterminism": .optional(story.nondeterminism),
        "shared_statics": .optional(story.sharedStatics),
        "kind": .optional(story.kind),
        "build": .string(token.mode.rawValue),
        "replay": .string("\(token)"),
      ], and: known)
  }
}
