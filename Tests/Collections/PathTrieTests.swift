import RehearsalCollections
import TestSupport
import Testing

/// Some numbers at a location.
private struct Numbers: PathTrieValue, Equatable {
  var all: [Int] = []
  var isEmpty: Bool { all.isEmpty }
}

@Suite("Path tries against dictionaries")
struct PathTrieTests {
  @Test("a trie finds what a dictionary by path finds, and keeps no more", arguments: 0..<4)
  func model(seed: UInt64) {
    var numbers = FixedNumbers(seed: seed)
    var trie = PathTrie<String, Numbers>()
    var model: [[String]: [Int]] = [:]
    for step in 0..<300 {
      // Many children of the root, few below, so that both forms of a table of children are used.
      let path = (0..<numbers.next(below: 4)).map { "\(numbers.next(below: $0 == 0 ? 12 : 3))" }
      if numbers.next(below: 3) > 0 {
        let slot = trie.makeSlot(at: path)
        trie.values[slot].all.append(step)
        model[path, default: []].append(step)
      } else if let slot = trie.slot(at: path), model.removeValue(forKey: path) != nil {
        trie.values[slot] = Numbers()
        trie.prune(from: slot)
      }
      trie.checkInvariants()
      #expect(trie.isEmpty == model.isEmpty)
      #expect(contents(of: trie) == model)
    }
    for path in model.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      guard let slot = trie.slot(at: path) else { continue }
      trie.values[slot] = Numbers()
      trie.prune(from: slot)
    }
    #expect(trie.isEmpty)
    trie.checkInvariants()
  }

  /// Everything that a walk down the trie finds; records where children are out of order.
  private func contents(of trie: PathTrie<String, Numbers>) -> [[String]: [Int]] {
    var found: [[String]: [Int]] = [:]
    func walk(_ slot: Int, _ path: [String]) {
      if !trie.values[slot].isEmpty { found[path] = trie.values[slot].all }
      let children = trie.children(of: slot)
      #expect(children.map(\.key) == children.map(\.key).sorted())
      for (key, child) in children {
        #expect(trie.child(key, of: slot) == child)
        #expect(trie.slot(at: path + [key]) == child)
        walk(child, path + [key])
      }
    }
    walk(PathTrie<String, Numbers>.root, [])
    return found
  }
}
