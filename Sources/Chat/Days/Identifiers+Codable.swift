internal import Backend

// Ids in the deeds of saved days.

extension UserID: Codable {
  public init(from decoder: any Decoder) throws { self.init(try Key(decoding: decoder)) }
  public func encode(to encoder: any Encoder) throws { try key.text.encode(to: encoder) }
}

extension ConversationID: Codable {
  public init(from decoder: any Decoder) throws { self.init(try Key(decoding: decoder)) }
  public func encode(to encoder: any Encoder) throws { try key.text.encode(to: encoder) }
}

extension MessageID: Codable {
  public init(from decoder: any Decoder) throws { self.init(try Key(decoding: decoder)) }
  public func encode(to encoder: any Encoder) throws { try key.text.encode(to: encoder) }
}

extension Key {
  /// Reads an id that is stored as its text.
  fileprivate init(decoding decoder: any Decoder) throws {
    try self.init(validating: String(from: decoder), at: "an id")
  }
}
