/// A file that doesn't have the shape of its suite.
public struct ConformanceShapeError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Where it departs, as a path of names and indices.
  public let place: String
  /// What should stand there.
  public let expected: String

  /// The place and what should stand there.
  public var description: String { "at \(place): \(expected) should stand here" }
}
