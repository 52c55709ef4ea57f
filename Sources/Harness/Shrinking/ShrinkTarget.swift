public import Simulator

/// What is plain in place of what a seed chose for all draws of a stream: no loss, the middle of a latency.
public struct ShrinkTarget: Hashable, Sendable {
  /// The stream.
  public let stream: ChoiceStream
  /// The plain draw.
  public let value: UInt64

  /// Names what is plain.
  public init(_ stream: ChoiceStream, _ value: UInt64) {
    self.stream = stream
    self.value = value
  }
}
