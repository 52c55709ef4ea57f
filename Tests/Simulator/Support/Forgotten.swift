import Synchronization

/// Continuations that nobody will resume, kept so that Swift does not report them as lost.
enum Forgotten {
  private static let kept = Mutex<[CheckedContinuation<Void, Never>]>([])

  static func keep(_ continuation: CheckedContinuation<Void, Never>) {
    kept.withLock { $0.append(continuation) }
  }
}
