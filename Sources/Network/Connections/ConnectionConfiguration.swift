internal import Simulator

/// An operating system, by whose kernel a host's connections behave.
public enum OperatingSystem: Sendable, Hashable {
  /// Servers and Android phones.
  case linux
  /// iOS and macOS.
  case darwin

  var stack: HostStack {
    switch self {
    case .linux: .linux
    case .darwin: .darwin
    }
  }
}

/// The times and limits of a connection.
public struct ConnectionConfiguration: Sendable, Hashable {
  /// The maximum time to open a connection: the 30 s of Firebase's clients, from the name's look-up to the server's first
  /// message.
  public var connectTimeout: Duration = .seconds(30)

  /// Whether ``connectTimeout`` ends an attempt that stalls within TLS. Firebase's client for iOS does not: it closes once
  /// the request for the WebSocket is written, which waits for TLS, so that a stall there lasts until the kernel gives up
  /// (firebase-ios-sdk, `FWebSocketConnection` `closeIfNeverConnected`, `FSRWebSocket` `_pumpWriting`; issue 9682).
  public var timesOutWithinTLS = false

  /// The silence after which a client sends a keep-alive: the 45 s of Firebase's clients.
  public var keepAliveInterval: Duration = .seconds(45)

  /// The maximum time that sent data may stay unacknowledged before a side gives the connection up (RFC 5482); nil where
  /// the app sets none, as Firebase's clients: the kernel's own limit holds, some minutes on Darwin and a quarter of an
  /// hour on Linux.
  public var userTimeout: Duration?

  /// The silence after which a server gives the connection up. The platform publishes none, and its support speaks of a few
  /// minutes (flutterfire issue 7757); this figure is ours: a keep-alive was due after 45 s and had 30 s to come.
  public var silenceLimit: Duration = .seconds(75)

  /// The kernel by which this side behaves; nil for that of its host (``NetworkHost/system``), and where that is nil as well
  /// for an iPhone's on the side that connects and a server's on the side that accepts.
  public var system: OperatingSystem?

  /// Whether TLS 1.3 secures the connection: one more round trip before it is open, and 22 bytes a message.
  public var isSecured = true

  /// The protocols that this side speaks within TLS, the preferred first; none where it does not negotiate (ALPN, RFC 7301).
  ///
  /// The first of the server's that the client has offered is chosen. A connection without one in common opens all the same, which
  /// is ours: a server may end the handshake (RFC 7301, 3.2).
  public var applicationProtocols: [ApplicationProtocol] = []

  /// Whether what this side sends gives way to everything else on the link, as a kernel sends traffic of the background service
  /// class: by LEDBAT++ (`YieldingGrowth`).
  public var yields = false

  /// The longest time in which an iPhone with the defaults notices that an open connection broke without a word: 45 s until its
  /// keep-alive, and 13 time-outs of at most 64 s on Darwin. On Wi-Fi the time-outs take 18 s together, on LTE 69 s, right
  /// behind the handshake up to three times that.
  public static var noticingMax: Duration { .seconds(45 + 13 * 64) }

  /// The same of a phone with Linux's kernel: its keep-alive, the 924.6 s for which the kernel tries, and a last time-out of
  /// at most 120 s.
  static var noticingMaxOfLinux: Duration { .seconds(45 + 925 + 120) }

  /// The defaults named at each property.
  public init() {}

  /// Says what makes the configuration impossible, or nil where nothing does.
  var flaw: String? {
    Self.flaw("connectTimeout", connectTimeout)
      ?? Self.flaw("keepAliveInterval", keepAliveInterval)
      ?? userTimeout.flatMap { Self.flaw("userTimeout", $0) }
      ?? Self.flaw("silenceLimit", silenceLimit)
  }

  private static func flaw(_ name: StaticString, _ time: Duration) -> String? {
    if time >= .microseconds(1), time <= .days(3_652) { return nil }
    return "ConnectionConfiguration.\(name) to be from 1 µs to ten years; it is \(time.stopwatch)"
  }

  /// The configuration of a side on this host.
  func on(_ host: NetworkHost) -> ConnectionConfiguration {
    guard system == nil, let kernel = host.system else { return self }
    var configuration = self
    configuration.system = kernel
    return configuration
  }

  /// The configuration where it can be, the default where it cannot; the run has failed then.
  func checked(in world: World, at location: CodeLocation) -> ConnectionConfiguration {
    guard let flaw else { return self }
    world.misuse(Misuse(flaw), at: location)
    return ConnectionConfiguration()
  }
}

extension Network {
  /// The longest time in which any of the phones with the defaults notices that an open connection broke without a word.
  package var noticingMax: Duration {
    let hasLinux = hosts.contains { $0.system == .linux }
    return hasLinux
      ? ConnectionConfiguration.noticingMaxOfLinux : ConnectionConfiguration.noticingMax
  }
}
