extension Array {
  /// Adds the elements of another array behind its own; an empty one becomes the other, so that nothing is copied.
  ///
  /// Lists of what happened are handed up through several levels, most of which have nothing to add: with `+=` each
  /// of them copies a hundred thousand events anew.
  ///
  /// - Parameter others: The elements to add.
  mutating func join(_ others: [Element]) {
    if isEmpty { self = others } else { append(contentsOf: others) }
  }
}
