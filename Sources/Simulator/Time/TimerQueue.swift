internal import RehearsalCollections

/// The action of a timer when it is due.
@safe enum TimerAction {
  /// The slot belongs to a sleeper that has not gone to sleep yet.
  case reserved
  /// Wakes a sleeping task.
  case wake(Sleeper)
  /// Posts an event to a lane, which is alive as long as its world is and outlives every timer.
  case event(Unmanaged<Lane>, @Sendable () -> Void)
  /// The same, of the system below a process.
  case system(Unmanaged<Lane>, @Sendable () -> Void)
  /// Cancelled before it was due, or not in use.
  case none

  /// The lane on which it happens; nil when nothing does.
  var lane: Lane? {
    switch self {
    case .wake(let sleeper): unsafe sleeper.lane.takeUnretainedValue()
    case .event(let lane, _), .system(let lane, _): unsafe lane.takeUnretainedValue()
    case .reserved, .none: nil
    }
  }
}

/// A task that sleeps: its job, and the lane that takes it up again.
@safe struct Sleeper {
  let step: Step
  /// Alive as long as its world is, which outlives every timer; unmanaged so that nothing is counted.
  let lane: Unmanaged<Lane>
}

/// A world's timers: a heap of deadlines over a slab of actions.
///
/// Cancelling frees the action at once and leaves the deadline in the heap; when such leftovers
/// outnumber the live ones the heap is rebuilt, so memory stays within twice what is pending.
struct TimerQueue {
  /// One deadline in the heap: 24 bytes.
  struct Deadline: Comparable {
    let time: Int64
    /// Breaks ties at one instant as the schedule wants it.
    let order: UInt64
    let slot: UInt32
    let generation: UInt32

    static func < (left: Deadline, right: Deadline) -> Bool {
      left.time != right.time ? left.time < right.time : left.order < right.order
    }
  }

  private struct Timer {
    var action: TimerAction
    var isBackground: Bool
  }

  private var heap = Heap<Deadline>()
  private var slots = Slab<Timer>()
  private var stale = 0
  /// Pending timers that keep a world from being quiet.
  private(set) var foregroundCount = 0

  /// The number of pending timers.
  var count: Int { heap.count - stale }

  /// Deadlines in the heap, with those of cancelled timers; for tests of how much is kept.
  var heapCount: Int { heap.count }

  /// Slots, free ones included; for tests of how much is kept.
  var slotCount: Int { slots.slotCount }

  /// The lanes on which something is to happen.
  var pendingLanes: [Lane] { slots.elements.compactMap(\.action.lane) }

  /// The earliest deadline of a pending timer, in nanoseconds.
  mutating func nextTime() -> Int64? {
    while let first = heap.first {
      if slots.holds(Int(first.slot), generation: first.generation) { return first.time }
      _ = heap.pop()
      stale -= 1
    }
    return nil
  }

  /// Adds a timer.
  mutating func add(
    background: Bool, time: Int64, order: UInt64, action: consuming TimerAction
  ) -> (slot: UInt32, generation: UInt32) {
    let (slot, generation) = insert(Timer(action: action, isBackground: background))
    if !background { foregroundCount += 1 }
    heap.push(Deadline(time: time, order: order, slot: slot, generation: generation))
    return (slot, generation)
  }

  @inline(__always)
  private mutating func insert(_ timer: consuming Timer) -> (slot: UInt32, generation: UInt32) {
    let (slot, generation) = slots.insert(timer)
    return (UInt32(truncatingIfNeeded: slot), generation)
  }

  /// Takes a slot for a timer whose action or deadline follows later.
  mutating func reserve(background: Bool) -> (slot: UInt32, generation: UInt32) {
    insert(Timer(action: .reserved, isBackground: background))
  }

  /// Puts a reserved slot into the heap; false when it was cancelled meanwhile.
  mutating func arm(
    slot: UInt32, generation: UInt32, time: Int64, order: UInt64,
    action: consuming TimerAction
  ) -> Bool {
    guard slots.holds(Int(slot), generation: generation) else { return false }
    slots[Int(slot)].action = action
    if !slots[Int(slot)].isBackground { foregroundCount += 1 }
    heap.push(Deadline(time: time, order: order, slot: slot, generation: generation))
    return true
  }

  /// Takes the action of the next timer that is due at `time`.
  mutating func popDue(at time: Int64) -> TimerAction? {
    while let first = heap.first, first.time <= time {
      _ = heap.pop()
      if slots.holds(Int(first.slot), generation: first.generation) {
        return release(Int(first.slot), wasArmed: true)
      }
      stale -= 1
    }
    return nil
  }

  /// Cancels a timer and returns what it would have done; nil when it is no longer pending.
  mutating func cancel(slot: UInt32, generation: UInt32) -> TimerAction? {
    guard slots.holds(Int(slot), generation: generation) else { return nil }
    var wasArmed = true
    if case .reserved = slots[Int(slot)].action { wasArmed = false }
    let action = release(Int(slot), wasArmed: wasArmed)
    if wasArmed {
      stale += 1
      if stale > 64, stale > heap.count / 2 { compact() }
    }
    return action
  }

  /// Cancels every timer, in order of deadline, and returns what each would have done.
  mutating func removeAll() -> [TimerAction] {
    var actions: [TimerAction] = []
    while let action = popDue(at: .max) { actions.append(action) }
    return actions
  }

  private mutating func release(_ slot: Int, wasArmed: Bool) -> TimerAction {
    let timer = slots.remove(at: slot)
    if wasArmed, !timer.isBackground { foregroundCount -= 1 }
    return timer.action
  }

  private mutating func compact() {
    let slots = slots
    heap.removeAll { !slots.holds(Int($0.slot), generation: $0.generation) }
    stale = 0
  }
}

/// A handle to something that a world will do later.
public struct WorldTimer: Sendable {
  @usableFromInline let world: World?
  @usableFromInline let slot: UInt32
  @usableFromInline let generation: UInt32

  @inlinable
  init(world: World?, slot: UInt32, generation: UInt32) {
    self.world = world
    self.slot = slot
    self.generation = generation
  }

  /// A handle to nothing; cancelling it does nothing.
  public static let none = WorldTimer(world: nil, slot: 0, generation: 0)

  /// Keeps the event from happening; does nothing when it already has.
  public func cancel() {
    world?.cancelTimer(slot: slot, generation: generation)
  }
}
