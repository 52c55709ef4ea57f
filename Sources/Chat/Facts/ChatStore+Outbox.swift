internal import Devices

// What waits for the backend's answer: on the disk from the step on that made it, and until the answer is there (C-17).

extension ChatStore {
  /// Adds an operation to the outbox, with a mark where it needs one. No screen shows it before the database does.
  ///
  /// - Parameter previous: How stood before what this phone shows changed already.
  mutating func enqueue(
    _ change: OutboxOperation.Change, previous: Previous? = nil
  ) -> OutboxOperation {
    let mark = change.needsMark ? nextMark() : nil
    let operation = outbox.append(change, previous: previous, mark: mark)
    uncommitted.put(operation, at: operation.rowKey, in: Self.outboxTable)
    return operation
  }

  private mutating func nextMark() -> OutboxMark {
    marks.lastNumber += 1
    uncommitted.put(marks, at: MarkCounter.rowKey, in: MarkCounter.table)
    return OutboxMark(
      installation: marks.installation, slot: outbox.freeSlot, number: marks.lastNumber)
  }

  /// Has the next operation of some kind remember what one does that was refused; false where there is none.
  mutating func passOn(
    _ operation: OutboxOperation, to isNext: (OutboxOperation.Change) -> Bool
  ) -> Bool {
    guard let next = outbox.remember(operation.previous, where: isNext) else { return false }
    uncommitted.put(next, at: next.rowKey, in: Self.outboxTable)
    return true
  }

  /// Takes a settled operation from the outbox; nil when it is not there any more.
  mutating func complete(_ number: Int) -> OutboxOperation? {
    guard let operation = outbox.remove(number) else { return nil }
    if case .change = operation.change { appearances.increase() }
    uncommitted.delete(operation.rowKey, in: Self.outboxTable)
    return operation
  }
}
