/// A task that waits for something the simulation will tell it.
///
/// Unlike a bare continuation it can be described in a story, is resumed at most once, ends with
/// `CancellationError` when its task is cancelled and with ``WorldEnded`` when its world ends first.
///
/// `@unchecked Sendable`: confined to the thread that drives the world.
public final class WorldContinuation<Value: Sendable>: @unchecked Sendable {
  // Inlined into the modules that wait: code for values of any type would look theirs up at every turn.

  @usableFromInline var continuation: CheckedContinuation<Value, any Error>?
  @usableFromInline let world: World
  @usableFromInline let ticket: UInt64

  @inlinable
  init(world: World, ticket: UInt64) {
    self.world = world
    self.ticket = ticket
  }

  @inlinable
  func begin(_ continuation: CheckedContinuation<Value, any Error>) {
    self.continuation = continuation
  }

  /// Whether nobody has resumed it yet.
  public var isWaiting: Bool {
    if !world.isDriving { world.refuseReader("a waiting task was asked about") }
    world.footprints?.touch(continuation: ticket)
    return continuation != nil
  }

  /// Lets the task go on with `value`; does nothing when it already went on.
  @inlinable
  public func resume(returning value: Value) {
    finish(.success(value))
  }

  /// Lets the task go on with an error; does nothing when it already went on.
  @inlinable
  public func resume(throwing error: any Error) {
    finish(.failure(error))
  }

  /// Notes that a step touches it; false for a stranger, who is refused.
  @usableFromInline
  @inline(never)
  func isUsable() -> Bool {
    guard world.checkDriving("a waiting task was resumed") else { return false }
    world.footprints?.touch(continuation: ticket)
    return true
  }

  @inlinable
  func finish(_ result: Result<Value, any Error>) {
    guard world.isOpen || isUsable() else { return }
    guard let waiting = continuation.take() else { return }
    world.unpark(ticket)
    waiting.resume(with: result)
  }
}

/// Thrown to whoever waits in a world that has ended.
public struct WorldEnded: Error, CustomStringConvertible {
  /// Makes the error.
  public init() {}
  public var description: String { "the world ended while this task was waiting" }
}

/// One entry of a world's list of who waits for what.
@usableFromInline
struct Waiter {
  let reason: () -> String
  let abandon: (any Error) -> Void

  @usableFromInline
  init(reason: @escaping () -> String, abandon: @escaping (any Error) -> Void) {
    self.reason = reason
    self.abandon = abandon
  }
}

extension World {
  /// Suspends the calling task until `body`'s ``WorldContinuation`` is resumed.
  ///
  /// - Parameters:
  ///   - reason: A description of the thing that the task waits for, told when a run stalls.
  ///   - body: Receives the parked task before it sleeps and keeps it where the news will arrive.
  /// - Throws: The error with which the parked task is resumed, `CancellationError`, or ``WorldEnded``.
  @inlinable
  public func withContinuation<Value: Sendable>(
    _ reason: @escaping @Sendable () -> String,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (WorldContinuation<Value>) -> Void
  ) async throws -> Value {
    guard checkDriving("a task waited") else { throw WorldEnded() }
    guard !isEnding else { try await refuse() }
    let continuation = WorldContinuation<Value>(world: self, ticket: nextTicket())
    return try await withTaskCancellationHandler {
      _ = isolation
      return try await withCheckedThrowingContinuation { checked in
        continuation.begin(checked)
        addWaiter(
          continuation.ticket,
          Waiter(reason: reason, abandon: { continuation.resume(throwing: $0) }))
        if Task.isCancelled {
          continuation.resume(throwing: CancellationError())
        } else {
          body(continuation)
        }
      }
    } onCancel: {
      continuation.resume(throwing: CancellationError())
    }
  }
}
