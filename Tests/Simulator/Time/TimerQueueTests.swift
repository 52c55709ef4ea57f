import TestSupport
import Testing

@testable import Simulator

@Suite("Timers against a naive model")
struct TimerQueueTests {
  /// A timer as the model keeps it: in a plain list.
  private struct Entry {
    let time: Int64
    let order: UInt64
    let slot: UInt32
    let generation: UInt32
    let background: Bool
    let number: Int
  }

  /// A queue and its model, driven by the same operations.
  private struct Pair {
    var queue = TimerQueue()
    var model: [Entry] = []
    var dead: [Entry] = []
    var fired: [Int] = []
    var made = 0
    let world = World(seed: 0)
    let lane: Lane
    let firedByQueue: WorldBound<[Int]>

    init() {
      lane = world.lane("lane")
      firedByQueue = WorldBound([], in: world)
    }

    mutating func add(time: Int64, order: UInt64, background: Bool) {
      let number = made
      let log = firedByQueue
      made += 1
      let (slot, generation) = queue.reserve(background: background)
      let isArmed = unsafe queue.arm(
        slot: slot, generation: generation, time: time, order: order,
        action: .event(.passUnretained(lane), { log.withValue { $0.append(number) } }))
      #expect(isArmed)
      model.append(
        Entry(
          time: time, order: order, slot: slot, generation: generation, background: background,
          number: number))
    }

    mutating func cancel(_ index: Int) {
      let entry = model.remove(at: index)
      dead.append(entry)
      #expect(queue.cancel(slot: entry.slot, generation: entry.generation) != nil)
    }

    mutating func cancelDead(_ index: Int) {
      #expect(queue.cancel(slot: dead[index].slot, generation: dead[index].generation) == nil)
    }

    mutating func fire(upTo time: Int64) {
      while case .event(_, let event) = queue.popDue(at: time) { Ambient.drive(world) { event() } }
      let due = model.filter { $0.time <= time }.sorted {
        ($0.time, $0.order) < ($1.time, $1.order)
      }
      fired += due.map(\.number)
      model.removeAll { $0.time <= time }
      dead += due
    }

    mutating func check() {
      #expect(queue.count == model.count)
      #expect(queue.nextTime() == model.map(\.time).min())
      #expect(queue.foregroundCount == model.filter { !$0.background }.count)
      #expect(Ambient.drive(world) { firedByQueue.withValue { $0 } } == fired)
    }
  }

  @Test(
    "any mix of setting, cancelling and firing gives what a sorted list gives", arguments: 0..<12)
  func mix(seed: UInt64) {
    var numbers = FixedNumbers(seed: seed)
    var pair = Pair()
    var now: Int64 = 0
    for step in 0..<1500 {
      switch numbers.next(below: 10) {
      case 0..<5:
        pair.add(
          time: now + Int64(numbers.next(below: 50)), order: UInt64(step),
          background: numbers.next(below: 4) == 0)
      case 5..<8 where !pair.model.isEmpty:
        pair.cancel(numbers.next(below: pair.model.count))
      case 8 where !pair.dead.isEmpty:
        pair.cancelDead(numbers.next(below: pair.dead.count))
      default:
        now += Int64(numbers.next(below: 8))
        pair.fire(upTo: now)
      }
      pair.check()
    }
    #expect(pair.fired.count > 100)
  }

  @Test("cancelled timers are cleared away, so that memory follows what is pending")
  func compaction() {
    var pair = Pair()
    for round in 0..<100 {
      for order in 0..<100 {
        pair.add(time: 1_000_000, order: UInt64(round * 100 + order), background: false)
      }
      while pair.model.count > 10 { pair.cancel(0) }
      #expect(pair.queue.heapCount <= 2 * 110 + 64)
      #expect(pair.queue.slotCount <= 110)
    }
    pair.check()
    pair.fire(upTo: 1_000_000)
    pair.check()
  }

  @Test("a slot cancelled before it is armed stays empty")
  func cancelledBeforeArmed() {
    var queue = TimerQueue()
    let (slot, generation) = queue.reserve(background: false)
    #expect(queue.cancel(slot: slot, generation: generation) != nil)
    let isArmed = queue.arm(
      slot: slot, generation: generation, time: 1, order: 1, action: .none)
    #expect(!isArmed)
    #expect(queue.count == 0)
    #expect(queue.nextTime() == nil)
    #expect(queue.foregroundCount == 0)
  }

  @Test("an event whose timer was cancelled in time does not happen, and one that was not does")
  func cancelInAWorld() {
    let world = World(seed: 1)
    let trace = Trace(in: world)
    world.run {
      let lane = world.lane("alarms")
      let first = lane.schedule(after: .seconds(1)) { trace.note("first") }
      lane.schedule(after: .seconds(2)) { trace.note("second") }
      let third = lane.schedule(after: .seconds(3)) { trace.note("third") }
      first.cancel()
      try await world.sleep(for: .milliseconds(2500))
      third.cancel()
      third.cancel()
      try await world.untilQuiet()
    }
    #expect(trace.all == ["second"])
    #expect(world.now == Instant(nanoseconds: 2_500_000_000))
  }
}
