internal import SystemSupport

/// The way of a block from the queue that it is given to, by the targets of queues, to one of the system's.
///
/// A queue hands its blocks to its target, so a target that runs one block at a time does so with the blocks of all queues that
/// lead to it, and the barriers of a concurrent one hold up all of them. Source: Apple, `dispatch_set_target_queue`; libdispatch,
/// queue.c (`_dispatch_lane_invoke`).
struct QueueRoute {
  /// A private queue on the way.
  struct Link {
    let queue: UInt
    let isConcurrent: Bool
    var isInactive = false
  }

  /// The addresses of the private queues, the one first that the block is given to.
  let queues: [UInt]
  /// Whether the way ends on the main queue.
  let endsOnMain: Bool
  /// The last private queue that runs one block at a time; nil where there is none.
  let serial: UInt?
  /// The concurrent queues whose barriers count: those behind the last that runs one block at a time. Before that one, blocks go
  /// one by one as they came.
  let gates: [UInt]
  /// Whether one of the queues was made inactive and has not been activated: nothing passes it, and its target is not known yet.
  let isInactive: Bool

  init(_ links: [Link], endsOnMain: Bool) {
    queues = links.map(\.queue)
    self.endsOnMain = endsOnMain
    let last = links.lastIndex { !$0.isConcurrent }
    serial = last.map { links[$0].queue }
    gates = endsOnMain ? [] : links[(last.map { $0 + 1 } ?? 0)...].map(\.queue)
    isInactive = links.contains(where: \.isInactive)
  }

  /// Reads the way of blocks that are given to a queue.
  init(from queue: UnsafeRawPointer) {
    var links: [Link] = []
    var next = unsafe queue
    while unsafe !QueueBlocks.isMain(next), let target = unsafe DispatchLayout.target(of: next) {
      unsafe links.append(
        Link(
          queue: UInt(bitPattern: next), isConcurrent: DispatchLayout.isConcurrent(next),
          isInactive: DispatchLayout.isInactive(next)))
      unsafe next = target
    }
    self.init(links, endsOnMain: unsafe QueueBlocks.isMain(next))
  }

  /// Whether the blocks run one after the other.
  var isSerial: Bool { endsOnMain || serial != nil }

  /// Whether it leads nowhere but to a global queue of the system.
  var isGlobal: Bool { queues.isEmpty && !endsOnMain }

  /// Whether code that came this way runs on a queue.
  func passes(_ queue: UInt) -> Bool {
    queues.contains(queue) || endsOnMain && queue == QueueBlocks.mainQueue
  }
}
