/// A kind of thing that a meter counts.
public enum MeterKind: Int, CaseIterable, Sendable {
  /// Connections opened.
  case connections
  /// Listens that were accepted: the platform's reads.
  case listens
  /// Writes that took effect, of every kind; a batch counts as one.
  case writes
  /// Writes of several paths at once that took effect.
  case batches
  /// Paths that these batches wrote.
  case batchedPaths
  /// Writes on condition of a hash that took effect.
  case transactions
  /// Writes on condition of a hash that came too late.
  case staleTransactions
  /// Operations that were refused, stale ones not counted; listens that ended by the rules included.
  case refusals
  /// Messages from clients.
  case messagesUp
  /// Messages to clients.
  case messagesDown
  /// Bytes of messages from clients.
  case bytesUp
  /// Bytes of messages to clients.
  case bytesDown
  /// Messages with data that a listener was sent, at first and after changes.
  case listenerEvents
  /// Push messages that were accepted for sending.
  case pushes
  /// Bytes of their payloads.
  case pushBytes
  /// Runs of server functions.
  case functionRuns
  /// Runs among these that failed.
  case functionFailures
  /// Files that were stored.
  case uploads
  /// Bytes of files received, repeated ones included.
  case uploadBytes
  /// Files that were read.
  case downloads
  /// Bytes of files sent.
  case downloadBytes
}

/// The caller for whom something was done: a client or a program.
public struct MeterCaller: Hashable, Sendable {
  /// The signed-in user; nil for nobody and for programs.
  public let uid: String?
  /// The device that the connection comes from, if the meter was told.
  public let device: String?
  /// The trusted program or server function; nil for clients.
  public let program: String?

  /// A client.
  public init(uid: String?, device: String? = nil) {
    self.uid = uid
    self.device = device
    program = nil
  }

  /// A trusted program.
  public init(program: String) {
    uid = nil
    device = nil
    self.program = program
  }
}

extension MeterCaller: CustomStringConvertible {
  /// The caller as `alice on Alice's phone` or the program's name.
  public var description: String {
    program ?? (uid ?? "nobody") + (device.map { " on \($0)" } ?? "")
  }
}
