public import Harness
internal import Simulator

// What can befall a phone by itself. Saved failures refer to the names.

extension FaultKind {
  /// Nothing passes between the phone and the backend, and nobody is told.
  public static let partition: FaultKind = "partition"
  /// The phone is not heard, and hears.
  public static let outboundPartition: FaultKind = "partition, not heard"
  /// The phone does not hear, and is heard.
  public static let inboundPartition: FaultKind = "partition, hears nothing"
  /// The phone loses its network interface, as in a tunnel, and knows.
  public static let noInterface: FaultKind = "no interface"
  /// The link comes and goes.
  public static let flap: FaultKind = "flap"
  /// Everything takes several times as long.
  public static let slowLink: FaultKind = "slow link"
  /// All connections are reset.
  public static let reset: FaultKind = "reset"
  /// The app dies, and its person launches it again and goes back to where they were.
  public static let kill: FaultKind = "kill"
  /// The app dies in its next commit to the disk, before or after it is durable.
  public static let killAtCommit: FaultKind = "kill at a commit"
  /// The clock on the wall is wrong.
  public static let clockJump: FaultKind = "clock jump"
  /// Each commit keeps the app's main actor waiting.
  public static let slowDisk: FaultKind = "slow disk"
  /// The next push message is late.
  public static let latePush: FaultKind = "late push"

  /// All kinds that can befall a phone.
  public static let ofPhones: [FaultKind] = [
    .partition, .outboundPartition, .inboundPartition, .noInterface, .flap, .slowLink, .reset,
    .kill,
    .killAtCommit, .clockJump, .slowDisk, .latePush,
  ]
}
