import Backend
import Testing

@testable import Devices

@Suite("Trees of values at paths")
struct PathTreeTests {
  private static func key(_ number: Int) -> Key { Key("k\(number)") }

  @Test(
    "a tree holds what was put in, in key order, whether its children are few or many",
    arguments: [1, 16, 17, 40])
  func holdsWhatWasPutIn(_ count: Int) {
    var tree = PathTree<Int>()
    // A step that shares no factor with the counts visits every number, out of order.
    for step in 0..<count {
      let number = step * 3 % count
      tree[Path([Self.key(number), "leaf"])] = PathTree(number)
      tree.checkInvariants()
    }
    #expect(tree.keys == (0..<count).map(Self.key).sorted())
    for number in 0..<count {
      #expect(tree.value(at: Path([Self.key(number), "leaf"])) == number)
    }
  }

  @Test("a tree that grows and shrinks changes its form and keeps its values")
  func growsAndShrinks() {
    var tree = PathTree<Int>()
    for number in 0..<40 { tree[child: Self.key(number)] = PathTree(number) }
    for number in 0..<39 {
      tree[child: Self.key(number)] = PathTree()
      tree.checkInvariants()
      #expect(tree.keys.count == 39 - number)
      #expect(tree.value(at: Path([Self.key(39)])) == 39)
    }
    tree.update(child: Self.key(39)) { $0.value = nil }
    #expect(tree.isEmpty)
  }

  @Test("a change leaves copies as they were", arguments: [3, 30])
  func changesLeaveCopiesAlone(_ count: Int) {
    var tree = PathTree<Int>()
    for number in 0..<count { tree[child: Self.key(number)] = PathTree(number) }
    let copy = tree
    tree.update(Path([Self.key(1)])) { $0 = -1 }
    tree.update(Path([Self.key(2), "below"])) { $0 = -2 }
    #expect(copy.value(at: Path([Self.key(1)])) == 1)
    #expect(copy.value(at: Path([Self.key(2), "below"])) == nil)
    #expect(tree.value(at: Path([Self.key(1)])) == -1)
    #expect(tree.value(at: Path([Self.key(2), "below"])) == -2)
  }

  /// Paths of which none lies within another, in no order, each with its number.
  private static func paths(_ count: Int, seed: UInt64) -> [(path: Path, value: Int)] {
    var random = SplitMix(seed: seed)
    let numbers = (0..<count).map { ($0, random.next()) }.sorted { $0.1 < $1.1 }.map(\.0)
    return numbers.map { (Path(["top", key($0 / 20), key($0 % 20)]), $0) }
  }

  private static func pairs(_ tree: PathTree<Int>) -> [String] {
    var pairs: [String] = []
    tree.visit { pairs.append("\($0) \($1)") }
    return pairs
  }

  @Test("a tree built at once is the one built step by step", arguments: [0, 1, 5, 17, 300])
  func builtAtOnce(_ count: Int) {
    let values = Self.paths(count, seed: UInt64(count))
    var expected = PathTree<Int>()
    for (path, value) in values { expected[path] = PathTree(value) }
    let tree = PathTree(values: values)
    tree.checkInvariants()
    #expect(Self.pairs(tree) == Self.pairs(expected))
  }

  @Test("paths within others are put in one after the other")
  func overlapping() {
    let tree = PathTree(values: [("a/b", 1), ("a", 2), ("a/c", 3), ("d", 4), ("d", 5)])
    #expect(Self.pairs(tree) == ["/a 2", "/a/c 3", "/d 5"])
  }

  @Test("a tree laid over another does what its values do one by one", arguments: 0..<40)
  func joined(_ seed: Int) {
    let mine = Self.paths([0, 3, 40, 300][seed % 4], seed: UInt64(seed))
    let all = Self.paths([300, 20, 320][seed % 3], seed: UInt64(seed + 100))
    let theirs = Array(all.prefix(1 + all.count * (seed % 5) / 5))
    var (sum, difference) = (PathTree(values: mine), PathTree(values: mine))
    var (expectedSum, expectedDifference) = (sum, difference)
    sum.join(PathTree(values: theirs)) { mine, theirs in
      if let value = theirs.value { mine.value = (mine.value ?? 0) + value }
      return false
    }
    difference.join(PathTree(values: theirs)) { mine, theirs in
      if theirs.value != nil { mine = PathTree() }
      return mine.isEmpty
    }
    for (path, value) in theirs {
      expectedSum.update(path) { $0 = ($0 ?? 0) + value }
      expectedDifference[path] = PathTree()
    }
    sum.checkInvariants()
    difference.checkInvariants()
    #expect(Self.pairs(sum) == Self.pairs(expectedSum))
    #expect(Self.pairs(difference) == Self.pairs(expectedDifference))
  }

  @Test("values go through a function where they are", arguments: [3, 300])
  func mapped(_ count: Int) {
    let tree = PathTree(values: Self.paths(count, seed: 1))
    let mapped = tree.compactMapValues { path, value in
      value % 3 == 0 ? nil : path.depth + value
    }
    mapped.checkInvariants()
    var expected: [String] = []
    tree.visit { if $1 % 3 != 0 { expected.append("\($0) \($1 + 3)") } }
    #expect(Self.pairs(mapped) == expected)
  }

  @Test("a priority is visited last, whatever stands around it", arguments: [2, 30])
  func priorityComesLast(_ count: Int) {
    var tree = PathTree<Int>()
    tree[child: .priority] = PathTree(-1)
    // Numbers sort before the dot of a priority, letters behind it.
    for number in 0..<count { tree[child: Self.key(number)] = PathTree(number) }
    tree[child: "7"] = PathTree(7)
    var visited: [Key] = []
    tree.visit { path, _ in if let key = path.last { visited.append(key) } }
    #expect(visited.first == "7")
    #expect(visited.last == .priority)
    #expect(visited.count == count + 2)
  }
}
