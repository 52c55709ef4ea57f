/// A person's response to a notification that does not bring the app to the screen.
///
/// Source: Apple, `UNNotificationResponse`.
public enum NotificationResponse: Hashable, Codable, Sendable {
  /// It was swiped away.
  case dismissed
  /// The person chose an action of the app's, by its name.
  case action(String)
  /// The person wrote a text below it.
  case reply(String)
}

extension NotificationResponse: CustomStringConvertible {
  /// The response in a few words, such as `reply “yes”`.
  public var description: String {
    switch self {
    case .dismissed: "swipe away"
    case .action(let name): "choose “\(name)” at"
    case .reply(let text): "reply “\(text)” to"
    }
  }
}
