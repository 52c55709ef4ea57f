public import Backend
public import Harness
public import Simulator

/// A notification that a phone's system shows.
public struct DeliveredNotification: Hashable, Sendable, Digestible {
  /// The number of the push message that brought it.
  public let id: PushID
  /// The first line.
  public let title: String
  /// The text.
  public let body: String
  /// The payload that the app is given when a person taps it.
  public let data: [String: String]
  /// A later notification with the same key takes its place; nil for none.
  public let collapseKey: String?
  /// The instant at which it reached the phone.
  public let deliveredAt: Instant

  init(id: PushID, _ content: PushMessage.Notification, of message: PushMessage, at now: Instant) {
    self.id = id
    title = content.title
    body = content.body
    data = message.data
    collapseKey = message.collapseKey
    deliveredAt = now
  }
}

extension DeliveredNotification {
  public func digest(into hash: inout StableHash) {
    hash.mix(UInt64(id.number))
    hash.mix(title)
    hash.mix(body)
    PushMessage.digest(data, into: &hash)
    hash.mix(UInt64(collapseKey == nil ? 0 : 1))
    hash.mix(collapseKey ?? "")
    hash.mix(deliveredAt.nanoseconds)
  }
}

extension DeliveredNotification: CustomStringConvertible {
  /// The notification as `#3 "Alice": "hello"`.
  public var description: String { "#\(id.number) \"\(title)\": \"\(body)\"" }
}

/// The notifications that a phone's system shows beside the app, and the badge on the app's icon.
public struct NotificationShade: Equatable, Sendable, Digestible {
  /// The notifications that nobody has tapped or removed, oldest first.
  public internal(set) var notifications: [DeliveredNotification] = []
  /// The number on the app's icon; 0 for none.
  public internal(set) var badge = 0
  /// Whether the person lets the app's icon bear a number.
  public internal(set) var showsBadge = true
  /// The number of banners shown so far, those of notifications that are gone included.
  public internal(set) var bannerCount = 0
  /// Whether the system asks the person, in front of the app, if it may notify.
  public internal(set) var isPromptShown = false

  /// The number of notifications.
  public var count: Int { notifications.count }
  /// The titles, oldest first.
  public var titles: [String] { notifications.map(\.title) }
  /// The texts, oldest first.
  public var bodies: [String] { notifications.map(\.body) }

  public func digest(into hash: inout StableHash) {
    hash.mix(UInt64(notifications.count))
    for notification in notifications { notification.digest(into: &hash) }
    hash.mix(Int64(badge))
    hash.mix(UInt64(bannerCount))
    if isPromptShown { hash.mix("prompt") }
    if !showsBadge { hash.mix("no badge") }
  }
}

extension NotificationShade: DrawnScreen {
  /// The notifications, the badge at the end, and the number of banners so far.
  public var drawing: ScreenDrawing {
    ScreenDrawing(
      .shade, detail: "\(bannerCount)", end: badge > 0 ? "\(badge)" : "",
      parts: notifications.map { ScreenDrawing(.notification, $0.title, detail: $0.body) }
        + (isPromptShown
          ? [ScreenDrawing(.notification, "May the app notify?", detail: "Allow · Don't Allow")]
          : []))
  }
}

extension NotificationShade: CustomStringConvertible {
  /// A line for the badge, one for the system's question, and one for each notification.
  public var description: String {
    (["badge \(badge), \(bannerCount) banners so far"]
      + (isPromptShown ? ["the system asks whether the app may notify"] : [])
      + notifications.map(\.description))
      .joined(separator: "\n")
  }
}
