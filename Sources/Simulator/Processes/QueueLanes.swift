internal import SystemSupport

/// The lanes on which the blocks of a process's queues run.
///
/// A queue is known by its address. The process keeps each private one that it knows, so that no other queue comes to lie there, and
/// lets go of those that nobody else has any more; a later queue of the same name takes the lane of such a one. So which lane a queue
/// gets follows from what the app does, not from where memory was free.
struct QueueLanes {
  private struct Known {
    /// Nil for a queue that nobody has any more but those that lead to it.
    let queue: KeptQueue?
    /// The queues to which it leads.
    let targets: ArraySlice<UInt>
    /// The name by which its lanes may be taken again.
    let name: String
    let number: Int
    /// One, or for a concurrent queue as many as cores have been used.
    var lanes: [Lane] = []
    /// How many blocks have got one of several lanes.
    var turn = 0
  }

  /// How many private queues there may be before it is looked which of them nobody has.
  private static let least = 16

  private var privates: [UInt: Known] = [:]
  private var limit = least
  /// The lanes of queues that are gone, by the names of these.
  private var free: [String: [Lane]] = [:]
  /// The lanes of global queues, by the addresses of these and the cores.
  private var globals: [UInt: Lane] = [:]
  /// How many lanes there were.
  private var count = 0
  /// How many private queues there were.
  private var queueCount = 0

  /// The lane of a global queue and one of its cores; nil where it has none yet.
  func lane(ofGlobal place: UInt) -> Lane? { globals[place] }

  mutating func add(_ lane: Lane, ofGlobal place: UInt) { globals[place] = lane }

  /// The number of the next lane that is made.
  mutating func nextNumber() -> Int {
    count += 1
    return count
  }

  /// Whether a private queue is known.
  func knows(_ queue: UInt) -> Bool { privates[queue] != nil }

  /// Keeps a private queue.
  mutating func add(_ queue: UInt, leadingTo targets: ArraySlice<UInt>, _ name: String) {
    queueCount += 1
    privates[queue] = Known(
      queue: KeptQueue(queue), targets: targets, name: name, number: queueCount)
  }

  /// The lane of a queue that is known, or where it is concurrent the next of its lanes.
  ///
  /// - Returns: A lane, or nil and the queue's name where one is to be added.
  mutating func nextLane(of queue: UInt, isConcurrent: Bool) -> (lane: Lane?, name: String) {
    guard var known = privates[queue] else { return (nil, "") }
    let place = isConcurrent ? known.turn % Int(SimulatedProcess.coreCount) : 0
    known.turn += 1
    privates[queue] = known
    return (place < known.lanes.count ? known.lanes[place] : nil, known.name)
  }

  mutating func add(_ lane: Lane, of queue: UInt) { privates[queue]?.lanes.append(lane) }

  /// A lane that a queue of this name has left; nil where there is none.
  mutating func takeFree(_ name: String) -> Lane? { free[name]?.popLast() }

  /// Whether so many queues are known that ``forget(except:)`` is due.
  var isFull: Bool { privates.count >= limit }

  /// Forgets the queues that nobody else has and to which none of the others leads.
  ///
  /// - Parameter isNeeded: Whether something of a queue is there yet.
  mutating func forget(except isNeeded: (UInt) -> Bool) {
    // order: only asked.
    let staying = privates.filter { $0.value.queue.map { !$0.isLast } ?? false || isNeeded($0.key) }
    // order: only asked.
    let targets = Set(staying.values.flatMap(\.targets))
    // order: sorted.
    let gone = privates.filter { staying[$0.key] == nil && !targets.contains($0.key) }
      .sorted { $0.value.number > $1.value.number }
    for (address, known) in gone {
      privates[address] = nil
      free[known.name, default: []] += known.lanes.reversed()
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
  private static let activate = unsafe DynamicLinker.symbol("dispatch_activate").map {
    unsafe unsafeBitCast($0, to: Keep.self)
  }

  let queue: UnsafeRawPointer

  init(_ queue: UnsafeRawPointer) {
    unsafe self.queue = queue
    unsafe Self.retain?(queue)
  }

  /// Keeps a queue by its address; nil for one that nobody has any more but the queues that lead to it.
  convenience init?(_ address: UInt) {
    guard let queue = unsafe UnsafeRawPointer(bitPattern: address),
      unsafe DispatchLayout.otherOwnerCount(of: queue) >= 0
    else { return nil }
    unsafe self.init(queue)
  }

  deinit {
    // Dispatch ends the program where the last owner of a queue lets go of it that was never activated.
    if isLast, unsafe DispatchLayout.isInactive(queue) { unsafe Self.activate?(queue) }
    unsafe Self.release?(queue)
  }

  /// Whether nobody else has the queue.
  var isLast: Bool { unsafe DispatchLayout.otherOwnerCount(of: queue) == 0 }
}

extension SimulatedProcess {
  /// The cores of a phone: 6, as of an iPhone since 2017.
  package static let coreCount: UInt = 6

  /// The lane on which the next block runs that takes a route: blocks of one lane run one after the other, those of different
  /// ones as it comes.
  ///
  /// - Parameter queue: The queue that it was given to.
  func lane(of route: QueueRoute, from queue: UInt) -> Lane {
    if route.endsOnMain { return mainLane }
    keep(route)
    if let serial = route.serial { return nextLane(ofQueue: serial, isConcurrent: false) }
    return route.isGlobal
      ? nextLane(ofGlobalQueue: queue) : nextLane(ofQueue: queue, isConcurrent: true)
  }

  /// Knows the queues of a route from now on.
  private func keep(_ route: QueueRoute) {
    guard let first = route.queues.first, !queueLanes.knows(first) else { return }
    if queueLanes.isFull {
      world.footprints?.touchEverything()
      queueLanes.forget { queuedBlocks.isSuspended($0) }
    }
    for (place, queue) in route.queues.enumerated() where !queueLanes.knows(queue) {
      let name = Self.name(ofLabel: QueueBlocks.label(of: queue))
      queueLanes.add(queue, leadingTo: route.queues[(place + 1)...], name)
    }
  }

  private func nextLane(ofQueue queue: UInt, isConcurrent: Bool) -> Lane {
    // Which lane it is depends on the blocks that came before.
    if isConcurrent { world.footprints?.touchEverything() }
    let (known, name) = queueLanes.nextLane(of: queue, isConcurrent: isConcurrent)
    if let known { return known }
    // Who comes first takes the lane that is free.
    world.footprints?.touchLanes()
    let lane = queueLanes.takeFree(name) ?? makeQueueLane(name)
    queueLanes.add(lane, of: queue)
    return lane
  }

  /// The lane on which the next block of a global queue runs.
  private func nextLane(ofGlobalQueue address: UInt) -> Lane {
    globalTurn += 1
    // No object lies at the addresses next to that of a queue.
    let place = address + globalTurn % Self.coreCount
    if let lane = queueLanes.lane(ofGlobal: place) { return lane }
    let lane = makeQueueLane(Self.name(ofLabel: QueueBlocks.label(of: address)))
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
