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
    switch deed {
    case Interposed.GroupDeed.enter: world.queueGroups.groups[group, default: Group()].count += 1
    case Interposed.GroupDeed.leave: world.leave(group)
    case Interposed.GroupDeed.async:
      guard let post = unsafe QueueBlocks.post(block, to: queue, behind: { world.leave(group) })
      else { return false }
      world.queueGroups.groups[group, default: Group()].count += 1
      post()
    case Interposed.GroupDeed.notifyOfItem:
      guard let post = unsafe QueueBlocks.post(block, to: queue, behind: {}) else { return false }
      world.queueGroups.groups[group, default: Group(count: 1)].notified.append(post)
    case Interposed.GroupDeed.notify:
      guard let post = unsafe QueueBlocks.post(block, to: queue, behind: {}) else { return false }
      if world.queueGroups.groups[group] == nil {
        post()
      } else {
        world.queueGroups.groups[group]?.notified.append(post)
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
  fileprivate func leave(_ group: UInt) {
    for post in queueGroups.leave(group) { post() }
  }
}
