/// A value in a rules file, with its place.
struct RulesDocument: Sendable {
  /// A name and its value in an object, in the order of the file.
  struct Member: Sendable {
    let name: String
    let position: SourcePosition
    let value: RulesDocument
  }

  enum Content: Sendable {
    case null
    case bool(Bool)
    case number
    case string(ExpressionSource)
    case array([RulesDocument])
    case object([Member])
  }

  let content: Content
  let position: SourcePosition

  /// The kind of the value, for a message.
  var kindName: String {
    switch content {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
