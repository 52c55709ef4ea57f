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
