extension Screen {
  /// The words in the field above the conversation list, and what they find.
  public struct ListSearch: Hashable, Sendable {
    /// The words.
    public let words: String
    /// The conversations that are called so, in the order of the list.
    public let found: [ConversationID]
  }

  /// The rows of the conversation list that are drawn: all of them, or those that were searched for (PM-13, PM-14).
  public var listedConversations: [ConversationRow] {
    guard let search else { return conversations }
    return conversations.filter { search.found.contains($0.id) }
  }
}

extension ScreenProjection {
  /// What the field above the list finds among its rows; nil where nothing is written there.
  ///
  /// A word finds titles that contain it, in capitals or not; one that begins with `#` finds conversations with that tag, too.
  func search(_ rows: [Screen.ConversationRow]) -> Screen.ListSearch? {
    let words = navigation.search
    if words.isBlank { return nil }
    // Keyboards put a space behind a word that they complete.
    let sought = words.asPersonName.lowercased()
    let found = rows.filter { row in
      row.title.lowercased().contains(sought) || row.tag?.lowercased() == sought
    }
    return Screen.ListSearch(words: words, found: found.map(\.id))
  }
}
