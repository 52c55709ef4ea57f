internal import RehearsalCollections
import Simulator

// A process that ends, however it does, leaves its sockets to the kernel, which closes them: what was sent before still arrives, and
// then the end of the stream. Where something has come that the process has not read, the other side is reset instead, and what
// was under way is lost. Sources: RFC 9293, 3.6.1; RFC 2525, 2.17; `tcp_close` of Linux and `tcp_disconnect` of xnu, which do the
// same.

extension Network {
  /// Has the sockets closed that a lane's process has opened, when that ends; at once where it has ended. Nothing where the lane
  /// belongs to no process.
  func closeAtEnd(ofProcessOn lane: Lane) {
    guard let process = lane.process else { return }
    let isNew = fabric.withValue(parts: [Fabric.registryPart]) { $0.connections.note(process) }
    guard isNew || !process.isAlive else { return }
    process.afterEnd { [weak self, weak process] in
      if let self, let process { closeSockets(of: process) }
    }
  }

  private func closeSockets(of process: SimulatedProcess) {
    let (sides, listeners) = fabric.withValue(parts: [Fabric.registryPart]) {
      ($0.connections.inOrder, $0.connections.listeners)
    }
    for side in sides where side.lane.process === process { side.ownerHasEnded() }
    for listener in listeners where listener.lane.process === process { listener.close() }
  }
}

extension Connection {
  /// The owner's process is gone: the kernel closes the socket, and nobody hears of it here. One that a library has closed goes on
  /// closing.
  fileprivate func ownerHasEnded() {
    let (hasUnread, dueTimes) = core.withValue { core -> (Bool, [Int64]) in
      core.handler = nil
      core.roomWaiters = []
      guard !core.machine.isOver else { return (false, []) }
      let isUnread = core.unreadCount > 0 || core.machine.hasUnread
      let hasUnread = isUnread && !core.closesAfterDelay
      if hasUnread { core.held.removeAll() }
      return (hasUnread, Set(core.held.elements.map(\.dueAt)).sorted())
    }
    if hasUnread { return abort() }
    // What a rule delays has left the process already. The timers of its own lanes do not fire any more.
    for time in dueTimes {
      lane.postToSystem(at: Instant(nanoseconds: time), background: false) { [self] in
        releaseDue()
      }
    }
    close()
  }
}
