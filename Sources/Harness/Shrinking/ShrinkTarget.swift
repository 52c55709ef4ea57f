public import Simulator

/// The plain value for all draws of a stream, in place of those that a seed chose: no loss, the middle of a latency.
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
