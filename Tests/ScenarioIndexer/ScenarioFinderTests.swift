import Testing

@testable import ScenarioIndexer

@Suite("Finding scenarios in source files")
struct ScenarioFinderTests {
  @Test("every static of an extension Scenarios is a declaration")
  func findsDeclarations() {
    let finder = ScenarioFinder(
      source: """
        import Chat
        // extension Scenarios { static let commented = Scenario("x") }
        let text = "extension Scenarios { static let quoted = 1 }"
        extension Scenarios {
          static let first = Scenario("one") { (world: ChatWorld) in let x = 1; _ = x }
          static let family: [Scenario] = [Scenario("a") { _ in }, Scenario("b") { _ in }]
          /* static let gone = 1 */
          static var second: Scenario { make() }
          static func make() -> Scenario { Scenario("made") { _ in } }
        }
        extension Other { static let third = 3 }
        """)
    #expect(finder.declarations.map(\.name) == ["first", "family", "second"])
    #expect(finder.strays == [])
  }

  @Test(
    "a scenario that nobody would find fails the build",
    arguments: [
      "let lost = Scenario(\"x\") { _ in }",
      "struct S { static let lost = Scenario(\"x\") { _ in } }",
      "let lost: Scenario = make()",
      "enum E { static var lost: [Scenario] = [] }",
      "extension Scenarios { var lost: Scenario { make() } }",
      "let lost = Scenario.init(\"x\") { _ in }",
    ])
  func reportsStrays(source: String) {
    #expect(ScenarioFinder(source: source).strays.count == 1)
  }

  @Test("strings with interpolations, raw strings and nested comments hide nothing that follows")
  func survivesLiterals() {
    let finder = ScenarioFinder(
      source: #"""
        let a = "x \(f("}")) {"
        let b = ##"raw " { "# "##
        /* outer /* inner */ { */
        let c = """
          { many "lines" \(1 + 2)
          """
        extension Scenarios { static let found = Scenario("x") { _ in } }
        """#)
    #expect(finder.declarations.map(\.name) == ["found"])
  }
}
