import Backend
import Testing

@Suite("The source of rules")
struct RulesSourceTests {
  @Test("the nearest file above a source is found, wherever the tests run")
  func nearest() throws {
    // This file stands three folders below the package's.
    let source = RulesSource.nearest("Examples/SharedList/database.rules.json")
    guard case .file(let path) = source else {
      Issue.record("\(source) is no file")
      return
    }
    #expect(path.hasPrefix("/"))
    #expect(throws: Never.self) { try source.compile() }
  }

  @Test("a file that is nowhere above counts from the working directory, and is named")
  func nowhere() {
    let source = RulesSource.nearest("no-such-rules.json")
    let error = #expect(throws: RulesSourceError.self) { try source.compile() }
    guard case .unreadable(let path, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path == "no-such-rules.json")
  }

  @Test("a path can be written as its keys")
  func keys() {
    let item: Key = "a"
    #expect(["items", item, "name"] as Path == "/items/a/name")
    #expect(([] as Path).isRoot)
  }
}
