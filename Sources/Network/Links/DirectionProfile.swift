/// The properties of one direction of a link.
public struct DirectionProfile: Sendable, Hashable {
  /// The time that a datagram is under way once its last bit has left.
  public var latency: LatencyDistribution

  /// Added to every latency, drawn anew for each datagram. Jitter alone never lets a datagram overtake another of the
  /// same pair of hosts; `reordering` does.
  public var jitter: LatencyDistribution

  /// The model by which datagrams are lost.
  public var loss: LossModel

  /// The probability, 0 to 1, that a datagram arrives twice.
  public var duplication: Double

  /// The random hold-ups by which a datagram falls behind those sent after it.
  public var reordering: Reordering

  /// The number of bits that leave each second; nil for a link that never makes a datagram wait.
  public var bandwidth: Bandwidth?

  /// The recorded capacity, in the place of a bandwidth; nil for a link that is not recorded. In each run it is played
  /// from a place that the seed draws, the same for both directions.
  public var trace: DeliveryTrace?

  /// The capacity of the transmit queue in bytes; further datagrams are dropped. Ignored when the link has no bandwidth
  /// limit and no trace.
  public var queueBytes: Int

  /// The largest datagram in bytes that the link carries, headers included; a larger one is dropped.
  public var mtu: Int

  /// Fifty datagrams of full size: the queue that dummynet, the mechanism under the Network Link Conditioner, has
  /// unless told otherwise.
  public static let defaultQueueBytes = 75_000

  /// The largest payload of an Ethernet frame (RFC 894).
  public static let defaultMTU = 1_500

  /// A direction that differs from a perfect one only in what is named.
  public init(
    latency: LatencyDistribution = .zero, jitter: LatencyDistribution = .zero,
    loss: LossModel = .none,
    duplication: Double = 0, reordering: Reordering = .none, bandwidth: Bandwidth? = nil,
    trace: DeliveryTrace? = nil, queueBytes: Int = Self.defaultQueueBytes,
    mtu: Int = Self.defaultMTU
  ) {
    self.latency = latency
    self.jitter = jitter
    self.loss = loss
    self.duplication = duplication
    self.reordering = reordering
    self.bandwidth = bandwidth
    self.trace = trace
    self.queueBytes = queueBytes
    self.mtu = mtu
  }

  /// A random hold-up by which a datagram falls behind those sent after it.
  public struct Reordering: Sendable, Hashable {
    /// The probability, 0 to 1, that a datagram is held up.
    public var probability: Double
    /// The time that it is held up, on top of its latency.
    public var delay: LatencyDistribution

    /// Holds up datagrams with a probability for a drawn time.
    public init(probability: Double, delay: LatencyDistribution) {
      self.probability = probability
      self.delay = delay
    }

    /// Every datagram keeps its place.
    public static let none = Reordering(probability: 0, delay: .zero)
  }
}

extension DirectionProfile {
  /// True where a datagram of at most the MTU passes at once and for certain.
  var isTransparent: Bool {
    latency == .zero && jitter == .zero && loss == .none && duplication == 0
      && reordering.probability == 0 && bandwidth == nil && trace == nil
  }

  /// Says what makes the profile impossible, or nil where nothing does.
  var flaw: String? {
    // One by one and not from a list, which would be made for every host of every world.
    if let flaw = latency.flaw { return flaw }
    if let flaw = jitter.flaw { return "jitter: " + flaw }
    if let flaw = reordering.delay.flaw { return "reordering: " + flaw }
    for (name, value) in loss.probabilities {
      if let flaw = Self.flaw(name, probability: value) { return flaw }
    }
    if let flaw = Self.flaw("duplication", probability: duplication) { return flaw }
    if let flaw = Self.flaw("reordering", probability: reordering.probability) { return flaw }
    if let bandwidth, bandwidth.bitsPerSecond <= 0 {
      return "bandwidth \(bandwidth) is not above zero; leave it out for a link without a limit"
    }
    if let bandwidth, let trace {
      return "bandwidth \(bandwidth) beside \(trace); leave one of them out"
    }
    if queueBytes < 0 { return "queue of \(queueBytes) bytes is negative" }
    if max(queueBytes, mtu) > Self.mostBytes {
      let (name, bytes) = queueBytes > Self.mostBytes ? ("queue", queueBytes) : ("MTU", mtu)
      return "\(name) of \(bytes) bytes is above \(Self.mostBytes), the most that is reckoned with"
    }
    if mtu < Self.smallestMTU {
      return
        "MTU of \(mtu) bytes is below \(Self.smallestMTU), the least that every IPv4 host accepts"
    }
    return nil
  }

  private static func flaw(_ name: String, probability: Double) -> String? {
    (0...1).contains(probability) ? nil : "\(name) \(probability) is not a probability from 0 to 1"
  }

  /// The largest queue and the largest datagram of a link, a hundred megabytes: the time of both on a wire of one bit a
  /// second still fits into the nanoseconds that a world counts.
  public static let mostBytes = 100_000_000

  /// The size in bytes that every IPv4 host must be able to receive (RFC 791).
  static let smallestMTU = 576
}

extension DirectionProfile: CustomStringConvertible {
  public var description: String {
    let capacity = bandwidth?.description ?? trace?.description ?? "no bandwidth limit"
    var parts = [capacity, "\(latency)"]
    if jitter != .zero { parts.append("jitter \(jitter)") }
    if loss != .none { parts.append("\(loss)") }
    if duplication > 0 { parts.append("duplication \(duplication)") }
    if reordering.probability > 0 {
      parts.append("reordering \(reordering.probability) by \(reordering.delay)")
    }
    return parts.joined(separator: ", ")
  }
}
