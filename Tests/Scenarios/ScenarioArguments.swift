public import Simulator
public import Testing

// How scenarios stand in the lists of an IDE, and how it plays one of them again.

extension Scenario: CustomTestStringConvertible {
  /// The name with its tags, such as `offlineRead/lte #headline #receipts`.
  public var testDescription: String {
    ([name] + tags.map { "#\($0.name)" }).joined(separator: " ")
  }
}

extension Scenario: CustomTestArgumentEncodable {
  public func encodeTestArgument(to encoder: some Encoder) throws {
    try name.encode(to: encoder)
  }
}

extension Schedule: CustomTestArgumentEncodable {
  public func encodeTestArgument(to encoder: some Encoder) throws {
    try description.encode(to: encoder)
  }
}
