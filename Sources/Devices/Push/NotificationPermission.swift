/// What a person lets an app do with notifications.
///
/// Source: Apple, `UNAuthorizationStatus`, "Asking permission to use notifications". Tokens and messages without a
/// notification need no permission.
///
/// A new phone's is ``allowed`` from the start, as though its person had been asked before the scenario begins. That is a choice of
/// the model, for scenarios that are not about the question: a real app begins at ``notDetermined``, which
/// `Phone.setPermission(_:)` makes so.
public enum NotificationPermission: String, Hashable, Codable, Sendable, CaseIterable {
  /// Nobody has been asked: nothing is shown, and an app that asks has the system put a question in front of it.
  case notDetermined = "not determined"
  /// Notifications are shown, with banners and a number on the icon.
  case allowed
  /// Nothing is shown, and the icon bears no number.
  case denied
  /// A trial: notifications lie in the notification centre, without a banner and without a number.
  case provisional
}

extension NotificationPermission {
  var showsNotifications: Bool { self == .allowed || self == .provisional }
  var showsBanners: Bool { self == .allowed }
  var showsBadges: Bool { self == .allowed }
}
