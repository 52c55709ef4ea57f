internal import Synchronization

/// The part of a world that other threads may look at: its heartbeat and what leaked into it.
public final class Pulse: Sendable {
  private let steps = Atomic<UInt64>(0)
  private let leaked = Atomic<Bool>(false)
  private let leaks = Mutex<Leaks>(Leaks())

  private struct Leaks {
    var first: String?
    /// Jobs that came from other threads; the driving thread runs them while taking the world down.
    var jobs: [(Lane, Step)] = []
  }

  /// The number of steps begun, for a watchdog: while it stands still one step is running.
  public var stepsBegun: UInt64 { steps.load(ordering: .relaxed) }

  @inline(__always)
  func beat(_ step: UInt64) {
    steps.store(step, ordering: .relaxed)
  }

  /// Whether anything leaked; cheap enough to be asked before every step.
  @inline(__always)
  var hasLeak: Bool { leaked.load(ordering: .relaxed) }

  /// What leaked first.
  var leak: String? { leaks.withLock { $0.first } }

  func record(_ description: String) {
    leaks.withLock { if $0.first == nil { $0.first = description } }
    leaked.store(true, ordering: .releasing)
  }

  func keep(_ step: Step, for lane: Lane) {
    leaks.withLock { $0.jobs.append((lane, step)) }
  }

  func takeJobs() -> [(Lane, Step)] {
    leaks.withLock { leaks in
      defer { leaks.jobs = [] }
      return leaks.jobs
    }
  }
}
