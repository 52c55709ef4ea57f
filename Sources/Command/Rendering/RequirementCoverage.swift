import Harness

/// A requirement, the scenarios that cover it, and whether it holds.
struct RequirementCoverage {
  /// The requirement.
  let requirement: Requirement
  /// The names of the scenarios that show it.
  let scenarios: [String]
  /// Whether each of them passed, by its name; those that were not played are missing.
  let passed: [String: Bool]
  /// The recorded proofs of it; nil where the program keeps none.
  let proofs: [RequirementProof]?

  /// Whether all of them passed, one of which is known to fail where it does not hold; nil when there is none, when one was not
  /// played and none has failed, and where they pass and nothing proves that they could fail.
  var holds: Bool? {
    guard let hasPassed, hasPassed, isUnproven else { return hasPassed }
    return nil
  }

  /// Whether all of them passed; nil when there is none, or when one was not played and none has failed.
  private var hasPassed: Bool? {
    let verdicts = scenarios.map { passed[$0] }
    if verdicts.contains(false) { return false }
    return verdicts.isEmpty || verdicts.contains(nil) ? nil : true
  }

  /// The proof that one of the scenarios can fail for it; a record of a scenario that covers it no more proves nothing.
  var proof: RequirementProof? { proofs?.first { scenarios.contains($0.scenario) } }

  /// Whether scenarios cover it of which none is known to fail where it does not hold.
  var isUnproven: Bool { proofs != nil && !scenarios.isEmpty && proof == nil }

  /// The row as a line of JSON Lines.
  var line: String {
    let (id, names) = (JSONValue.string(requirement.id), JSONValue.strings(scenarios))
    let verdict = holds.map { JSONValue.boolean($0) } ?? .null
    guard proofs != nil else {
      return JSONLine.text(kind: "requirement", ["id": id, "covered_by": names, "holds": verdict])
    }
    return JSONLine.text(
      kind: "requirement",
      [
        "id": id, "covered_by": names, "holds": verdict, "proven_by": .optional(proof?.breakage),
      ])
  }

  /// The row for a person.
  func text(_ style: Style) -> String {
    let mark =
      switch holds {
      case true?: style.good("✓")
      case false?: style.bad("✗")
      case nil: style.faint(scenarios.isEmpty ? "·" : hasPassed == true ? "○" : "?")
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

  /// Such as `266 requirements: 200 covered (198 hold, 2 do not), 66 not covered`, behind lists of what is not covered and
  /// of what is covered without a proof.
  static func summary(_ rows: [RequirementCoverage]) -> String {
    let covered = rows.count { !$0.scenarios.isEmpty }
    let holding = rows.count { $0.holds == true }
    let broken = rows.count { $0.holds == false }
    let wasPlayed = rows.contains { $0.hasPassed != nil }
    let played = wasPlayed ? " (\(holding) hold, \(broken) do not)" : ""
    let missing = covered == 0 ? [] : rows.filter(\.scenarios.isEmpty)
    let unproven = list("shown, not proven", rows.filter(\.isUnproven))
    return "\n\(list("not covered", missing))\(unproven)"
      + "\(rows.count) requirements: \(covered) covered\(played), "
      + "\(rows.count - covered) not covered\n"
  }

  private static func list(_ heading: String, _ rows: [RequirementCoverage]) -> String {
    guard !rows.isEmpty else { return "" }
    let ids = rows.map(\.requirement.id).joined(separator: ", ")
    return "\(heading):\n\(ids.wrapped(to: 96, indent: "  "))\n"
  }
}
