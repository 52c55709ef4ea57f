/// The work that no simulator can avoid: the bare heap that a clock with 1000 sleepers needs.
///
/// It takes the least of 1000 entries and puts it back later, as often as ``Timers`` sleeps, with the
/// same delays. The other figures are told as ratios to this one, because a ratio means the same on
/// every machine. The heap is a textbook one that stands here, so that work on the simulator's own
/// cannot move the yardstick.
struct Floor: SingleWorkload {
  let name = "floor"
  let unit = "operations/s"
  let summary = "pop and push of (time, order) entries in a heap of 1000"

  func run() -> Double {
    let operations = 5_000_000
    var heap = PlainHeap()
    for sleeper in 0..<1000 {
      heap.push(Entry(time: Delays.nanoseconds(sleeper, 0), order: UInt64(sleeper)))
    }
    var order: UInt64 = 1000
    var sum: Int64 = 0
    let figure = Stopwatch.perSecond(operations) {
      for operation in 0..<operations {
        let entry = heap.pop()
        sum &+= entry.time
        order += 1
        let delay = Delays.nanoseconds(Int(truncatingIfNeeded: order), operation)
        heap.push(Entry(time: entry.time + delay, order: order))
      }
    }
    precondition(sum > 0, "the heap gave entries back that were never put in")
    return figure
  }
}

/// One deadline: when, and its rank among those at the same instant.
private struct Entry {
  var time: Int64
  var order: UInt64

  static func < (left: Entry, right: Entry) -> Bool {
    left.time != right.time ? left.time < right.time : left.order < right.order
  }
}

/// A binary heap: `pop` moves the hole to a leaf and sifts the last entry up from there.
private struct PlainHeap {
  private var entries: ContiguousArray<Entry> = []

  mutating func push(_ entry: Entry) {
    entries.append(entry)
    siftUp(from: entries.count - 1)
  }

  mutating func pop() -> Entry {
    let last = entries.removeLast()
    guard let least = entries.first else { return last }
    let count = entries.count
    var hole = 0
    var child = 1
    while child < count {
      if child + 1 < count, entries[child + 1] < entries[child] { child += 1 }
      entries[hole] = entries[child]
      hole = child
      child = 2 * hole + 1
    }
    entries[hole] = last
    siftUp(from: hole)
    return least
  }

  private mutating func siftUp(from start: Int) {
    var index = start
    let entry = entries[index]
    while index > 0 {
      let parent = (index - 1) / 2
      guard entry < entries[parent] else { break }
      entries[index] = entries[parent]
      index = parent
    }
    entries[index] = entry
  }
}

/// The delays that ``Floor`` and ``Timers`` share: 1 to 1000 microseconds, scattered but fixed.
enum Delays {
  @inline(__always)
  static func microseconds(_ sleeper: Int, _ round: Int) -> Int {
    1 + (sleeper &* 7919 &+ round &* 104_729) % 1000
  }

  @inline(__always)
  static func nanoseconds(_ sleeper: Int, _ round: Int) -> Int64 {
    Int64(microseconds(sleeper, round)) &* 1000
  }
}
