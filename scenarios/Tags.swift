import Chat

extension Tag {
  /// The scenario that the project is named for.
  static let headline: Tag = "headline"
  /// Read receipts.
  static let receipts: Tag = "receipts"
  /// Somebody has no network.
  static let offline: Tag = "offline"
  /// Somebody's app dies.
  static let restart: Tag = "restart"
  /// Something between the phones and the backend breaks.
  static let fault: Tag = "fault"
  /// Clocks are wrong.
  static let clocks: Tag = "clocks"
  /// Someone has several phones.
  static let multiDevice: Tag = "multi-device"
  /// Conversations of several people.
  static let groups: Tag = "groups"
  /// Sheets with the fate of a message.
  static let sheets: Tag = "sheets"
  /// Who belongs to a group changes.
  static let members: Tag = "members"
  /// What the backend has to do for it.
  static let cost: Tag = "cost"
  /// How long it may take.
  static let budget: Tag = "budget"
  /// Push messages.
  static let push: Tag = "push"
  /// The switch for read receipts.
  static let privacy: Tag = "privacy"
}
