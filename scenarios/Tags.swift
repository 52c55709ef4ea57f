import Chat
import Rehearsal

extension ScenarioTag {
  /// The scenario that the project is named for.
  static let headline: ScenarioTag = "headline"
  /// Read receipts.
  static let receipts: ScenarioTag = "receipts"
  /// Somebody has no network.
  static let offline: ScenarioTag = "offline"
  /// Somebody's app dies.
  static let restart: ScenarioTag = "restart"
  /// Something between the phones and the backend breaks.
  static let fault: ScenarioTag = "fault"
  /// Clocks are wrong, or are put forward or back.
  static let clocks: ScenarioTag = "clocks"
  /// Phones speak other languages than English.
  static let languages: ScenarioTag = "languages"
  /// Someone has several phones.
  static let multiDevice: ScenarioTag = "multi-device"
  /// Conversations of several people.
  static let groups: ScenarioTag = "groups"
  /// Sheets with the fate of a message.
  static let sheets: ScenarioTag = "sheets"
  /// Changes of a group's members.
  static let members: ScenarioTag = "members"
  /// The work that the backend has to do.
  static let cost: ScenarioTag = "cost"
  /// The budget of time that something may take.
  static let budget: ScenarioTag = "budget"
  /// Typing indicators.
  static let typing: ScenarioTag = "typing"
  /// Push messages.
  static let push: ScenarioTag = "push"
  /// The security rules against programs that are not the app.
  static let rules: ScenarioTag = "rules"
  /// The switch for read receipts.
  static let privacy: ScenarioTag = "privacy"
}
