/// The record that scenarios can fail for a requirement: a breakage of the app that violates it, and a scenario covering it
/// that noticed.
///
/// A scenario that passes shows that a requirement holds only where it would fail if the requirement did not.
public struct RequirementProof: Hashable, Sendable {
  /// The identifier of the requirement, such as "OF-02".
  public let requirement: String
  /// The name of the breakage.
  public let breakage: String
  /// The name of the scenario that failed with it.
  public let scenario: String

  /// Describes a proof.
  public init(_ requirement: String, breakage: String, scenario: String) {
    self.requirement = requirement
    self.breakage = breakage
    self.scenario = scenario
  }

  /// Reads proofs from rows of text, `ID | breakage | scenario`.
  ///
  /// Traps on a malformed row, because the rows are part of the source.
  public static func table(_ text: String) -> [RequirementProof] {
    text.split(separator: "\n").map { line in
      let parts = line.split(separator: "|").map { part in
        part.split(separator: " ").joined(separator: " ")
      }
      precondition(
        parts.count == 3, "the row \"\(line)\" is not a requirement, a breakage and a scenario")
      return RequirementProof(parts[0], breakage: parts[1], scenario: parts[2])
    }
  }
}
