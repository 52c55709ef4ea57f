extension String {
  /// The longest beginning of whole characters that has at most so many UTF-16 units, in which the backend's rules count.
  ///
  /// Source: Firebase Security Rules reference, `length`: the rules' strings are those of JavaScript.
  func prefix(units limit: Int) -> String {
    if utf16.count <= limit { return self }
    var room = limit
    let kept = prefix { character in
      room -= character.utf16.count
      return room >= 0
    }
    return String(kept)
  }
}
