import Testing

@Suite("The catalog of a module")
struct CatalogTests {
  @Test("every static of an extension Scenarios is a declaration")
  func findsDeclarations() throws {
    let indexing = try Indexing.catalog(
      """
      import Chat
      // extension Scenarios { static let commented = Scenario("x") }
      let text = "extension Scenarios { static let quoted = 1 }"
      extension Scenarios {
        static let first = Scenario("one") { (world: ChatWorld) in let x = 1; _ = x }
        static let family: [Scenario] = [Scenario("a") { _ in }, Scenario("b") { _ in }]
        /* static let gone = 1 */
        static var second: Scenario { make() }
        static func make() -> Scenario { Scenario("made") { _ in } }
        public static let shown = make()
        static public let late = make()
        static let `repeat` = make()
      }
      extension Rehearsal.Scenarios { static let qualified = Scenario("x") { _ in } }
      extension Other { static let third = 3 }
      """)
    #expect(indexing.complaints == [])
    #expect(
      indexing.names == ["first", "family", "second", "shown", "late", "repeat", "qualified"])
    #expect(indexing.source.contains("Scenarios.`repeat`"))
  }

  @Test("it is named after its module and knows the folders")
  func named() throws {
    for (module, name) in [
      ("ShopScenarios", "shopScenarios"), ("scenarios", "scenarios"), ("UITests", "uiTests"),
      ("ABC", "abc"),
    ] {
      let indexing = try Indexing.catalog("", module: module)
      #expect(indexing.source.contains("public static let \(name) = ScenarioCatalog("))
      #expect(
        indexing.source.contains(
          #"ScenarioHome(package: "\#(indexing.folder)", folder: "Sources/\#(module)")"#))
      #expect(indexing.source.contains("public import Rehearsal\n"))
    }
  }

  @Test("strings with interpolations, raw strings and nested comments hide nothing that follows")
  func survivesLiterals() throws {
    let indexing = try Indexing.catalog(
      #"""
      let a = "x \(f("}")) {"
      let b = ##"raw " { "# "##
      /* outer /* inner */ { */
      let c = """
        { many "lines" \(1 + 2)
        """
      let d = #/a"b/#
      extension Scenarios { static let found = Scenario("x") { _ in } }
      """#)
    #expect(indexing.names == ["found"])
  }

  @Test("constants beside scenarios are no obstacle, even private ones and those within #if")
  func constants() throws {
    let indexing = try Indexing.catalog(
      """
      extension Scenarios {
        private static let title = "a title"
        private static let names: [String] = ["a", "b"]
        #if DEBUG
          static let limit: Int = 3
        #endif
        static let found = Scenario("x") { _ in }
      }
      """)
    #expect(indexing.complaints == [])
    #expect(indexing.names == ["found"])
  }

  @Test(
    "a scenario that nobody would find fails the build, with its line and a remedy",
    arguments: [
      ("let lost = Scenario(\"x\") { _ in }", "outside of `extension Scenarios`"),
      ("struct S { static let lost = Scenario(\"x\") { _ in } }", "outside of"),
      ("struct S<T> { static var lost: [Scenario] = [] }", "outside of"),
      ("let lost: Scenario = make()", "outside of"),
      ("let lost = Scenario.init(\"x\") { _ in }", "outside of"),
      ("extension Scenarios { var lost: Scenario { make() } }", "declare it as `static let`"),
      (
        "extension Scenarios { enum Group { static let lost = Scenario(\"x\") { _ in } } }",
        "within Group, where nobody finds it; move it out"
      ),
      ("extension Scenarios.Group { static let lost = Scenario(\"x\") { _ in } }", "outside of"),
      ("extension Scenarios { private static let lost = Scenario(\"x\") { _ in } }", "private"),
      ("extension Scenarios { static fileprivate let lost = make() }", "private"),
      ("#if DEBUG\nextension Scenarios { static let lost = make() }\n#endif", "within #if"),
      ("extension Scenarios { @MainActor static let lost = make() }", "main actor"),
      ("extension Scenarios { static let a = make(1, 2), lost = make() }", "one `static let` each"),
      ("extension Scenarios { static let (a, lost) = (make(), make()) }", "one `static let` each"),
      ("extension Scenarios { static let `lost at sea` = make() }", "typed in commands"),
    ])
  func reportsStrays(source: String, reason: String) throws {
    let indexing = try Indexing.catalog("\n" + source)
    #expect(indexing.status == 1)
    #expect(indexing.source == "")
    let line = source.hasPrefix("#if") ? 3 : 2
    try #require(indexing.complaints.count == 1, "\(indexing.complaints)")
    #expect(indexing.complaints[0].hasPrefix("ShopScenarios1.swift:\(line):1: error: "))
    #expect(indexing.complaints[0].contains(reason), "\(indexing.complaints)")
  }

  @Test("a list that says the same is left alone, so that nothing is compiled anew for it")
  func leavesTheSame() throws {
    let scenario = #"extension Scenarios { static let one = Scenario("x") { _ in } }"#
    #expect(try Indexing.catalog(scenario).leavesTheSame)
    #expect(try Indexing.tests(["ShopScenarios": scenario]).leavesTheSame)
  }

  @Test("arguments that are none end with the usage")
  func usage() throws {
    #expect(try Indexing.tests([:]).status == 64)
  }
}
