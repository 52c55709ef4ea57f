import Backend
import Devices

/// An instant at which the app's process dies: before or after one commit of its disk or one message.
enum CrashPoint: Hashable, Sendable, CustomStringConvertible {
  case commit(Int, Disk.CrashPoint)
  case message(Int, Radio.CrashPoint)

  /// Every point of a run with so many commits and messages.
  static func all(commits: Int, messages: Int) -> [CrashPoint] {
    let ofCommits = (1...commits).flatMap { number in
      [CrashPoint.commit(number, .beforeCommit), .commit(number, .afterCommit)]
    }
    let ofMessages = (1...messages).flatMap { number in
      [CrashPoint.message(number, .beforeMessage), .message(number, .afterMessage)]
    }
    return ofCommits + ofMessages
  }

  var description: String {
    switch self {
    case .commit(let number, let side): "\(side) \(number)"
    case .message(let number, let side): "\(side) \(number)"
    }
  }
}

/// What the app was told and what it saw in a run, kept outside of the process that dies.
///
/// Writes and queries go by their place in the script.
struct CrashLedger: Sendable {
  /// The write that is being made in this very step.
  var writing: Int?
  /// Writes that were asked for, whether or not the call returned.
  var issued: Set<Int> = []
  /// Writes whose call returned to a process that was alive.
  var queued: Set<Int> = []
  /// Writes that a listener saw in the step in which they were made.
  var shown: Set<Int> = []
  /// Writes that the app was told are committed.
  var acknowledged: Set<Int> = []
  /// What happened that must not, as it happened.
  var violations: [String] = []
  /// Queries that are listened to; a relaunched app listens to them again.
  var listening: Set<Int> = []
  /// What the present process's listeners saw last.
  var lastShown: [Int: Node] = [:]
  /// How things stood when the process died.
  var death: Death?
  /// Writes that had been made and not been acknowledged when the network went away.
  var unacknowledgedAtDisconnection: Set<Int> = []
  /// The changes that the other phone was told of, one list a message.
  var seenByOther: [[PathChange]] = []

  struct Death: Sendable {
    /// The write whose call was under way.
    let writing: Int?
    let unacknowledged: Set<Int>
  }

  var unacknowledged: Set<Int> { issued.subtracting(acknowledged) }

  mutating func die() {
    if death != nil { violations.append("the process died twice") }
    death = Death(writing: writing, unacknowledged: unacknowledged)
    writing = nil
  }
}

/// Everything that a run left behind.
struct CrashRecord: Sendable {
  let point: CrashPoint?
  var ledger = CrashLedger()
  /// The commits of the phone's writes in the backend's order.
  var commits: [Commit] = []
  var finalTree = Node.empty
  var disk = DiskState()
  var commitCount = 0
  var messageCount = 0

  struct Commit: Hashable, Sendable {
    /// The write's place in the script.
    let write: Int
    /// The connection on which it came.
    let connection: Int
  }
}
