package import Simulator

/// The radio of a phone: every message that its database client sends or receives passes through it and is counted.
///
/// It belongs to the phone, not to one launch of the app, so the count goes on after a relaunch. A process can be made
/// to die right before or right after any message.
package final class Radio: Sendable {
  /// The side of a message on which a process dies.
  package enum CrashPoint: Hashable, Sendable {
    /// The message is neither sent nor looked at.
    case beforeMessage
    /// The message was handed over, with all that the process does at once in answer to one it receives.
    case afterMessage
  }

  private struct State {
    var messageCount = 0
    var crash: (message: Int, point: CrashPoint, kill: @Sendable () -> Void)?
  }

  private let world: World
  private let state: WorldBound<State>

  /// A radio that nothing has passed.
  package init(in world: World) {
    self.world = world
    state = WorldBound(State(), in: world)
  }

  /// The number of messages that passed, sent and received together.
  package var messageCount: Int { state.withValue { $0.messageCount } }

  /// Lets `kill` strike at the `number`-th message from now, counted from 1.
  package func crash(
    atMessage number: Int, _ point: CrashPoint, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, kill: @escaping @Sendable () -> Void
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    guard world.takes(number, in: Disk.crashes, "Radio.crash(atMessage:)", at: location) else {
      return
    }
    state.withValue { $0.crash = ($0.messageCount + number, point, kill) }
  }

  /// Hands a message over, unless the process dies first.
  func pass(_ handOver: () -> Void) {
    let crash = state.withValue { state in
      let crash = state.crash.flatMap { $0.message == state.messageCount + 1 ? $0 : nil }
      if crash != nil { state.crash = nil }
      if crash?.point != .beforeMessage { state.messageCount += 1 }
      return crash
    }
    if crash?.point != .beforeMessage { handOver() }
    crash?.kill()
  }
}
