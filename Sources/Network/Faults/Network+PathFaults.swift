public import Simulator

// Faults between hosts. All are timed alike: without `at` they begin at once, without `for` they last until their handle
// ends them.
extension Network {
  /// Cuts two groups of hosts off from each other; datagrams under way between them are lost as well.
  @discardableResult
  public func partition(
    _ group: [Host], from other: [Host], direction: FaultDirection = .bothWays,
    at instant: Instant? = nil, for duration: Duration? = nil
  ) -> FaultHandle {
    let arrow = direction == .bothWays ? "|" : "→|"
    return impose(
      "partition \(Self.names(group)) \(arrow) \(Self.names(other))",
      .block(pairs(group, other, direction)), at: instant, for: duration)
  }

  /// Cuts hosts off from every other host, also from each other.
  @discardableResult
  public func isolate(
    _ hosts: Host..., at instant: Instant? = nil, for duration: Duration? = nil
  ) -> FaultHandle {
    impose(
      "isolate \(Self.names(hosts))", .block(.touching(hosts.map(\.index))), at: instant,
      for: duration)
  }

  /// Holds datagrams between two groups of hosts at their destination's door, those under way included.
  ///
  /// When the fault ends they arrive at once, in order: ``FaultHandle/end()`` is the release.
  @discardableResult
  public func hold(
    from group: [Host], to other: [Host], direction: FaultDirection = .oneWay,
    at instant: Instant? = nil, for duration: Duration? = nil
  ) -> FaultHandle {
    let arrow = direction == .bothWays ? "↔" : "→"
    return impose(
      "hold \(Self.names(group)) \(arrow) \(Self.names(other))",
      .hold(pairs(group, other, direction)), at: instant, for: duration)
  }

  /// Slows everything down that hosts send and receive.
  ///
  /// - Parameters:
  ///   - factor: How many times as long a datagram takes, waiting for the wire included; at least 0.
  ///   - extra: What is added to that; not negative.
  @discardableResult
  public func slow(
    _ hosts: Host..., by factor: Double = 1, plus extra: Duration = .zero,
    at instant: Instant? = nil, for duration: Duration? = nil
  ) -> FaultHandle {
    precondition(
      factor >= 0 && factor.isFinite && extra >= .zero,
      "a link cannot be slowed by \(factor) plus \(extra); use a factor ≥ 0 and a delay ≥ 0")
    return impose(
      "slow \(Self.names(hosts)) by \(factor) plus \(extra.stopwatch)",
      .slow(.touching(hosts.map(\.index)), factor: factor, extra: extra.nanoseconds), at: instant,
      for: duration)
  }

  func pairs(_ group: [Host], _ other: [Host], _ direction: FaultDirection) -> HostPairs {
    .between(group.map(\.index), other.map(\.index), back: direction == .bothWays)
  }
}
