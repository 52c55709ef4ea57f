import Backend
import Testing

/// The cases are those of firebase-ios-sdk, `FRangeMergeTest`.
@Suite("Range merges")
struct RangeMergeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let node: Node
    let start: Path?
    let end: Path?
    let updates: Node
    let result: Node

    init(
      _ name: String, _ node: Node, after start: Path?, through end: Path?, _ updates: Node,
      gives result: Node
    ) {
      (testDescription, self.node, self.start, self.end) = (name, node, start, end)
      (self.updates, self.result) = (updates, result)
    }
  }

  private static let three: Node = ["bar": "bar", "foo": "foo", "quu": "quu"]
  private static let numbered: Node = [
    "foo": ["a": "a", "b": ["1": "1", "2": "2", "10": "10"], "c": "c"]
  ]

  static let cases = [
    Case(
      "what is in the range is replaced, what is not stays",
      [
        "bar": "bar", "quu": "quu",
        "foo": ["a": ["deep-1": 1, "deep-2": 2], "b": "b", "c": "c", "d": "d"],
      ], after: "foo/a/deep-1", through: "foo/c",
      ["foo": ["a": ["deep-2": "new", "deep-3": 3], "b-2": "new", "c": "new"]],
      gives: [
        "bar": "bar", "quu": "quu",
        "foo": [
          "a": ["deep-1": 1, "deep-2": "new", "deep-3": 3], "b-2": "new", "c": "new", "d": "d",
        ],
      ]),
    Case(
      "the start is not in the range", three, after: "bar", through: "foo", ["foo": "new"],
      gives: ["bar": "bar", "foo": "new", "quu": "quu"]),
    Case(
      "what is below the start is", three, after: "bar", through: "foo",
      ["bar": ["child": "value"], "foo": "new"],
      gives: ["bar": ["child": "value"], "foo": "new", "quu": "quu"]),
    Case(
      "the end is in the range", three, after: "bar", through: "foo", ["baz": "baz"],
      gives: ["bar": "bar", "baz": "baz", "quu": "quu"]),
    Case(
      "what is below the end is not", ["bar": "bar", "foo": ["child": "value"], "quu": "quu"],
      after: "bar", through: "foo", ["baz": "baz"],
      gives: ["bar": "bar", "baz": "baz", "foo": ["child": "value"], "quu": "quu"]),
    Case("a leaf gets children", "leaf", after: nil, through: "foo", ["bar": 1], gives: ["bar": 1]),
    Case("a leaf becomes another", "leaf", after: nil, through: .root, "new", gives: "new"),
    Case(
      "a leaf is replaced where the range ends below it", ["foo": ["bar": "bar"]], after: "foo",
      through: "foo/bar/deep", ["foo": ["bar": "new"]], gives: ["foo": ["bar": "new"]]),
    Case(
      "and is not where the range begins with it", ["foo": ["bar": "bar"]], after: "foo/bar",
      through: "foo/bar/deep", ["foo": ["bar": "new"]], gives: ["foo": ["bar": "bar"]]),
    Case(
      "everything is replaced by a range without bounds", .empty, after: nil, through: nil,
      ["foo": "foo", "bar": ["child": 1]], gives: ["foo": "foo", "bar": ["child": 1]]),
    Case(
      "a range can begin with the first path", ["bar": "bar", "foo": "foo"], after: nil,
      through: "bar", ["bar": "new"], gives: ["bar": "new", "foo": "foo"]),
    Case(
      "the end can be below the start", numbered, after: "foo", through: "foo/b/1",
      ["foo": ["a": "new", "b": ["1": "new"]]],
      gives: ["foo": ["a": "new", "b": ["1": "new", "2": "2", "10": "10"], "c": "c"]]),
    Case(
      "integer keys are in their order", numbered, after: "foo", through: "foo/b/2",
      ["foo": ["a": "new", "b": ["1": "new"]]],
      gives: ["foo": ["a": "new", "b": ["1": "new", "10": "10"], "c": "c"]]),
    Case(
      "a leaf comes with its priority", three, after: "bar", through: "foo",
      ["foo": Node("new").updatingPriority(.string("p"))],
      gives: ["bar": "bar", "foo": Node("new").updatingPriority(.string("p")), "quu": "quu"]),
    Case(
      "a parent's priority in the range is set", ["bar": "bar", "foo": "foo"], after: nil,
      through: "bar", prioritized(["bar": "new"]),
      gives: prioritized(["bar": "new", "foo": "foo"])),
    Case(
      "on a node that was empty, too", .empty, after: nil, through: "foo",
      prioritized(["foo": "foo"]), gives: prioritized(["foo": "foo"])),
    Case(
      "and removed", prioritized(["bar": "bar", "foo": "foo"]), after: nil, through: "bar",
      ["bar": "new"], gives: ["bar": "new", "foo": "foo"]),
    Case(
      "it is in a range that begins with the first path", ["foo": ["bar": "bar"]], after: nil,
      through: "foo/bar", prioritized(["baz": "baz"]), gives: prioritized(["baz": "baz"])),
    Case(
      "and in one that has all that follows", "leaf", after: .root, through: nil,
      prioritized(["foo": "bar"]), gives: prioritized(["foo": "bar"])),
  ]

  private static func prioritized(_ node: Node) -> Node { node.updatingPriority(.string("p")) }

  @Test("a merge replaces a range", arguments: cases)
  func applies(_ example: Case) {
    let merge = RangeMerge(
      PathRange(after: example.start, through: example.end), example.updates)
    let merged = merge.applied(to: example.node)
    merged.checkInvariants()
    #expect(merged == example.result)
  }

  @Test(
    "what a server tells of two nodes makes the one of the other, and no range that is the same",
    arguments: 0..<200 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let held = Self.node(&generator, depth: 3)
    let wanted = Bool.random(using: &generator) ? Self.node(&generator, depth: 3) : held
    let often = Int.random(in: 1...4, using: &generator)
    var leaves = 0
    let hash = CompoundHash(held) { _, _ in
      leaves += 1
      return leaves.isMultiple(of: often)
    }
    let merges = try #require(hash.merges(for: wanted))
    #expect(merges.reduce(held) { $1.applied(to: $0) } == wanted)
    if held == wanted { #expect(merges.isEmpty) }
    for merge in merges { #expect(held.part(in: merge.range) != merge.updates) }
  }

  /// A node without priorities, of few keys, so that leaves of one stand where the other has children.
  private static func node(_ generator: inout SeededGenerator, depth: Int) -> Node {
    if depth == 0 || Int.random(in: 0..<4, using: &generator) == 0 {
      return Node(.number(Double(Int.random(in: 0..<3, using: &generator))))
    }
    let keys: [Key] = ["1", "2", "10", "-N", "a", "b"]
    let count = Int.random(in: 0...4, using: &generator)
    return Node(
      children: (0..<count).map { _ in
        (keys.randomElement(using: &generator)!, node(&generator, depth: depth - 1))
      })
  }
}
