import Simulator

/// The kind of a connection's datagram, for whoever decides about single ones.
package enum SegmentKind: String, Sendable, Hashable {
  case synchronize = "syn"
  case synchronizeAcknowledge = "synack"
  case data
  case acknowledge = "ack"
  case end = "fin"
  case reset = "rst"
}

extension Network {
  /// Loses each datagram of a connection for which `isLost` returns true, before it enters its sender's link.
  ///
  /// Unlike a ``PacketRule``, which decides about an app's messages, it is asked about each segment, retransmissions and
  /// acknowledgements included.
  package func loseSegments(
    where isLost: @escaping @Sendable (_ source: NetworkHost, _ kind: SegmentKind) -> Bool
  ) {
    fabric.withValue { $0.segmentSieve = Fabric.SegmentSieve(isLost: isLost) }
  }

  /// Whether the sieve in force, if any, loses a segment.
  func sieveLoses(_ segment: Segment, from source: NetworkHost) -> Bool {
    guard let sieve = fabric.withValue(parts: [], { $0.segmentSieve }) else { return false }
    return sieve.isLost(source, segment.sieveKind)
  }
}

extension Segment {
  fileprivate var sieveKind: SegmentKind {
    switch kind {
    case .synchronize: .synchronize
    case .synchronizeAcknowledge: .synchronizeAcknowledge
    case .acknowledge: .acknowledge
    case .reset: .reset
    case .piece(let piece, _):
      if case .end? = piece.item { piece.bytes <= 1 ? .end : .data } else { .data }
    }
  }
}
