import Testing

@Suite("The pages are tidy")
struct PageTests {
  private static let folder = "Documentation/"
  private static let pages = PageTree.pages.filter { $0.path.hasPrefix(folder) }
  private static let overview = "Documentation/Overview.md"

  @Test("the pages are found")
  func findsPages() {
    let paths = PageTree.pages.map(\.path)
    for path in ["README.md", "CONTRIBUTING.md", Self.overview, "Examples/SharedList/README.md"] {
      #expect(paths.contains(path))
    }
  }

  @Test("every relative link leads to a file, and its anchor to a heading")
  func links() {
    let check = LinkCheck(PageTree.pages, exists: PageTree.exists)
    expectNone(PageTree.pages.flatMap { check.findings(in: $0) })
  }

  @Test("the overview lists every page, or the built documentation would leave it out")
  func listsPages() throws {
    let listed = Set(
      try #require(PageTree.page(Self.overview)).links.map { Self.folder + $0.target })
    for page in Self.pages where page.path != Self.overview {
      #expect(listed.contains(page.path), "\(page.path) is not in \(Self.overview)")
    }
  }

  @Test("every page begins with what the reader can do after it")
  func opensWithPurpose() {
    for page in Self.pages {
      #expect(page.opening.hasPrefix("After this page "), "\(page.path) begins: \(page.opening)")
    }
  }

  @Test("every name of the reference is declared in the sources")
  func namesWhatIsThere() throws {
    let check = VocabularyCheck(SourceTree.files + SourceTree.commandFiles)
    expectNone(check.findings(in: try #require(PageTree.page("Documentation/Reference.md"))))
  }

  private static let example = "Examples/SharedList/"
  private static let tutorial = "Documentation/YourOwnApp.md"

  @Test("the tutorial shows the example as it is")
  func showsExample() throws {
    let sources = Set(
      SourceTree.files(below: Self.example + "Sources", layer: "Example").flatMap(\.lines)
        + SourceTree.lines(of: Self.example + "Package.swift")
        + SourceTree.lines(of: Self.example + "Tests/ListTests/ListTests.swift"))
    let page = try #require(PageTree.page(Self.tutorial))
    // The line with a URL is what another repository writes instead.
    for line in page.code where line.language == "swift" && !line.text.contains("https:") {
      let isCut = line.text.hasSuffix("…") || isComment(line.text)
      #expect(
        isCut || sources.contains(String(line.text)),
        "\(page.path):\(line.number) is not in \(Self.example)")
    }
  }

  @Test(
    "the tutorial shows every line of the app and its world",
    arguments: [
      "Package.swift", "database.rules.json", "Sources/ListApp/ListApp.swift",
      "Sources/ListApp/ListWorld.swift", "Sources/ListApp/ShoppingList.swift",
      "Sources/rehearse-list/main.swift",
    ])
  func showsWholeFile(path: String) throws {
    let shown = Set(try #require(PageTree.page(Self.tutorial)).code.map { String($0.text) })
    let lines = SourceTree.lines(of: Self.example + path)
    #expect(!lines.isEmpty)
    for line in lines where !shown.contains(line) && !isComment(line) {
      Issue.record("\(Self.tutorial) lacks a line of \(path): \(line)")
    }
  }

  @Test("the scenarios that a page shows whole, before and now, are now those of their files")
  func showsScenarios() throws {
    let page = try #require(PageTree.page("Documentation/ExpectedScenarios.md"))
    let files = ["scenarios/OfflineReads.swift", "scenarios/PlainConversation.swift"]
    let lines = files.flatMap { path in SourceTree.lines(of: path) }
    let sources = Set(lines.map { unindented($0) })
    var count = 0
    for line in page.code {
      let words = page.prose.last { $0.number < line.number && !$0.text.isEmpty }?.text
      guard words == "Now:" else { continue }
      count += 1
      #expect(sources.contains(unindented(line.text)), "\(page.path):\(line.number)")
    }
    #expect(count > 100)
  }

  private func unindented(_ line: some StringProtocol) -> String {
    String(line.drop { $0 == " " })
  }

  private func isComment(_ line: some StringProtocol) -> Bool {
    line.drop { $0 == " " }.hasPrefix("//")
  }

  private func expectNone(
    _ findings: [Untidiness], location: SourceLocation = #_sourceLocation
  ) {
    for finding in findings { Issue.record("\(finding)", sourceLocation: location) }
  }
}

@Suite("The checks of pages find what they look for")
struct PageCheckTests {
  private static let other = Page(
    path: "Documentation/B.md", text: "# Title\n\n## What grows, and how\n")

  private func problems(_ link: String) -> Int {
    let page = Page(path: "Documentation/A.md", text: "# A\n\nSee [x](\(link)).\n")
    let files: Set<String> = ["Documentation/A.md", "Documentation/B.md", "README.md", "Sources"]
    return LinkCheck([page, Self.other], exists: files.contains).findings(in: page).count
  }

  @Test(
    "a link that leads nowhere is found",
    arguments: [
      "C.md", "../C.md", "Documentation/B.md", "../../README.md", "B.md#what-grows", "#b",
      "../README.md#a",
    ])
  func findsDeadLinks(link: String) {
    #expect(problems(link) == 1)
  }

  @Test(
    "a link that leads somewhere is left alone",
    arguments: [
      "B.md", "./B.md", "../README.md", "../Sources", "B.md#what-grows-and-how", "#a",
      "https://example.com/C.md",
    ])
  func leavesLinks(link: String) {
    #expect(problems(link) == 0)
  }

  @Test("code is no place for links")
  func leavesCode() {
    let page = Page(path: "A.md", text: "```\n[x](C.md)\n```\n\n    [x](C.md)\n")
    #expect(page.links.isEmpty)
    #expect(page.prose.count == 1 + 1)
    #expect(page.code.map(\.text) == ["[x](C.md)"])
  }

  private func unknown(_ code: String) -> Int {
    let source = SourceFile(
      layer: "Devices", path: "Sources/Devices/A.swift",
      text: """
        public actor Phone<App> {
          public func kill() {}
          public func kill(atCommit number: Int, _ point: Point, line: Int = #line) {}
          func expect<A: B>(within limit: Duration = .zero, _ holds: (Int) -> Bool) {}
        }
        enum Schedule { case fifo; case pct(depth: Int) }
        """)
    let page = Page(path: "A.md", text: "| `\(code)` | text |\n")
    return VocabularyCheck([source]).findings(in: page).count
  }

  @Test(
    "a name that is declared nowhere is found",
    arguments: [
      "Fone", "bob.die()", "bob.kill(atWrite:)", "bob.kill(_:atCommit:)", "bob.expect(for:)",
      "Schedule.last", "after:", "bob.kill(atCommit: Never)",
    ])
  func findsUnknownNames(code: String) {
    #expect(unknown(code) == 1)
  }

  @Test(
    "a name that is declared is left alone",
    arguments: [
      "Phone", "`Phone`", "bob.kill()", "bob.kill(atCommit:_:)", "bob.kill(atCommit:)",
      "bob.kill(atCommit: 3)", "bob.expect { … }", "bob.expect(within:)", ".fifo", ".pct(depth:)",
      "within:", "import Phones", ".ci/docs",
    ])
  func leavesKnownNames(code: String) {
    #expect(unknown(code) == 0)
  }
}
