internal import Backend
internal import Devices

/// The names by which phones must call people and conversations at rest: the present ones, as the backend has them.
///
/// Reads the backend's nodes by itself.
struct NamesAtRest {
  private let accounts: Node

  init(_ data: Node) {
    accounts = data[ChatPaths.users]
  }

  /// The name of an account; the words for one that is gone where there is none (C-54), and for one of whose name nothing can be
  /// seen.
  func name(of user: UserID, in words: ChatText) -> String {
    guard case .string(let text) = accounts[child: user.key][child: ChatField.name].scalar else {
      return words[.deletedUser]
    }
    return Self.visible(text) ?? words[.unknownUser]
  }

  /// Whether an account has a name of which nothing can be seen.
  private func isUnknown(_ user: UserID) -> Bool {
    guard case .string(let text) = accounts[child: user.key][child: ChatField.name].scalar else {
      return false
    }
    return Self.visible(text) == nil
  }

  /// Whether several of some users have to be counted, since nothing of their names can be seen.
  func countsUnknown(of users: [UserID]) -> Bool { users.count(where: isUnknown) > 1 }

  /// The most members by whom a conversation without a name is called.
  static let titleMax = 8

  /// The title of a conversation for one of its members: its name, or the names of the others, by their ids.
  func title(of view: ConversationAtRest, in words: ChatText) -> String {
    if let name = view.name { return name }
    let others = view.members.map(\.user).filter { $0 != view.user }
    if others.isEmpty { return words[.you] }
    let titled = Array(others.prefix(Self.titleMax))
    let unknown = countsUnknown(of: titled) ? titled.count(where: isUnknown) : 0
    let named = titled.filter { unknown == 0 || !isUnknown($0) }.map { name(of: $0, in: words) }
    let counted = unknown > 0 ? [words.counted(.unknownUsers, unknown)] : []
    return (named + counted + (others.count > Self.titleMax ? ["…"] : []))
      .joined(separator: words[.separator])
  }

  /// A name as it may stand among the app's own words: one line of at most 64 UTF-16 units without characters that nobody sees, but
  /// for those that join others; nil where nothing of it is left (SY-08).
  static func visible(_ text: String) -> String? {
    let joiners: Set<Unicode.Scalar> = ["\u{200C}", "\u{200D}"]
    let breaks: Set<Unicode.GeneralCategory> = [.control, .lineSeparator, .paragraphSeparator]
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let category = scalar.properties.generalCategory
      if category == .format, !joiners.contains(scalar) { continue }
      line.append(breaks.contains(category) ? " " : scalar)
    }
    var name = ""
    for character in String(line).split(separator: " ").joined(separator: " ") {
      if name.utf16.count + character.utf16.count > 64 { break }
      name.append(character)
    }
    return name.isEmpty ? nil : name
  }
}
