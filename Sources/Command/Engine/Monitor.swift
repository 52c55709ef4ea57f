import Foundation
import Synchronization

/// A value that threads share, and that they can wait for.
final class Monitor<State: Sendable>: Sendable {
  private let state: Mutex<State>
  private let condition = NSCondition()

  init(_ state: State) {
    self.state = Mutex(state)
  }

  /// Reads the value without waking anybody.
  func read<Result: Sendable>(_ body: (State) -> Result) -> Result {
    state.withLock { body($0) }
  }

  /// Changes the value and lets those who wait look at it.
  func update<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    let result = state.withLock { body(&$0) }
    condition.withLock { condition.broadcast() }
    return result
  }

  /// Changes the value without waking anybody.
  func note(_ body: (inout State) -> Void) {
    state.withLock { body(&$0) }
  }

  /// Asks again after every change until `body` has an answer, or until `deadline`.
  ///
  /// The answer is sought under the condition's lock, so that no change falls between looking and waiting.
  func wait<Result: Sendable>(
    until deadline: Date = .distantFuture, for body: (inout State) -> Result?
  ) -> Result? {
    condition.withLock {
      while true {
        if let result = state.withLock({ body(&$0) }) { return result }
        guard condition.wait(until: deadline) else { return state.withLock { body(&$0) } }
      }
    }
  }
}
