extension String {
  /// A person's name as it may stand among the app's own words: one line of at most 64 UTF-16 units, without characters that
  /// nobody sees and that change how what follows is written (SY-08).
  ///
  /// Source: Unicode Standard Annex 9, "Unicode Bidirectional Algorithm", on explicit formatting characters.
  var asPersonName: String {
    var name = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: name.unicodeScalars.append(" ")
      // Joiners belong to some scripts and emoji.
      case .format where scalar != "\u{200C}" && scalar != "\u{200D}": break
      default: name.unicodeScalars.append(scalar)
      }
    }
    return name.split(separator: " ").joined(separator: " ").prefix(units: 64)
  }

  /// The same, and nil where nothing of it can be seen: such a name is none.
  var asVisibleName: String? {
    let name = asPersonName
    return name.isEmpty ? nil : name
  }
}
