internal import SystemSupport

/// The lanes on which the blocks of a process's queues run.
///
/// A queue is known by its address. The process keeps each private one that it knows, so that no other queue comes to lie there, and
/// lets go of those that nobody else has any more; a later queue of the same name takes the lane of such a one. So which lane a queue
/// gets follows from what the app does, not from where memory was free.
struct QueueLanes {
  private struct Known {
    let queue: KeptQueue
    let lane: Lane
    /// The name by which the lane may be taken again.
    let name: String
    let number: Int
  }

  /// How many private queues there may be before it is looked which of them nobody has.
  private static let least = 16

  private var privates: [UInt: Known] = [:]
  private var limit = least
  /// The addresses of private queues, by their lanes.
  private var addresses: [ObjectIdentifier: UInt] = [:]
  /// The lanes of queues that are gone, by the names of these.
  private var free: [String: [Lane]] = [:]
  /// The lanes of global queues, by the addresses of these and the cores.
  private var globals: [UInt: Lane] = [:]
  /// How many lanes there were.
  private var count = 0
  /// How many private queues there were.
  private var queueCount = 0

  /// The lane of a private queue; nil for one that is not known.
  func lane(ofPrivate address: UInt) -> Lane? { privates[address]?.lane }

  /// The address of the private queue whose blocks run on a lane; nil for any other lane.
  func address(of lane: Lane) -> UInt? { addresses[ObjectIdentifier(lane)] }

  /// The lane of a global queue and one of its cores; nil where it has none yet.
  func lane(ofGlobal place: UInt) -> Lane? { globals[place] }

  mutating func add(_ lane: Lane, ofGlobal place: UInt) { globals[place] = lane }

  /// The number of the next lane that is made.
  mutating func nextNumber() -> Int {
    count += 1
    return count
  }

  /// A lane that a queue of this name has left; nil where there is none.
  mutating func takeFree(_ name: String) -> Lane? { free[name]?.popLast() }

  mutating func add(_ lane: Lane, of queue: KeptQueue, _ name: String) {
    queueCount += 1
    privates[queue.address] = Known(queue: queue, lane: lane, name: name, number: queueCount)
    addresses[ObjectIdentifier(lane)] = queue.address
  }

  /// Whether so many queues are known that ``forget(except:)`` is due.
  var isFull: Bool { privates.count >= limit }

  /// Forgets the queues that nobody else has.
  ///
  /// - Parameter isNeeded: Whether a lane has something of its queue yet.
  mutating func forget(except isNeeded: (Lane) -> Bool) {
    // order: sorted.
    let gone = privates.values.filter { $0.queue.isLast && !isNeeded($0.lane) }
      .sorted { $0.number > $1.number }
    for known in gone {
      privates[known.queue.address] = nil
      addresses[ObjectIdentifier(known.lane)] = nil
      free[known.name, default: []].append(known.lane)
    }
    limit = max(Self.least, 2 * privates.count)
  }
}

/// A queue of Dispatch that is kept, as by whoever else has it.
@safe final class KeptQueue {
  private typealias Keep = @convention(c) (UnsafeRawPointer) -> Void

  private static let retain = unsafe DynamicLinker.symbol("dispatch_retain").map {
    unsafe unsafeBitCast($0, to: Keep.self)
  }
  private static let release = unsafe DynamicLinker.symbol("dispatch_release").map {
    unsafe unsafeBitCast($0, to: Keep.self)
  }

  let queue: UnsafeRawPointer

  init(_ queue: UnsafeRawPointer) {
    unsafe self.queue = queue
    unsafe Self.retain?(queue)
  }

  deinit { unsafe Self.release?(queue) }

  var address: UInt { unsafe UInt(bitPattern: queue) }

  /// Whether nobody else has the queue.
  ///
  /// The fourth half of the words of an object counts who has it beside the first (libdispatch, object_internal.h:
  /// `os_obj_xref_cnt`).
  var isLast: Bool { unsafe queue.load(fromByteOffset: 12, as: Int32.self) == 0 }
}

extension SimulatedProcess {
  /// The cores of a phone: 6, as of an iPhone since 2017.
  package static let coreCount: UInt = 6

  /// The lane of a private queue of Dispatch: blocks of one queue run one after the other, those of different ones as it comes.
  ///
  /// - Parameter label: The queue's label.
  func lane(ofQueue queue: UnsafeRawPointer, _ label: String) -> Lane {
    if let lane = queueLanes.lane(ofPrivate: UInt(bitPattern: queue)) { return lane }
    if queueLanes.isFull {
      world.footprints?.touchEverything()
      queueLanes.forget { isQueueSuspended(of: $0) }
    }
    let name = Self.name(ofLabel: label)
    // Who comes first takes the lane that is free.
    world.footprints?.touchLanes()
    let lane = queueLanes.takeFree(name) ?? makeQueueLane(name)
    unsafe queueLanes.add(lane, of: KeptQueue(queue), name)
    return lane
  }

  /// The lane on which the next block of a global queue runs.
  func nextLane(ofGlobalQueue address: UInt, _ label: String) -> Lane {
    globalTurn += 1
    // No object lies at the addresses next to that of a queue.
    let place = address + globalTurn % Self.coreCount
    if let lane = queueLanes.lane(ofGlobal: place) { return lane }
    let lane = makeQueueLane(Self.name(ofLabel: label))
    queueLanes.add(lane, ofGlobal: place)
    return lane
  }

  private func makeQueueLane(_ name: String) -> Lane {
    let lane = world.makeLane("\(self.name) queue \(queueLanes.nextNumber()) \(name)")
    take(lane)
    return lane
  }

  /// A queue's label without addresses, which are others in another process: by the names of lanes a seed draws.
  ///
  /// Foundation puts one into the label of a queue without a name. Source: swift-corelibs-foundation,
  /// `OperationQueue._synthesizeBackingQueue()`.
  static func name(ofLabel label: String) -> String {
    guard label.contains("0x") else { return label }
    return label.replacing(/\ ?0x[0-9A-Fa-f]{6,}/, with: "")
  }
}
