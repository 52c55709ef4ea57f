import Harness

/// A requirement, the scenarios that cover it, and whether it holds.
struct RequirementCoverage {
  /// The requirement.
  let requirement: Requirement
  /// The names of the scenarios that show it.
  let scenarios: [String]
  /// Whether each of them passed, by its name; those that were not played are missing.
  let passed: [String: Bool]

  /// Whether all of them passed; nil when there is none, or when one was not played and none has failed.
  var holds: Bool? {
    let verdicts = scenarios.map { passed[$0] }
    if verdicts.contains(false) { return false }
    return verdicts.isEmpty || verdicts.contains(nil) ? nil : true
  }

  /// The row as a line of JSON Lines.
  var line: String {
    JSONLine.text(
      kind: "requirement",
      [
        "id": .string(requirement.id),
        "covered_by": .strings(scenarios),
        "holds": holds.map { .boolean($0) } ?? .null,
      ])
  }

  /// The row for a person.
  func text(_ style: Style) -> String {
    let mark =
      switch holds {
      case true?: style.good("✓")
      case false?: style.bad("✗")
      case nil: style.faint(scenarios.isEmpty ? "·" : "?")
      }
    let head = "\(requirement.id) \(requirement.kind.rawValue)"
    let margin = String(repeating: " ", count: 14)
    let statement = requirement.statement.wrapped(to: 84, indent: margin).dropFirst(margin.count)
    // Which of several has failed is what one wants to know.
    let names = scenarios.map { passed[$0] == false ? "✗\u{A0}\($0)" : $0 }
    let covered =
      scenarios.isEmpty
      ? "" : style.faint(names.joined(separator: ", ").wrapped(to: 84, indent: margin)) + "\n"
    return "  \(mark) \(head.padded(to: 10))\(statement)\n\(covered)"
  }

  /// Such as `266 requirements: 200 covered (198 hold, 2 do not), 66 not covered`.
  static func summary(_ rows: [RequirementCoverage]) -> String {
    let covered = rows.count { !$0.scenarios.isEmpty }
    let holding = rows.count { $0.holds == true }
    let broken = rows.count { $0.holds == false }
    let played = holding + broken == 0 ? "" : " (\(holding) hold, \(broken) do not)"
    let missing = rows.filter(\.scenarios.isEmpty).map(\.requirement.id)
    let list =
      missing.isEmpty || covered == 0
      ? "" : "not covered:\n\(missing.joined(separator: ", ").wrapped(to: 96, indent: "  "))\n"
    return "\n\(list)\(rows.count) requirements: \(covered) covered\(played), "
      + "\(rows.count - covered) not covered\n"
  }
}
