import Testing

@Suite("The sources are tidy")
struct TidyTests {
  @Test("the sources are found", arguments: SourceTree.layers + ["scenarios"])
  func findsSources(layer: String) {
    #expect(SourceTree.files.contains { $0.layer == layer && !$0.tokens.isEmpty })
  }

  @Test("nothing below the command reaches for the clock, the dice or the terminal of the system")
  func staysInside() {
    expectNone(OutsideWorldCheck().findings(in: SourceTree.files))
  }

  @Test("only the kernel makes promises that the compiler cannot check, and says why")
  func keepsSafe() {
    expectNone(SafetyCheck().findings(in: SourceTree.files))
  }

  @Test("every layer imports only the layers below it")
  func layers() {
    expectNone(LayeringCheck().findings(in: SourceTree.files))
  }

  @Test("every target names the modules that it imports", arguments: Manifest.ours.targets)
  func names(target: Manifest.Target) {
    let files = SourceTree.files(below: target.path, layer: target.name)
    #expect(!files.isEmpty)
    expectNone(Manifest.ours.findings(in: target, files: files))
  }

  @Test("no file is longer than 500 lines")
  func staysShort() {
    expectNone(SizeCheck().findings(in: SourceTree.files))
  }

  @Test("nothing iterates over an unordered collection where its order could matter")
  func keepsOrder() {
    expectNone(OrderCheck(SourceTree.files).findings(in: SourceTree.files))
  }

  private func expectNone(
    _ findings: [Untidiness], location: SourceLocation = #_sourceLocation
  ) {
    for finding in findings { Issue.record("\(finding)", sourceLocation: location) }
  }
}
