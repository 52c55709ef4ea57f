internal import Simulator

/// The times and limits of a connection.
public struct ConnectionConfiguration: Sendable, Hashable {
  /// The maximum time to open a connection, name look-up and TLS included: the 30 s of Firebase's clients.
  public var connectTimeout: Duration = .seconds(30)

  /// The silence after which a client sends a keep-alive: the 45 s of Firebase's clients.
  public var keepAliveInterval: Duration = .seconds(45)

  /// The maximum time that sent data may stay unacknowledged before a side gives the connection up (RFC 5482).
  public var userTimeout: Duration = .seconds(30)

  /// The first retransmission time-out (RFC 6298, 2.1).
  public var initialRetransmission: Duration = .seconds(1)

  /// The least excess of the retransmission time-out over the round trip: the 200 ms of Linux, where RFC 6298 asks
  /// for a time-out of 1 s or more.
  public var minimumRetransmission: Duration = .milliseconds(200)

  /// The greatest retransmission time-out (RFC 6298, 2.5).
  public var maximumRetransmission: Duration = .seconds(60)

  /// The maximum time that an acknowledgement waits for data to ride on; below the 500 ms of RFC 1122, as on Linux.
  public var delayedAcknowledgement: Duration = .milliseconds(40)

  /// The silence after which a server gives the connection up: a keep-alive was due and had all its time.
  public var silenceLimit: Duration { keepAliveInterval + userTimeout }

  /// The defaults named at each property.
  public init() {}

  /// Says what makes the configuration impossible, or nil where nothing does.
  var flaw: String? {
    Self.flaw("connectTimeout", connectTimeout)
      ?? Self.flaw("keepAliveInterval", keepAliveInterval)
      ?? Self.flaw("userTimeout", userTimeout)
      ?? Self.flaw("initialRetransmission", initialRetransmission)
      ?? Self.flaw("minimumRetransmission", minimumRetransmission)
      ?? Self.flaw("maximumRetransmission", maximumRetransmission)
      ?? Self.flaw("delayedAcknowledgement", delayedAcknowledgement)
  }

  private static func flaw(_ name: StaticString, _ time: Duration) -> String? {
    if time >= .microseconds(1), time <= .days(3_652) { return nil }
    return "ConnectionConfiguration.\(name) to be from 1 µs to ten years; it is \(time.stopwatch)"
  }

  /// The configuration where it can be, the default where it cannot; the run has failed then.
  func checked(in world: World, at location: CodeLocation) -> ConnectionConfiguration {
    guard let flaw else { return self }
    world.misuse(Misuse(flaw), at: location)
    return ConnectionConfiguration()
  }
}
