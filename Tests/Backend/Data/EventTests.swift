import Testing

@testable import Backend

@Suite struct EventTests {
  /// Everything is known.
  private struct Whole: ChildSource {
    let node: Node

    func completeChild(_ key: Key) -> Node? { node[child: key] }

    func child(
      beyond place: NodeChildren.Element, order: QueryOrder, isReverse: Bool
    ) -> NodeChildren.Element? {
      let indexed = IndexedNode(node, order: order)
      return isReverse ? indexed.child(before: place) : indexed.child(after: place)
    }
  }

  @Test("several changes of one child fold into one, or into none")
  func folding() {
    var changes = ChildChanges()
    changes.record("a", from: .empty, to: 1)
    changes.record("a", from: 1, to: 2)
    changes.record("b", from: 1, to: .empty)
    changes.record("b", from: .empty, to: 2)
    changes.record("c", from: .empty, to: 1)
    changes.record("c", from: 1, to: .empty)
    changes.record("d", from: 1, to: 2)
    changes.record("d", from: 2, to: 1)
    changes.record("e", from: 1, to: 2)
    changes.record("e", from: 2, to: .empty)
    #expect(changes["a"] == .added(2))
    #expect(changes["b"] == .changed(from: 1, to: 2))
    #expect(changes["c"] == nil)
    #expect(changes["d"] == nil)
    #expect(changes["e"] == .removed(1))
  }

  @Test("events come as removals, additions, moves, changes and the value, each in order")
  func order() {
    let before: Node = ["a": 1, "b": 2, "c": 3, "d": 4]
    let after: Node = ["a": 9, "c": 3, "e": 0, "f": 5, "d": 4]
    var changes = ChildChanges()
    Node.forEachChildDifference(from: before, to: after) {
      changes.record($0, from: $1 ?? .empty, to: $2 ?? .empty)
    }
    let events = changes.events(in: IndexedNode(after, order: .value), raisesValue: true)
    #expect(
      events == [
        DataEvent(.childRemoved, key: "b", node: 2),
        DataEvent(.childAdded, key: "e", node: 0),
        DataEvent(.childAdded, key: "f", node: 5, previousKey: "d"),
        DataEvent(.childMoved, key: "a", node: 9, previousKey: "f"),
        DataEvent(.childChanged, key: "a", node: 9, previousKey: "f"),
        DataEvent(.value, node: after),
      ])
    #expect(changes.events(in: IndexedNode(after, order: .value), raisesValue: false).count == 5)
  }

  @Test(
    "a window kept change by change is the one cut anew", arguments: [1, 3, 50], [true, false])
  func windows(_ limit: Int, _ isFromEnd: Bool) throws {
    let range = try QueryParameters().ordered(by: .child("v")).starting(at: 2)
    let query = try isFromEnd ? range.limited(toLast: limit) : range.limited(toFirst: limit)
    let filter = ViewFilter(query)
    var random = SeededGenerator(seed: UInt64(limit))
    var node = Node.empty
    var shown = IndexedNode(.empty, order: query.order)
    for _ in 0..<500 {
      let before = shown.node
      let key = Key("k\(random.next() % 12)")
      let child: Node =
        random.next() % 3 == 0 ? .empty : ["v": Node(.number(Double(random.next() % 9)))]
      node = node.updating(child: key, to: child)
      var changes: ChildChanges? = ChildChanges()
      filter.update(&shown, child: key, to: child, source: Whole(node: node), changes: &changes)
      #expect(shown.node == filter.shown(of: node))
      var replayed = before
      for entry in try #require(changes).sorted(by: .key) {
        if case .removed = entry.change {
          replayed = replayed.updating(child: entry.key, to: .empty)
        } else {
          replayed = replayed.updating(child: entry.key, to: entry.change.node)
        }
      }
      #expect(replayed == shown.node)
    }
  }

  @Test("a query with bounds shows no priority of the location itself")
  func priorities() throws {
    let node = (["a": 1] as Node).updatingPriority(.number(3))
    let filter = ViewFilter(try QueryParameters().starting(at: nil))
    #expect(filter.shown(of: node).priority.isNone)
    var shown = IndexedNode(filter.shown(of: node), order: .priority)
    filter.updatePriority(&shown, to: .number(1))
    #expect(shown.node.priority.isNone)
    filter.unfiltered.updatePriority(&shown, to: .number(1))
    #expect(shown.node.priority == .number(1))
  }
}
