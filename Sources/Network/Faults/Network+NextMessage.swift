public import Simulator

/// A rule for the next message that matches; it lets all others pass and is finished after that one.
public struct NextMessageRule: PacketRule {
  public private(set) var isFinished = false
  private let fate: PacketVerdict
  private let matches: @Sendable (WireMessage) -> Bool

  /// A fate for the next message that matches; of connections only where the fate breaks one.
  public init(
    _ fate: PacketVerdict,
    where matches: @escaping @Sendable (WireMessage) -> Bool = { _ in true }
  ) {
    self.fate = fate
    self.matches = matches
  }

  public mutating func verdict(for message: WireMessage) -> PacketVerdict {
    if isFinished { return .pass }
    // Outside of connections there is none to break.
    if case .breakConnection = fate, message.connection == nil { return .pass }
    guard matches(message) else { return .pass }
    isFinished = true
    return fate
  }

  public var name: String {
    switch fate {
    case .pass: "pass next"
    case .delay(let time): "delay next by \(time.stopwatch)"
    case .drop: "drop next"
    case .breakConnection(.reset): "lose next, then reset"
    case .breakConnection(.halfOpen): "lose next, then half-open"
    }
  }
}

// A verb for each fate of the next message that matches. `for` limits how long it is waited for.
extension Network {
  /// A condition that picks the messages that a verb is about.
  public typealias Predicate = @Sendable (any Payload) -> Bool

  /// Loses the next datagram from one host to another that matches.
  ///
  /// A connection sends it again after its retransmission time-out; to lose a message for good see
  /// ``loseNext(from:to:then:at:for:fileID:filePath:line:where:)``.
  @discardableResult
  public func dropNext(
    from: NetworkHost, to: NetworkHost, at instant: Instant? = nil, for duration: Duration? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    where matches: @escaping Predicate = { _ in true }
  ) -> FaultHandle {
    install(
      NextMessageRule(.drop) { matches($0.payload) }, from: [from], to: [to], at: instant,
      for: duration, fileID: fileID, filePath: filePath, line: line)
  }

  /// Delays the next datagram, or message of a connection, from one host to another that matches.
  ///
  /// On a connection everything that is sent after the message waits with it.
  @discardableResult
  public func delayNext(
    from: NetworkHost, to: NetworkHost, by delay: Duration, at instant: Instant? = nil,
    for duration: Duration? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, where matches: @escaping Predicate = { _ in true }
  ) -> FaultHandle {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    guard world.takes(delay, "delay next, by:", at: location) else {
      return noFault("delay next by \(delay.stopwatch)")
    }
    return install(
      NextMessageRule(.delay(delay)) { matches($0.payload) }, from: [from], to: [to], at: instant,
      for: duration, fileID: fileID, filePath: filePath, line: line)
  }

  /// Loses the next message of a connection that matches, with everything after it, and breaks the connection.
  ///
  /// Messages sent before it still arrive.
  @discardableResult
  public func loseNext(
    from: NetworkHost, to: NetworkHost, then ending: ConnectionBreak = .reset,
    at instant: Instant? = nil,
    for duration: Duration? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, where matches: @escaping Predicate = { _ in true }
  ) -> FaultHandle {
    install(
      NextMessageRule(.breakConnection(ending)) { matches($0.payload) }, from: [from], to: [to],
      at: instant, for: duration, fileID: fileID, filePath: filePath, line: line)
  }
}
