extension Key {
  /// A key that the platform accepts from a client.
  ///
  /// - Parameter place: The place where the key was found, for the error's text.
  /// - Throws: `DataError` for an empty, too long or forbidden name.
  public init(validating text: String, at place: String = "/") throws(DataError) {
    guard !text.isEmpty else { throw .emptyKey(place: place) }
    for scalar in text.unicodeScalars where Key.isForbidden(scalar) {
      throw .forbiddenCharacter(key: text, character: scalar, place: place)
    }
    let bytes = text.utf8.count
    guard bytes <= Limits.keyBytesMax else {
      throw .keyTooLong(key: text, bytes: bytes, place: place)
    }
    self.init(text)
  }

  /// Whether a scalar may not occur in a key.
  static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ".", "$", "#", "[", "]", "/": true
    default: scalar.value < 0x20 || scalar.value == 0x7F
    }
  }
}
