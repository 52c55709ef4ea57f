internal import Harness
import Simulator

/// `rehearse list`: shows the scenarios that there are.
struct ListSubcommand: Subcommand {
  static let name = "list"
  static let summary = "Shows the scenarios, what they are tagged with and what they cover."
  static let operands = SelectionHelp.operands
  static let explanation = SelectionHelp.text
  static let options: [CommandOption] = [.plainFormat, .output]

  private let scenarios: [Scenario]
  private let format: ResultFormat
  private let path: String?

  init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
    let catalog = context.catalog
    do {
      scenarios = try catalog.selecting(arguments.words)
    } catch {
      throw .selection(error, subcommand: nil)
    }
    format = try arguments.format()
    path = arguments.text(.output)
  }

  func run(on console: Console) throws -> ExitStatus {
    let sink = try ResultSink(path: path, console: console)
    for scenario in scenarios {
      try sink.write(format == .json ? Self.line(scenario) : text(scenario, sink))
    }
    if format == .text {
      try sink.write(scenarios.count == 1 ? "1 scenario\n" : "\(scenarios.count) scenarios\n")
    }
    try sink.finish()
    return .passed
  }

  private func text(_ scenario: Scenario, _ sink: ResultSink) -> String {
    let style = Style(hasColour: sink.hasColour)
    var lines = [style.strong(scenario.name), scenario.title.wrapped(to: 94, indent: "  ")]
    if !scenario.tags.isEmpty {
      lines.append("  tags    " + scenario.tags.map(\.name).joined(separator: ", "))
    }
    if !scenario.covers.isEmpty {
      lines.append("  covers  " + scenario.covers.joined(separator: ", "))
    }
    lines.append(
      style.faint("  file    \(ScenarioFile.path(of: scenario)):\(scenario.location.line)")
    )
    return lines.joined(separator: "\n") + "\n\n"
  }

  private static func line(_ scenario: Scenario) -> String {
    JSONLine.text(
      kind: "scenario",
      [
        "name": .string(scenario.name),
        "tags": .strings(scenario.tags.map(\.name)),
        "covers": .strings(scenario.covers),
        "file": .string(ScenarioFile.path(of: scenario)),
      ])
  }
}
