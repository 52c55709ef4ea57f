import Testing

@testable import Simulator

/// Values that a digest looks into by itself.
@Suite("A digest sees the whole of a value")
struct DigestibleTests {
  private enum Fruit: Digestible, CustomStringConvertible {
    case apple
    case pear
    case basket([String])
    case crate(of: Int)

    var description: String { "fruit" }
  }

  private class Animal: Digestible {
    var legs = 4
  }

  private final class Dog: Animal {
    var name = "Rex"
  }

  /// A row as a team writes it: nothing said but the protocol's name.
  private struct Row: Digestible {
    var text = "hello"
    var count = 3
    var isRead = false
    var time: Duration? = .seconds(1)
    var tags: Set<String> = ["a", "b", "c"]
    var counts: [String: Int] = ["a": 1, "b": 2]
    var pair: (Int, String) = (1, "one")
    var fruit = Fruit.basket(["fig"])
    var nested: [Inner] = [Inner()]
    var ratio = 0.5
    var dog = Dog()

    /// It conforms to nothing.
    struct Inner {
      var deep = 1
      var deeper: [Int?] = [nil, 2]
    }
  }

  @Test("a change of any part gives another digest, whatever the type says of itself")
  func changes() {
    let changes: [(inout Row) -> Void] = [
      { $0.text = "hellp" }, { $0.count = 2 }, { $0.isRead = true }, { $0.time = nil },
      { $0.time = .zero },
      { $0.tags = ["a", "b"] }, { $0.tags = ["a", "b", "d"] }, { $0.counts["a"] = 2 },
      { $0.counts = ["a": 2, "b": 1] }, { $0.pair.0 = 2 }, { $0.pair.1 = "two" },
      { $0.fruit = .apple },
      { $0.fruit = .pear }, { $0.fruit = .basket(["fig", "fig"]) }, { $0.fruit = .crate(of: 1) },
      { $0.nested[0].deep = 2 }, { $0.nested[0].deeper = [2, nil] }, { $0.nested = [] },
      { $0.ratio = 0.5.nextUp },
      { row in
        row.dog = Dog()
        row.dog.legs = 3
      },
      { row in
        row.dog = Dog()
        row.dog.name = "Rey"
      },
    ]
    var digests = [Row().digest]
    for change in changes {
      var row = Row()
      change(&row)
      digests.append(row.digest)
    }
    #expect(Set(digests).count == digests.count)
    #expect(Row().digest == digests[0])
  }

  @Test("a case without a value is told by its name, although the type describes all alike")
  func cases() {
    #expect(Fruit.apple.digest != Fruit.pear.digest)
  }

  @Test("sets and dictionaries count as the same in any order of insertion")
  func order() {
    let forwards = (0..<200).map { "\($0)" }
    let left = Row(tags: Set(forwards), counts: Dictionary(forwards.map { ($0, 1) }) { $1 })
    let right = Row(
      tags: Set(forwards.reversed()), counts: Dictionary(forwards.reversed().map { ($0, 1) }) { $1 }
    )
    #expect(left.digest == right.digest)
    #expect(Set(forwards).digest == Set(forwards.reversed()).digest)
    #expect(["a": 1, "b": 2].digest != ["a": 2, "b": 1].digest)
  }

  @Test("values of the standard library differ by every bit", arguments: 0..<64)
  func bits(bit: Int) {
    #expect((UInt64(1) << UInt64(bit)).digest != 0.digest)
    #expect(Int64(bitPattern: 1 << bit).digest != 0.digest)
    #expect(Double(bitPattern: 1 << bit).digest != 0.0.digest)
    #expect([Int64(bitPattern: 1 << bit)].digest != [0 as Int64].digest)
    #expect(Optional(Int64(bitPattern: 1 << bit)).digest != Int64?.none.digest)
  }

  /// Leaves of the standard library, inside of what reflection looks into.
  private struct Leaves: Digestible {
    var nested = Nested()

    struct Nested {
      var letter: Character = "e"
      var scalar: Unicode.Scalar = "e"
      var wide: Int128 = 1
      var unsigned: UInt128 = 1
      var type: Any.Type = Int.self
      var nothing: Void = ()
      var empty: [Int] = []
    }
  }

