import Chat
import Foundation
import Harness
import Testing
import scenarios

@Suite("The proofs of the requirements")
struct ProofTests {
  private let proofs = RequirementTable.chat.proofs ?? []

  @Test("a proof names a requirement, and a scenario that claims it")
  func scenarios() {
    #expect(!proofs.isEmpty)
    let ids = Set(RequirementTable.chat.requirements.map(\.id))
    let scenarios = ScenarioCatalog.scenarios.scenarios
    let claims = Dictionary(
      scenarios.map { ($0.name, Set($0.covers)) }, uniquingKeysWith: { first, _ in first })
    for proof in proofs {
      #expect(ids.contains(proof.requirement))
      #expect(
        claims[proof.scenario]?.contains(proof.requirement) == true,
        "\(proof.scenario) claims \(proof.requirement) no more; run .ci/breakages --record \"\(proof.breakage)\""
      )
    }
  }

  @Test("a proof is of a breakage that the script has, for a requirement that it violates")
  func breakages() throws {
    let script = try String(contentsOfFile: Self.script, encoding: .utf8)
    var violated: [String: Set<String>] = [:]
    for line in script.split(separator: "\n") {
      let fields = line.split(separator: "|", maxSplits: 2).map(String.init)
      guard fields.count == 3 else { continue }
      violated[fields[0], default: []].formUnion(fields[1].split(separator: " ").map(String.init))
    }
    for proof in proofs {
      #expect(
        violated[proof.breakage]?.contains(proof.requirement) == true,
        "\"\(proof.breakage)\" violates \(proof.requirement) no more; run .ci/breakages --record")
    }
  }

  @Test("each proof stands once, in order")
  func order() {
    let rows = proofs.map { "\($0.requirement) | \($0.breakage)" }
    #expect(zip(rows, rows.dropFirst()).allSatisfy { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }

  private static var script: String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path + "/.ci/breakages"
  }
}
