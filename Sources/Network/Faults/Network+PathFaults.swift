public import Simulator

// Faults between hosts. All are timed alike: without `at` they begin at once, without `for` they last until their handle
// ends them.
extension Network {
  /// Cuts two groups of hosts off from each other; datagrams under way between them are lost as well.
  @discardableResult
  public func partition(
    _ group: [NetworkHost], from other: [NetworkHost], direction: FaultDirection = .bothWays,
    at instant: Instant? = nil, for duration: Duration? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) -> FaultHandle {
    let arrow = direction == .bothWays ? "|" : "→|"
    return impose(
      "partition \(Self.names(group)) \(arrow) \(Self.names(other))",
      .block(pairs(group, other, direction)), on: both(group, other), at: instant, for: duration,
      CodeLocation(fileID: fileID, filePath: filePath, line: line))
  }

  /// Cuts hosts off from every other host, also from each other.
  @discardableResult
  public func isolate(
    _ hosts: NetworkHost..., at instant: Instant? = nil, for duration: Duration? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) -> FaultHandle {
    impose(
      "isolate \(Self.names(hosts))", .block(.touching(hosts.map(\.index))), on: hosts, at: instant,
      for: duration, CodeLocation(fileID: fileID, filePath: filePath, line: line))
  }

  /// Holds datagrams between two groups of hosts just before their destination, those under way included.
  ///
  /// They arrive at once and in order when the fault ends: ``FaultHandle/end()`` is the release.
  @discardableResult
  public func hold(
    from group: [NetworkHost], to other: [NetworkHost], direction: FaultDirection = .oneWay,
    at instant: Instant? = nil, for duration: Duration? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) -> FaultHandle {
    let arrow = direction == .bothWays ? "↔" : "→"
    return impose(
      "hold \(Self.names(group)) \(arrow) \(Self.names(other))",
      .hold(pairs(group, other, direction)), on: both(group, other), at: instant, for: duration,
      CodeLocation(fileID: fileID, filePath: filePath, line: line))
  }

  /// Slows everything down that hosts send and receive.
  ///
  /// - Parameters:
  ///   - factor: The factor on the time that a datagram takes, waiting for the wire included; from 0 to a million.
  ///   - extra: The time that is added to that; from 0 to 100 years.
  @discardableResult
  public func slow(
    _ hosts: NetworkHost..., by factor: Double = 1, plus extra: Duration = .zero,
    at instant: Instant? = nil, for duration: Duration? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) -> FaultHandle {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    let name = "slow \(Self.names(hosts)) by \(factor) plus \(extra.stopwatch)"
    guard world.takes(factor, in: 0...1e6, "slow \(Self.names(hosts)), by:", at: location),
      world.takes(extra, "slow \(Self.names(hosts)), plus:", at: location)
    else { return noFault(name) }
    return impose(
      name, .slow(.touching(hosts.map(\.index)), factor: factor, extra: extra.nanoseconds),
      on: hosts, at: instant, for: duration, location)
  }

  /// The hosts of two groups; none where one of the groups has none.
  func both(_ group: [NetworkHost], _ other: [NetworkHost]) -> [NetworkHost] {
    group.isEmpty || other.isEmpty ? [] : group + other
  }

  func pairs(_ group: [NetworkHost], _ other: [NetworkHost], _ direction: FaultDirection)
    -> HostPairs
  {
    .between(group.map(\.index), other.map(\.index), back: direction == .bothWays)
  }
}
