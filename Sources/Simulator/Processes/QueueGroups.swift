internal import SystemSupport

/// Groups of Dispatch in a run: how many parts of each are under way, and the blocks that are to run once none is.
struct QueueGroups {
  private struct Group {
    var count = 0
    var notified: [@Sendable () -> Void] = []
  }

  /// By their addresses; a group of which nothing is under way has no entry.
  private var groups: [UInt: Group] = [:]

  /// Does something with a group; false where no world is driven, and for a group that is not empty where that was asked.
  static func perform(
    _ deed: UInt8, _ group: UnsafeRawPointer, _ queue: UnsafeRawPointer?, _ block: UnsafeRawPointer?
  ) -> Bool {
    guard let world = Ambient.world else { return false }
    let group = UInt(bitPattern: group)
    let work = unsafe QueueBlocks.work(block, of: queue)
    switch deed {
    case Interposed.GroupDeed.enter: world.queueGroups.groups[group, default: Group()].count += 1
    case Interposed.GroupDeed.leave: world.leave(group)
    case Interposed.GroupDeed.async:
      guard let work else { return false }
      world.queueGroups.groups[group, default: Group()].count += 1
      world.give(work.followed(by: { world.leave(group) }))
    case Interposed.GroupDeed.notifyOfItem:
      guard let work else { return false }
      world.queueGroups.groups[group, default: Group(count: 1)].notified.append(
        world.delivery(of: work))
    case Interposed.GroupDeed.notify:
      guard let work else { return false }
      if world.queueGroups.groups[group] == nil {
        world.give(work)
      } else {
        world.queueGroups.groups[group]?.notified.append(world.delivery(of: work))
      }
    default: return world.queueGroups.groups[group] == nil
    }
    return true
  }

  /// A part of a group has ended; returns what is to happen now.
  fileprivate mutating func leave(_ group: UInt) -> [@Sendable () -> Void] {
    guard var left = groups[group] else { return [] }
    left.count -= 1
    groups[group] = left.count > 0 ? left : nil
    return left.count > 0 ? [] : left.notified
  }
}

extension World {
  /// What gives a block to a queue of the code that runs now, whoever calls it later.
  fileprivate func delivery(of work: QueueWork) -> @Sendable () -> Void {
    let process = currentProcess
    return { [unowned self] in
      if let process { process.give(work) } else { give(work) }
    }
  }

  fileprivate func leave(_ group: UInt) {
    for post in queueGroups.leave(group) { post() }
  }
}
