import Backend
import Testing

/// The cases are those of firebase-ios-sdk, `FCompoundHashTest`. There a range is compared by the text that is hashed; here, where
/// hashes are the simulator's own, with the hash of a node that has the leaves of that text and no others.
@Suite("Compound hashes")
struct CompoundHashTests {
  @Test("nothing has no ranges")
  func empty() {
    #expect(CompoundHash(.empty) == CompoundHash(posts: [], hashes: []))
  }

  @Test("a node that is not split is one range, up to its last leaf")
  func whole() {
    let hash = CompoundHash(["foo": "bar"]) { _, _ in false }
    #expect(hash.posts == ["foo"])
    #expect(hash.hashes.count == 1)
    #expect(hash != CompoundHash(["foo": "baz"]) { _, _ in false })
  }

  @Test("a parent's priority is a leaf at its place among the keys, and no range ends with it")
  func priority() {
    let node: Node = [
      "foo": (["!before": "before", "after": "after"] as Node).updatingPriority(.string("prio")),
      "qux": "qux",
    ]
    var asked: [Path] = []
    let hash = CompoundHash(node) { path, _ in
      asked.append(path)
      return path == "foo/!before" || path == "foo/after"
    }
    #expect(asked == ["foo/!before", "foo/after", "qux"])
    #expect(hash.posts == ["foo/!before", "foo/after", "qux"])
    let after: Node = ["foo": (["after": "after"] as Node).updatingPriority(.string("prio"))]
    #expect(hash.hashes[1] == Self.range(after))
    #expect(hash.hashes[1] != Self.range(["foo": ["after": "after"]]))
  }

  @Test("a leaf's priority belongs to the leaf")
  func leafPriority() {
    let hash = CompoundHash(["foo": Node("bar").updatingPriority(.string("baz"))]) { _, _ in false }
    #expect(hash.posts == ["foo"])
    #expect(hash.hashes != [Self.range(["foo": "bar"])])
  }

  @Test("ranges follow the order of keys, by which 10 comes behind 2")
  func keyOrder() {
    let hash = CompoundHash(["1": "one", "2": "two", "10": "ten"]) { path, _ in path == "2" }
    #expect(hash.posts == ["2", "10"])
    #expect(hash.hashes == [Self.range(["1": "one", "2": "two"]), Self.range(["10": "ten"])])
  }

  @Test("a range can begin and end within a child")
  func childBounds() {
    let node: Node = ["bar": ["deep": "value"], "foo": ["other": "value", "third": "value"]]
    let hash = CompoundHash(node) { path, _ in path == "bar/deep" || path == "foo/other" }
    #expect(hash.posts == ["bar/deep", "foo/other", "foo/third"])
    #expect(
      hash.hashes == [
        Self.range(["bar": ["deep": "value"]]), Self.range(["foo": ["other": "value"]]),
        Self.range(["foo": ["third": "value"]]),
      ])
  }

  private static let texts: [(Node, [String])] = [
    (["foo": "bar"], [#"("foo":(string:"bar""#]),
    (
      ["foo": ["!a": true, "b": false], "qux": 1],
      [
        #"("foo":("!a":(boolean:true"#, #"("foo":("!a":(boolean:true),"b":(boolean:false"#,
        #"("foo":("!a":(boolean:true),"b":(boolean:false)),"qux":(number:0123456789abcdef"#,
      ]
    ),
    (
      ["foo": Node("bar").updatingPriority(.string("baz"))],
      [#"("foo":(priority:string:"baz":string:"bar""#]
    ),
    (
      ["\"": "\\", "\"\\": "\"\\"],
      [#"("\"":(string:"\\""#, #"("\"":(string:"\\"),"\"\\":(string:"\"\\""#]
    ),
  ]

  @Test("the text of a range is as long as the platform's", arguments: texts)
  func lengths(node: Node, texts: [String]) {
    var lengths: [Int] = []
    _ = CompoundHash(node) { _, length in
      lengths.append(length)
      return false
    }
    #expect(lengths == texts.map(\.utf16.count))
  }

  @Test(
    "a node is split into about the square root of its size in hundreds",
    arguments: [(500, 12...18), (5_000, 45...55), (50_000, 140...160)])
  func defaultSplit(leaves: Int, hashes: ClosedRange<Int>) {
    let node = Node(children: (0..<leaves).map { (Key("\($0)"), "value") })
    // The platform's count has the empty hash behind the last range.
    #expect(hashes.contains(CompoundHash(node).hashes.count + 1))
  }

  @Test("a listen carries one for more than 1,024 estimated bytes")
  func threshold() {
    // An opening brace, and for each of the two members its key, 4, and the text with its quotes.
    func node(_ size: Int) -> Node {
      [
        "a": Node(.string(String(repeating: "x", count: 500))),
        "b": Node(.string(String(repeating: "x", count: size - 1 - 2 * 7 - 500))),
      ]
    }
    #expect(node(1_024).estimatedSerializedSize == 1_024)
    #expect(ListenHash(of: node(1_024)).compound == nil)
    #expect(ListenHash(of: node(1_025)).compound?.posts == ["a", "b"])
  }

  @Test("who holds all but what was added behind is told that alone")
  func appended() throws {
    var list = (100..<200).map { (Key("\($0)"), "value" as Node) }
    let hash = CompoundHash(Node(children: list))
    #expect(hash.merges(for: Node(children: list)) == [])
    list.append(("200", "new"))
    let merges = try #require(hash.merges(for: Node(children: list)))
    #expect(merges == [RangeMerge(PathRange(after: "199", through: nil), ["200": "new"])])
  }

  @Test("hashes without posts, and posts out of order, are no reason to tell ranges")
  func malformed() {
    #expect(CompoundHash(posts: ["a"], hashes: []).merges(for: ["a": 1]) == nil)
    #expect(CompoundHash(posts: ["b", "a"], hashes: [1, 2]).merges(for: ["a": 1]) == nil)
  }

  /// The hash of a range that has a node's leaves.
  private static func range(_ node: Node) -> UInt64? {
    CompoundHash(node) { _, _ in false }.hashes.first
  }
}
