internal import Simulator

/// The times at which a phone's radio cannot carry anything: while it wakes up after a silence, and in gaps of coverage.
public struct RadioProfile: Sendable, Hashable {
  /// The silence in both directions after which the radio sleeps.
  public var sleepsAfter: Duration
  /// The time from the first datagram until the radio carries it.
  public var wakeUp: LatencyDistribution
  /// The time that is added where the network has to find the phone first, because the first datagram is one to it.
  public var paging: LatencyDistribution
  /// The times without coverage; nil where there are none.
  public var gaps: Gaps?

  /// A radio that sleeps after a silence.
  public init(
    sleepsAfter: Duration, wakeUp: LatencyDistribution, paging: LatencyDistribution = .zero,
    gaps: Gaps? = nil
  ) {
    self.sleepsAfter = sleepsAfter
    self.wakeUp = wakeUp
    self.paging = paging
    self.gaps = gaps
  }

  /// Times without coverage, such as handovers between cells and tunnels.
  public struct Gaps: Sendable, Hashable {
    /// The time from the end of one to the beginning of the next, at least a millisecond.
    public var every: LatencyDistribution
    /// The length of one.
    public var length: LatencyDistribution
    /// Whether what is sent meanwhile is lost; otherwise it waits.
    public var losesDatagrams: Bool

    /// Gaps that come and go whether anything is sent or not.
    public init(every: LatencyDistribution, length: LatencyDistribution, losesDatagrams: Bool) {
      self.every = every
      self.length = length
      self.losesDatagrams = losesDatagrams
    }
  }

  /// Says what makes the profile impossible, or nil where nothing does.
  var flaw: String? {
    if sleepsAfter < .zero { return "sleep after \(sleepsAfter) is negative" }
    if let flaw = wakeUp.flaw { return "wake-up: " + flaw }
    if let flaw = paging.flaw { return "paging: " + flaw }
    if let flaw = gaps?.every.flaw { return "time between gaps: " + flaw }
    return gaps?.length.flaw.map { "length of gaps: " + $0 }
  }
}

extension RadioProfile: CustomStringConvertible {
  public var description: String {
    let pagingText = paging == .zero ? "" : ", found by the network after \(paging)"
    let gapsText =
      gaps.map {
        "; gaps every \($0.every), each \($0.length), which \($0.losesDatagrams ? "lose" : "hold") what is sent"
      } ?? ""
    return
      "radio sleeps after \(sleepsAfter.stopwatch), wakes in \(wakeUp)\(pagingText)\(gapsText)"
  }
}
