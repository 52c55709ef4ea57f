internal import RehearsalCollections

/// A concurrent queue's barriers: a block that is one waits for those before it and holds up those behind it.
///
/// Source: Apple, `dispatch_barrier_async`.
struct QueueGate {
  /// How many blocks have passed and not ended.
  private var passedCount = 0
  /// Whether one of them is a barrier.
  private var isBarred = false
  private var waiting = Deque<(block: QueuedBlock, isBarrier: Bool)>()

  /// Whether no block is here.
  var isIdle: Bool { passedCount == 0 && waiting.isEmpty }

  /// Whether a block that came now would pass.
  func isOpen(toBarrier isBarrier: Bool) -> Bool {
    waiting.isEmpty && !isBarred && !(isBarrier && passedCount > 0)
  }

  /// Lets a block pass; false where it has to wait, until ``leave()`` returns it.
  mutating func enter(_ block: QueuedBlock, isBarrier: Bool) -> Bool {
    guard isOpen(toBarrier: isBarrier) else {
      waiting.append((block, isBarrier))
      return false
    }
    pass(isBarrier)
    return true
  }

  /// Lets something pass that does not wait here.
  mutating func pass(_ isBarrier: Bool) {
    passedCount += 1
    isBarred = isBarrier
  }

  /// Something that has passed ends; returns the blocks that pass now, in their order.
  mutating func leave() -> [QueuedBlock] {
    passedCount -= 1
    isBarred = false
    var passing: [QueuedBlock] = []
    while !isBarred, let next = waiting.first, !(next.isBarrier && passedCount > 0) {
      _ = waiting.popFirst()
      pass(next.isBarrier)
      passing.append(next.block)
    }
    return passing
  }
}
