public import Simulator

/// A message to one device over the push channel.
///
/// Source: Firebase documentation, "About FCM messages".
public struct PushMessage: Hashable, Sendable, Digestible {
  /// The urgency of a message.
  public enum Priority: String, Sendable {
    /// May wait until the device wakes up by itself.
    case normal
    /// Wakes the device.
    case high
  }

  /// The content that the system shows by itself; messages with one are always collapsible.
  public struct Notification: Hashable, Sendable {
    /// The first line.
    public let title: String
    /// The text.
    public let body: String

    /// A notification.
    public init(title: String, body: String) {
      self.title = title
      self.body = body
    }
  }

  /// The content that the system shows; nil for a message that only the app sees.
  public var notification: Notification?
  /// The number that the app's icon bears from then on; nil leaves it alone.
  public var badge: Int?
  /// The data that the app gets.
  public var data: [String: String]
  /// Messages with the same key replace one another while they wait; nil for none.
  public var collapseKey: String?
  /// The urgency of the message; an iPhone's service refuses data alone that are urgent.
  public var priority: Priority
  /// The time that it may wait, in milliseconds; 0 for now or never.
  public var timeToLiveMilliseconds: Int64
  /// Whether an iPhone hands the notification to the app's notification service extension first.
  ///
  /// Source: Apple, "Generating a remote notification", `mutable-content`.
  public var isMutable: Bool

  /// The longest wait, and what holds where none is given (28 days).
  public static let timeToLiveMillisecondsMax: Int64 = 28 * 24 * 60 * 60 * 1_000
  /// Bytes of the largest payload.
  public static let payloadBytesMax = 4_096

  /// A message.
  public init(
    notification: Notification? = nil, badge: Int? = nil, data: [String: String] = [:],
    collapseKey: String? = nil, priority: Priority = .normal,
    timeToLiveMilliseconds: Int64 = timeToLiveMillisecondsMax, isMutable: Bool = false
  ) {
    self.notification = notification
    self.badge = badge
    self.data = data
    self.collapseKey = collapseKey
    self.priority = priority
    self.timeToLiveMilliseconds = timeToLiveMilliseconds
    self.isMutable = isMutable
  }

  /// The key under which the message replaces others; nil when each counts by itself.
  ///
  /// Notifications without a key share the app's own.
  public var effectiveCollapseKey: String? {
    collapseKey ?? (notification == nil ? nil : "the app's own")
  }

  /// Bytes of notification and data as JSON.
  public var payloadByteCount: Int {
    var count = 2
    // order: a sum is the same in any.
    for (name, value) in data {
      count += JSON.quotedByteCount(name) + 1 + JSON.quotedByteCount(value)
    }
    count += max(0, data.count - 1)
    if let badge { count += #","badge":"#.utf8.count + String(badge).utf8.count }
    if isMutable { count += #","mutable-content":1"#.utf8.count }
    if let notification {
      count += #"{"title":,"body":}"#.utf8.count + JSON.quotedByteCount(notification.title)
      count += JSON.quotedByteCount(notification.body)
    }
    return count
  }
}

extension PushMessage {
  /// The content in one line, for a report: what the system shows, the badge and the app's data by name.
  var detail: String {
    var parts: [String] = []
    if let notification { parts.append("“\(notification.title)”: “\(notification.body)”") }
    if let badge { parts.append("badge \(badge)") }
    for name in data.keys.sorted() { parts.append("\(name) = \(data[name] ?? "")") }
    return parts.joined(separator: "; ")
  }
}

extension PushMessage {
  public func digest(into hash: inout StableHash) {
    hash.mix(UInt64(notification == nil ? 0 : 1))
    hash.mix(notification?.title ?? "")
    hash.mix(notification?.body ?? "")
    hash.mix(UInt64(badge == nil ? 0 : 1))
    hash.mix(Int64(badge ?? 0))
    Self.digest(data, into: &hash)
    hash.mix(UInt64(collapseKey == nil ? 0 : 1))
    hash.mix(collapseKey ?? "")
    hash.mix(priority.rawValue)
    hash.mix(timeToLiveMilliseconds)
    isMutable.digest(into: &hash)
  }

  /// Mixes the data of a message in, in the order of their names.
  package static func digest(_ data: [String: String], into hash: inout StableHash) {
    hash.mix(UInt64(data.count))
    for name in data.keys.sorted() {
      hash.mix(name)
      hash.mix(data[name] ?? "")
    }
  }
}

/// The address of one installation of the app, until it is installed anew.
public struct PushToken: Hashable, Comparable, Sendable {
  /// The token.
  public let text: String

  /// A token.
  public init(_ text: String) { self.text = text }

  public static func < (left: PushToken, right: PushToken) -> Bool { left.text < right.text }
}

extension PushToken: CustomStringConvertible {
  /// The token.
  public var description: String { text }
}

/// The number of a message that was accepted for sending, in the order of acceptance.
public struct PushID: Hashable, Comparable, Sendable {
  /// The number, from 1 on.
  public let number: Int

  public static func < (left: PushID, right: PushID) -> Bool { left.number < right.number }
}
