import HostileWire
import Testing

@testable import Backend

@Suite("The queue of operations for the end of a connection")
struct OnDisconnectQueueTests {
  /// The queue as a list that is searched from end to end.
  private struct Model {
    var operations: [(base: Path, changes: [PathChange])] = []

    mutating func store(_ changes: [PathChange], at base: Path) {
      var own: [PathChange] = []
      for change in changes {
        if let (operation, place) = position(above: change.path) {
          let above = operations[operation].changes[place]
          let relative = Path(change.path.keys.dropFirst(above.path.depth))
          operations[operation].changes[place] = PathChange(
            above.path, above.node.updating(relative, to: change.node))
        } else {
          drop(change.path)
          own.append(change)
        }
      }
      if !own.isEmpty { operations.append((base, own)) }
    }

    mutating func cancel(_ path: Path) {
      while let (operation, place) = position(above: path) {
        let above = operations[operation].changes[place]
        guard above.node.hasChildren else { return }
        operations[operation].changes.remove(at: place)
        operations[operation].changes += above.node.children.map {
          PathChange(above.path.child($0.key), $0.node)
        }
      }
      drop(path)
    }

    private func position(above path: Path) -> (operation: Int, place: Int)? {
      for operation in operations.indices {
        let changes = operations[operation].changes
        if let place = changes.firstIndex(where: { $0.path != path && $0.path.contains(path) }) {
          return (operation, place)
        }
      }
      return nil
    }

    private mutating func drop(_ path: Path) {
      for position in operations.indices {
        operations[position].changes.removeAll { path.contains($0.path) }
      }
      operations.removeAll { $0.changes.isEmpty }
    }
  }

  @Test("it keeps what a plain list keeps, in the same order, whatever is stored and cancelled")
  func likeAList() {
    var wire = HostileWire(seed: 11)
    func path() -> Path {
      Path((0..<wire.draw(4)).map { _ in Key(wire.pick(["a", "b", "c", "1"])) })
    }
    var (queue, model) = (OnDisconnectQueue(), Model())
    for step in 0..<4_000 {
      let base = path()
      if wire.happens(onceIn: 3) {
        queue.cancel(base)
        model.cancel(base)
      } else {
        let paths = (0..<wire.draw(4)).map { _ in base.appending(path()) }
        let isDisjoint = (try? Path.checkDisjoint(paths)) != nil
        let changes = (isDisjoint ? paths : Array(paths.prefix(1))).map {
          PathChange($0, Node(.number(Double(step))))
        }
        queue.store(changes, at: base)
        model.store(changes, at: base)
      }
      let kept = queue.operations
      #expect(kept.map(\.base) == model.operations.map(\.base))
      #expect(kept.map(\.changes) == model.operations.map(\.changes))
    }
  }

  @Test("thousands at places of their own cost no more each than a few")
  func many() throws {
    // A search of all for each would take 10 to the power of 10 steps.
    var queue = OnDisconnectQueue()
    for number in 0..<100_000 {
      queue.store([PathChange(Path(["p", Key("\(number)")]), 1)], at: .root)
    }
    #expect(queue.operations.count == 100_000)
    for number in 0..<100_000 where number % 2 == 0 { queue.cancel(Path(["p", Key("\(number)")])) }
    #expect(queue.operations.count == 50_000)
    queue.cancel("p")
    #expect(queue.operations.isEmpty)
  }

  @Test("what is replaced at one place over and over again takes no room")
  func replaced() {
    var queue = OnDisconnectQueue()
    for number in 0..<1_000 {
      queue.store([PathChange("a", Node(.number(Double(number))))], at: "a")
    }
    #expect(queue.operations.map(\.changes) == [[PathChange("a", 999)]])
    #expect(queue.storedCount < 100)
  }
}
