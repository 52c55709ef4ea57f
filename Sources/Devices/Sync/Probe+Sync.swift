public import Harness
internal import Simulator

extension Probe {
  /// An app died with writes that the backend had not answered.
  public static let killedWithQueuedWrites = Probe("killed with writes in the queue")
  /// A write whose answer never came was sent again on another connection, and committed.
  public static let resendCommitted = Probe("a resend was committed")
  /// A write whose answer never came was sent again on another connection, and refused: mostly because
  /// it had been committed the first time.
  public static let resendRefused = Probe("a resend was refused")
  /// A write that was made without a connection was refused once there was one.
  public static let queuedWriteRefused = Probe("a write was refused after reconnecting")
  /// The backend took a listener away that it had granted.
  public static let listenerRevoked = Probe("a listener was revoked")
}