  @Test("values in which reflection sees no parts count")
  func leaves() {
    let changes: [(inout Leaves.Nested) -> Void] = [
      { $0.letter = "é" }, { $0.scalar = "f" }, { $0.wide = 1 << 100 }, { $0.wide = -1 },
      { $0.unsigned = 1 << 127 }, { $0.type = String.self }, { $0.empty = [1] },
    ]
    var digests = [Leaves().digest]
    for change in changes {
      var leaves = Leaves()
      change(&leaves.nested)
      digests.append(leaves.digest)
    }
    #expect(Set(digests).count == digests.count)
    #expect(Leaves().digest == digests[0])
  }

  private actor Counter {}

  /// A row with a part that cannot be hashed.
  private struct Blind<Part>: Digestible {
    let part: Part
  }

  @Test("a part that cannot be hashed ends the run, which says its type")
  func blind() throws {
    func failure(_ row: @escaping @Sendable () -> any Digestible) -> Failure? {
      let world = World(seed: 1)
      let verdict = world.run { _ = row().digest }
      if case .failed(let failure) = verdict { return failure }
      return nil
    }
    let closure = try #require(failure { Blind(part: { () -> Int in 1 }) })
    #expect(closure.kind == Misuse.kind)
    #expect(closure.expected.contains("() -> Int"))
    #expect(try #require(failure { Blind(part: Counter()) }).expected.contains("Counter"))
    #expect(failure { Blind(part: \Row.text) } != nil)
    #expect(failure { Blind(part: ObjectIdentifier(Animal.self)) } != nil)
    #expect(failure { Row() } == nil)
    #expect(failure { Blind(part: ()) } == nil)
  }

  /// An object that may know the one that holds it.
  private final class Node: Digestible {
    var label = 0
    var below: [Node] = []
    var above: Node?
  }

  /// Nodes one in the other.
  private static func chain(_ length: Int) -> Node {
    let top = Node()
    var last = top
    for label in 1..<length {
      let next = Node()
      next.label = label
      last.below = [next]
      last = next
    }
    return top
  }

  @Test("objects that hold each other in a circle end the run instead of the stack")
  func circles() throws {
    func failure(_ row: @escaping @Sendable () -> any Digestible) -> Failure? {
      let world = World(seed: 1)
      if case .failed(let failure) = world.run({ _ = row().digest }) { return failure }
      return nil
    }
    // Each knows all others, so that there are more ways than can be tried.
    let circle = try #require(
      failure {
        let nodes = (0..<20).map { _ in Node() }
        for node in nodes { node.below = nodes.filter { $0 !== node } }
        return nodes[0]
      })
    #expect(circle.kind == Misuse.kind)
    #expect(circle.expected.contains("Node"))
    let parent = failure {
      let top = Self.chain(3)
      top.below[0].above = top
      return Blind(part: [top])
    }
    #expect(parent?.kind == Misuse.kind)
    #expect(failure { Self.chain(ReflectedObjects.mostNested + 1) }?.kind == Misuse.kind)
  }

  @Test("an object that is held twice, or by many others in a row, counts with all of its content")
  func shared() {
    let twice = Node()
    #expect(Blind(part: [twice, twice]).digest == Blind(part: [twice, Node()]).digest)
    let length = ReflectedObjects.mostNested
    let chain = Self.chain(length)
    let digest = chain.digest
    #expect(digest == Self.chain(length).digest)
    var last = chain
    while let next = last.below.first { last = next }
    last.label = -1
    #expect(chain.digest != digest)
  }

  @Test("an event is not looked into by reflection: it has to say what of it counts")
  func eventsSayIt() {
    let event: any JournalEvent = JournalNote(.life, "told")
    #expect(!(event is any Digestible))
  }

  @Test("an event enters a run's digest with all of its content")
  func events() {
    struct Committed: JournalEvent {
      var row = Row()
      var kind: Journal.Kind { .disk }
      var text: String { "committed" }
      func digest(into hash: inout StableHash) { hash.mix(row) }
    }
    func digest(deep: Int?) -> UInt64 {
      let world = World(seed: 1)
      world.run {
        var event = Committed()
        event.row.nested[0].deeper[1] = deep
        world.journal.record(event, about: JournalSource("Alice"))
      }
      return world.journal.digest
    }
    #expect(digest(deep: 2) == digest(deep: 2))
    #expect(digest(deep: 2) != digest(deep: 3))
  }
}
