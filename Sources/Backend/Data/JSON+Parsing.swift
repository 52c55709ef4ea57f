extension JSON {
  /// The document that a text holds.
  ///
  /// - Parameter allowsComments: whether `//` and `/* */` count as white space, as in rules files.
  /// - Throws: `JSONError` with the place.
  public init(parsing text: String, allowsComments: Bool = false) throws(JSONError) {
    var parser = JSONParser(bytes: Array(text.utf8), allowsComments: allowsComments)
    try parser.skipSpace()
    self = try parser.value(depth: 0)
    try parser.skipSpace()
    if parser.current != nil { throw parser.error("text after the end of the document: remove it") }
  }
}
