import Chat
import Foundation
import Harness
import Testing
import scenarios

@Suite("What allows faults from the seed")
struct FaultPolicyTests {
  /// The name that the members of a family share.
  private static func family(of scenario: Scenario) -> Substring {
    scenario.name.prefix { $0 != "/" }
  }

  @Test("the page on faults has the number of families that allow them, and of all")
  func counted() throws {
    let scenarios = ScenarioCatalog.scenarios.scenarios
    let all = Set(scenarios.map(Self.family))
    let allowing = Set(scenarios.filter { $0.faults.plan != nil }.map(Self.family))
    let page = try String(contentsOfFile: Self.page, encoding: .utf8)
    let sentence =
      "\(allowing.count) of the \(all.count) families of this repository's scenarios allow faults."
    #expect(page.contains(sentence), "Documentation/Faults.md has to say: \(sentence)")
  }

  private static var page: String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path + "/Documentation/Faults.md"
  }
}
