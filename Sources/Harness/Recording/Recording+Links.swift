extension Recording {
  /// The way of a datagram over one direction of a host's access link: how long it waited there, or that it was lost there.
  ///
  /// Only what a link delays or loses is recorded; a perfect link has none.
  package struct Passage: Hashable, Sendable {
    /// The host whose link it is, in ``Recording/texts``.
    package var host: Int
    /// Whether it goes from the host to the network.
    package var isUp: Bool
    /// The instant at which it came to the link, in nanoseconds since the world began.
    package var instant: Int64
    /// The time for which it waits for the radio, in nanoseconds.
    package var radio: Int64
    /// The time for which it waits behind others for the wire, in nanoseconds.
    package var queueing: Int64
    /// The time that its bits are on the wire, in nanoseconds.
    package var wire: Int64
    /// Its size in bytes, with its headers.
    package var bytes: Int
    /// The reason for which the link lost it, in ``Recording/texts``; -1 where it was carried.
    package var reason: Int

    package init(
      host: Int = -1, isUp: Bool, instant: Int64, radio: Int64, queueing: Int64, wire: Int64,
      bytes: Int, reason: Int = -1
    ) {
      self.host = host
      self.isUp = isUp
      self.instant = instant
      self.radio = radio
      self.queueing = queueing
      self.wire = wire
      self.bytes = bytes
      self.reason = reason
    }
  }
}
