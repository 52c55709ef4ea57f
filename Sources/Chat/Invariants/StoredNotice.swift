internal import Backend
internal import Devices

/// What a message of the system tells of a change of the members, as the backend or a disk has it.
///
/// Reads the backend's nodes by itself, and finds the words for a viewer in the text table by itself (C-27).
struct StoredNotice: Equatable, CustomStringConvertible {
  let kind: String
  let actor: UserID
  /// Those who were added or removed, by their ids.
  let users: [UserID]

  var description: String { "\(kind) \(users) by \(actor)" }

  /// The notice of a message at the backend; nil where it carries none.
  init?(_ node: Node) {
    guard case .string(let kind) = node[child: "kind"].scalar,
      case .string(let actor) = node[child: "actor"].scalar
    else { return nil }
    self.kind = kind
    self.actor = UserID(actor)
    users = node[child: "users"].children.map { UserID($0.key.text) }.sorted()
  }

  /// The notice of a message on a disk.
  init(_ notice: MembershipNotice) {
    (kind, actor, users) = (notice.kind.rawValue, notice.actor, notice.users)
  }

  /// Whether a text tells a viewer of this change, in any language that has a table.
  ///
  /// - Parameter names: The names that each user may bear.
  func isTold(
    by text: String, to viewer: UserID, in words: ChatText, names: (UserID) -> Set<String>
  ) -> Bool {
    func fits(in words: ChatText) -> Bool {
      self.fits(text, viewer, words) { user in
        [words[.unknownUser], words[.deletedUser]] + names(user).sorted()
      }
    }
    if fits(in: words) { return true }
    return PhoneLocale.named.contains { locale in
      var words = words
      words.locale = locale
      return fits(in: words)
    }
  }

  /// Whether a text tells a viewer of this change in the words of one table, with these names and no others.
  func isTold(
    by text: String, to viewer: UserID, in words: ChatText, exactly name: (UserID) -> String
  ) -> Bool {
    fits(text, viewer, words) { [name($0)] }
  }

  /// The sentence of the table for this change, for whom who made it, for who alone was added by it, and for all others.
  private func phrase(for viewer: UserID) -> ChatText.Phrase? {
    let isAlone = users == [actor]
    let isOwn = actor == viewer
    return switch (kind, users.count) {
    case ("created", _): isOwn ? .youCreated : .created
    case ("removed", 1) where isAlone: isOwn ? .youLeft : .left
    case ("added", 1) where isAlone: isOwn ? .youJoined : .joined
    case ("added", 1) where users == [viewer]: .addedYou
    case ("added", 1): isOwn ? .youAddedOne : .addedOne
    case ("added", _): isOwn ? .youAddedSeveral : .addedSeveral
    case ("removed", 1): isOwn ? .youRemovedOne : .removedOne
    case ("removed", _): isOwn ? .youRemovedSeveral : .removedSeveral
    default: nil
    }
  }

  private func fits(
    _ text: String, _ viewer: UserID, _ words: ChatText, named names: (UserID) -> [String]
  ) -> Bool {
    guard let phrase = phrase(for: viewer) else { return false }
    func called(_ user: UserID, as own: ChatText.Phrase) -> [String] {
      user == viewer ? [words[own]] : names(user)
    }
    return called(actor, as: .you).contains { actor in
      let slot = "\u{1}"
      let filled = words.counted(phrase, users.count, ["actor": actor, "users": slot])
      let parts = filled.split(separator: slot, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return text == filled }
      guard text.hasPrefix(parts[0]), text.hasSuffix(parts[1]),
        text.count >= parts[0].count + parts[1].count
      else { return false }
      let list = text.dropFirst(parts[0].count).dropLast(parts[1].count)
      return lists(list, users[...], separator: words[.separator]) { called($0, as: .youObject) }
    }
  }

  /// Whether a text lists users in their order, each by one of the ways to call them.
  private func lists(
    _ text: Substring, _ users: ArraySlice<UserID>, separator: String,
    called: (UserID) -> [String]
  ) -> Bool {
    guard let first = users.first else { return text.isEmpty }
    let rest = users.dropFirst()
    return called(first).contains { name in
      let head = rest.isEmpty ? name : name + separator
      return text.hasPrefix(head)
        && lists(text.dropFirst(head.count), rest, separator: separator, called: called)
    }
  }
}
