import Testing

@Suite("The checks find what they look for")
struct CheckTests {
  private func lines(_ check: some TidyCheck, layer: String = "Chat", _ text: String) -> [Int] {
    check.findings(in: source(text, layer: layer)).map(\.line)
  }

  private func source(_ text: String, layer: String = "Chat") -> SourceFile {
    SourceFile(layer: layer, path: "Sources/\(layer)/Sample.swift", text: text)
  }

  @Test("comments and strings leave no token, interpolations do")
  func tokenizes() {
    let tokens = Tokenizer.tokens(
      of: ##"""
        a /* b /* c */ d */ e // f
        "g \(h("i \(j)")) k" #"l \(m) \#(n)"# `o`
        """##)
    #expect(
      tokens.map(\.text) == [
        "a", "e", "(", "h", "(", "(", "j", ")", ")", ")", "(", "n", ")", "o",
      ])
    #expect(tokens.last?.line == 2)
  }

  @Test(
    "whatever reaches out of the world is found",
    arguments: [
      "let a = Date()", "let a = Date.now", "UUID()", "Int.random(in: 0..<(3))", "Bool.random()",
      "a.shuffled()", "a.shuffle()", "a.randomElement()", "var g = SystemRandomNumberGenerator()",
      "DispatchQueue.main", "try await Task.sleep(for: .seconds(1))", "ContinuousClock()",
      "SuspendingClock.now", "print(\"x\")", "debugPrint(x)", "let t = \"\\(Date())\"",
    ])
  func findsOutsideWorld(code: String) {
    #expect(lines(OutsideWorldCheck(), "\n" + code) == [2])
  }

  @Test(
    "what only looks like it is left alone",
    arguments: [
      "// Date()", "let t = \"print(\"", "Int.random(in: 0..<3, using: &generator)",
      "a.shuffled(using: &generator)", "func print(into text: String)", "json.print(into: text)",
      "let loss = LossModel.random(0.1)", "UpDate()", "imprint(a)",
    ])
  func leavesInside(code: String) {
    #expect(lines(OutsideWorldCheck(), code) == [])
  }

  @Test("unsafe code and unchecked promises are found outside of the kernel, whatever the reason")
  func findsPromises() {
    let promise = "/// `@unchecked Sendable`: nobody else has it.\nclass A: @unchecked Sendable {}"
    #expect(lines(SafetyCheck(), promise) == [2])
    #expect(lines(SafetyCheck(), layer: "Simulator", promise) == [])
    #expect(lines(SafetyCheck(), "let a = unsafe b\nnonisolated(unsafe) var c = 1") == [1, 2])
    #expect(lines(SafetyCheck(), layer: "Simulator", "let a = unsafe b") == [])
    let attributes = "@safe\n@exclusivity(unchecked)\nvar isSafe = safe(1)"
    #expect(lines(SafetyCheck(), attributes) == [1, 2])
    #expect(lines(SafetyCheck(), layer: "Simulator", attributes) == [])
  }

  @Test(
    "what lanes could share unseen is found where they promise that there is nothing",
    arguments: [
      "let a = Mutex(0)", "let a = NSLock()", "let a = OSAllocatedUnfairLock()",
      "var a = pthread_mutex_t()", "DispatchSemaphore(value: 0)",
      "nonisolated(unsafe) static var a = 1", "@TaskLocal static var a = 1", "Task { b() }",
      "Task(priority: .low) { b() }", "Task.detached { b() }", "async let a = b()",
      "await withCheckedContinuation { a = $0 }", "await withUnsafeContinuation { a = $0 }",
      "deinit { b() }",
    ])
  func findsShared(code: String) {
    #expect(lines(ConfinementCheck(), "\n" + code) == [2])
    #expect(lines(ConfinementCheck(), layer: "Simulator", code) == [])
  }

  @Test(
    "what is kept, and not begun, is no sharing",
    arguments: [
      "var tasks: [Task<Void, Never>] = []", "process.beginBackgroundTask { b() }",
      "nonisolated func a() {}", "await withContinuation { a = $0 }",
    ])
  func leavesConfined(code: String) {
    #expect(lines(ConfinementCheck(), code) == [])
  }

  @Test(
    "a promise in the kernel without a reason is found",
    arguments: [
      "class A: @unchecked Sendable {}", "/// A thing.\nclass A: @unchecked Sendable {}",
      "/// `@unchecked Sendable`:\nclass A: @unchecked Sendable {}",
    ])
  func findsMissingReason(code: String) {
    #expect(lines(SafetyCheck(), layer: "Simulator", code).count == 1)
  }

  @Test(
    "an arrow that points up is found",
    arguments: [
      ("Simulator", "import Network", false), ("Simulator", "import SystemSupport", true),
      ("Network", "import SystemSupport", false), ("SystemSupport", "import Simulator", false),
      ("Network", "public import Simulator", true),
      ("Network", "internal import Backend", false), ("Devices", "import Backend", true),
      ("Devices", "public import Chat", false), ("Chat", "import Devices", true),
      ("Chat", "import rehearse", false), ("Backend", "import Foundation", false),
      ("Simulator", "import Dispatch", false), ("Simulator", "internal import Glibc", true),
      ("Network", "internal import Glibc", false), ("Collections", "import Glibc", false),
      ("Network", "internal import RehearsalCollections", true),
      ("Collections", "import Simulator", false),
      ("Simulator", "import Harness", false), ("Network", "import Harness", true),
      ("Rehearsal", "@_exported public import Network", true),
      ("Network", "@_exported public import Simulator", false), ("Chat", "import Rehearsal", false),
      ("scenarios", "import Chat", true), ("scenarios", "import Rehearsal", true),
      ("scenarios", "import Backend", false),
    ])
  func findsArrows(layer: String, code: String, isAllowed: Bool) {
    #expect(lines(LayeringCheck(), layer: layer, code) == (isAllowed ? [] : [1]))
  }

  @Test("an import of a target that is not named is found")
  func findsDependencies() throws {
    let manifest = Manifest(
      """
      .target(name: "A"), .testTarget(name: "B", dependencies: ["C"], path: "Tests/B"),
      .executableTarget(
        name: "C", dependencies: [
          "A",
        ])
      """)
    #expect(manifest.targets.map(\.name) == ["A", "B", "C"])
    #expect(manifest.targets.map(\.path) == ["Sources/A", "Tests/B", "Sources/C"])
    let code = "import A\nimport B\nimport C\nimport Testing"
    let file = SourceFile(layer: "B", path: "B.swift", text: code)
    #expect(manifest.findings(in: manifest.targets[1], files: [file]).map(\.line) == [1])
    #expect(manifest.findings(in: manifest.targets[2], files: [file]).map(\.line) == [2])
  }

  @Test("the line after the 500th is found")
  func findsLength() {
    let line = "let a = 1\n"
    #expect(lines(SizeCheck(), String(repeating: line, count: 500)) == [])
    #expect(lines(SizeCheck(), String(repeating: line, count: 501)) == [501])
  }

  private static let declarations = """
    var known: Set<Int> = []
    var rows: [String: Int] = [:]
    var list: [Int] = []

    """

  @Test(
    "walking through a set or a dictionary is found",
    arguments: [
      "for a in known { use(a) }", "for (a, b) in rows where b > 0 { use(a) }",
      "for a in rows.keys { use(a) }", "for a in self.known.filter({ $0 > 1 }) { use(a) }",
      "let a = rows.values.map { $0 + 1 }", "let a = known.first", "known.forEach { use($0) }",
      "let a = rows.reduce(0) { $0 + $1.value }", "let a = Array(known)",
      "let a = other.values.compactMap { $0 }", "let a = other.keys.map { $0 }",
      "return known.filter { $0 > 1 }.map { $0 }",
    ])
  func findsWalks(code: String) {
    let file = source(Self.declarations + code)
    #expect(OrderCheck([file]).findings(in: file).map(\.line) == [4])
  }

  @Test(
    "what keeps an order or needs none is left alone",
    arguments: [
      "for a in known.sorted() { use(a) }", "for a in rows.keys.sorted() { use(a) }",
      "for a in list { use(a) }", "let a = rows[b]", "let a = known.contains(b)",
      "let a = rows.values.map { $0 }.sorted()", "let a = known.count", "rows[b]?.map { $0 }",
      "let a = Array(known).sorted()", "let a = known.map { b in b }.sorted { $0 < $1 }",
      "for a in known {  // order: a sum is the same in any",
      "// order: a sum is the same in any\nfor a in known { sum += a }",
      "let a = rows.values.allSatisfy { $0 > 1 }", "known.insert(list.first)",
      "for a in path.keys { use(a) }", "let a = Set(known.map { $0 + 1 })",
    ])
  func leavesOrder(code: String) {
    let file = source(Self.declarations + code)
    #expect(OrderCheck([file]).findings(in: file) == [])
  }

  @Test("names that one file of a type declares are known in its other files")
  func joinsFiles() {
    let first = SourceFile(layer: "Chat", path: "Sources/Chat/A.swift", text: "let b: Set<Int>")
    let second = SourceFile(
      layer: "Chat", path: "Sources/Chat/A+More.swift", text: "for c in b { use(c) }")
    #expect(OrderCheck([first, second]).findings(in: second).count == 1)
    #expect(OrderCheck([second]).findings(in: second) == [])
  }
}
