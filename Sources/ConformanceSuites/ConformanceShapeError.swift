/// A file that doesn't have the shape of its suite.
public struct ConformanceShapeError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The place where it departs from the shape, as a path of names and indices.
  public let place: String
  /// The value that should stand there.
  public let expected: String

  /// The place and what should stand there.
  public var description: String { "at \(place): \(expected) should stand here" }
}
