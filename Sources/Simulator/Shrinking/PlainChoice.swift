/// What is plain in place of what a seed chose for all draws of a stream: no loss, the middle of a latency.
public struct PlainChoice: Hashable, Sendable {
  /// The stream.
  public let stream: Stream
  /// The plain draw.
  public let value: UInt64

  /// Names what is plain.
  public init(_ stream: Stream, _ value: UInt64) {
    self.stream = stream
    self.value = value
  }
}
