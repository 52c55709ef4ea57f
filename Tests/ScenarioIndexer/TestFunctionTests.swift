import Testing

@Suite("The test functions of scenarios")
struct TestFunctionTests {
  private static let two = """
    extension Scenarios {
      static let limit: Int = 3
      static let first = Scenario("one") { _ in }

      static let `default` = [Scenario("two") { _ in }]
    }
    """

  @Test("each scenario has a function of its name, told to stand where the scenario stands")
  func functions() throws {
    let indexing = try Indexing.tests(["ShopScenarios": Self.two])
    #expect(indexing.complaints == [])
    let file = indexing.folder + "/ShopScenarios1.swift"
    for (name, reference, line) in [("first", "first", 3), ("default", "`default`", 5)] {
      #expect(
        indexing.source.contains(
          """
          #sourceLocation(file: "\(file)", line: \(line))
            @Test(arguments: try runs(of: "\(name)")) func \(reference)(_ run: ScenarioRun)
          """))
    }
    #expect(!indexing.source.contains("\"limit\""))
    #expect(indexing.source.contains("static let program = \"shop\""))
    #expect(indexing.source.contains("hasXCTests: false"))
  }

  @Test("several modules are played by one suite; one that declares no scenario is left out")
  func modules() throws {
    let indexing = try Indexing.tests(
      [
        "ShopScenarios": Self.two,
        "App": "// extension Scenarios\nlet x = 1",
        "Billing": "extension Scenarios { static let pays = Scenario(\"x\") { _ in } }",
      ], options: ["--xctest"])
    #expect(indexing.source.contains("[Catalog] = [.shopScenarios, .billing]"))
    #expect(indexing.source.contains("import Billing\nimport ShopScenarios\n"))
    #expect(indexing.source.contains("func pays(_ run: ScenarioRun)"))
    #expect(indexing.source.contains("hasXCTests: true"))
  }

  @Test("two scenarios of one name in two modules are refused")
  func duplicates() throws {
    let indexing = try Indexing.tests([
      "ShopScenarios": Self.two,
      "Billing": "\nextension Scenarios { static let first = Scenario(\"x\") { _ in } }",
    ])
    #expect(
      indexing.complaints == [
        """
        Billing1.swift:2:1: error: the name first is taken by the scenario at ShopScenarios1.swift:3; rename one of them
        """
      ])
    #expect(indexing.status == 1)
  }

  @Test("no scenario at all is a mistake")
  func none() throws {
    let indexing = try Indexing.tests(["App": "let x = 1"])
    #expect(indexing.status == 1)
    #expect(indexing.complaints.joined().contains("declares a scenario"))
  }
}
