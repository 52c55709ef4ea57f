internal import Synchronization

/// The part of a world that other threads may look at: its heartbeat and what leaked into it.
public final class Pulse: Sendable {
  private let steps = Atomic<UInt64>(0)
  private let leaked = Atomic<Bool>(false)
  private let leaks = Mutex<Leaks>(Leaks())

  /// The kind of a leak. A kind that tells more comes after one that tells less.
  enum Leak: UInt8, Comparable {
    /// Code of the run asked the real world for something: its time, its randomness, a thread.
    case asked
    /// A task of the run slept for real.
    case slept
    /// Somebody from outside called in, who may do so again.
    case called

    static func < (left: Leak, right: Leak) -> Bool { left.rawValue < right.rawValue }
  }

  private struct Leaks {
    var first: String?
    var worst = Leak.asked
    /// Jobs that came from other threads; the driving thread runs them while taking the world down.
    var jobs: [(Lane, Step)] = []
  }

  /// The number of steps begun, for a watchdog: while it stands still one step is running.
  public var stepsBegun: UInt64 { steps.load(ordering: .relaxed) }

  private let explaining = Atomic<Bool>(false)

  /// Whether the step that is running waits for the simulator itself, which looks up where an error was thrown: that time is
  /// none of the step's.
  public var isExplaining: Bool { explaining.load(ordering: .relaxed) }

  func explain(_ isExplaining: Bool) { explaining.store(isExplaining, ordering: .relaxed) }

  @inline(__always)
  func beat(_ step: UInt64) {
    steps.store(step, ordering: .relaxed)
  }

  /// Whether anything leaked; cheap enough to be asked before every step.
  @inline(__always)
  var hasLeak: Bool { leaked.load(ordering: .relaxed) }

  /// The description of the leak to report; nil while nothing has leaked. It is the first one, but see
  /// ``record(_:_:)``.
  var leak: String? { leaks.withLock { $0.first } }

  /// Whether somebody from outside called in, who may do so again when the world is over.
  var hasCaller: Bool { hasLeak && leaks.withLock { $0.worst == .called } }

  /// Keeps the description of the first leak, unless one of a step follows that tells more: who sleeps for real asks
  /// the clock first.
  func record(_ description: String, _ leak: Leak) {
    leaks.withLock { leaks in
      if leaks.first == nil || leak == .slept && leaks.worst == .asked {
        leaks.first = description
      }
      leaks.worst = max(leaks.worst, leak)
    }
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
