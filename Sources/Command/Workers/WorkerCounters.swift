import SystemSupport

/// The counters that a worker shares with the process that started it: both see them at any moment, however the worker
/// ends.
struct WorkerCounters: Sendable {
  /// The reason why a worker ended itself in the middle of a run.
  enum Reason: UInt64 {
    /// A step did not give control back.
    case hang = 1
    /// The process held more memory than it may.
    case memory
    /// Its output could not be written.
    case output
    /// The run took too long in all.
    case slow
  }

  private enum Place: Int {
    case playing
    case steps
    case looks
    case reason
    case overflow
    case memory
  }

  /// The counters that are shared.
  let shared: SharedCounters

  private subscript(_ place: Place) -> UInt64 {
    get { shared[place.rawValue] }
    nonmutating set { shared[place.rawValue] = newValue }
  }

  /// The place of the last run that was begun; nil before the first.
  var playing: Int? {
    get {
      let value = self[.playing]
      return value == 0 ? nil : Int(exactly: value - 1)
    }
    nonmutating set { self[.playing] = newValue.map { UInt64($0) + 1 } ?? 0 }
  }

  /// The number of steps of the run that had begun at the last look.
  var steps: UInt64 {
    get { self[.steps] }
    nonmutating set { self[.steps] = newValue }
  }

  /// The number of looks of the worker's watch: while it rises, the process is alive.
  var looks: UInt64 {
    get { self[.looks] }
    nonmutating set { self[.looks] = newValue }
  }

  /// The reason why the worker ended itself; nil where it did not.
  var reason: Reason? {
    get { Reason(rawValue: self[.reason]) }
    nonmutating set { self[.reason] = newValue?.rawValue ?? 0 }
  }

  /// Whether the stack of the thread that plays has overflowed.
  var hasOverflown: Bool { self[.overflow] != 0 }

  /// The index of the counter that the handler of stack overflows sets.
  static var overflowIndex: Int { Place.overflow.rawValue }

  /// The memory that the process held when it ended itself for that, in bytes.
  var memory: UInt64 {
    get { self[.memory] }
    nonmutating set { self[.memory] = newValue }
  }
}
