internal import Backend
internal import Devices
internal import Simulator

/// The last turn of one of a user's own settings for a conversation; only this user's phones know it (PM-04).
///
/// Each turn has an id of its own and is written once, so a turn that is sent again changes nothing. The backend puts its
/// time to each, and the latest counts.
struct ConversationSetting: Hashable, Sendable, KeyedRow {
  /// The thing that is set.
  enum Topic: String, Hashable, Sendable, CaseIterable {
    /// Whether push messages come, see ``MuteSpan``.
    case mute
    /// Whether it is in the user's archive (PM-15).
    case archive
    /// The name under which the user has sorted it (PM-14).
    case tag

    var key: Key { Key(rawValue) }
  }

  /// The conversation.
  let conversation: ConversationID
  /// The thing that is set.
  let topic: Topic
  /// The id of the turn, made by the phone on which it was made.
  let id: String
  /// The new value, as the backend stores it.
  let value: String
  /// The time at which the backend accepted the turn, in milliseconds since 1970; nil while that is unknown.
  var milliseconds: Int64?

  var rowKey: String { Self.rowKey(conversation, topic) }

  static func rowKey(_ conversation: ConversationID, _ topic: Topic) -> String {
    "\(conversation)/\(topic.rawValue)"
  }

  /// The value of a setting that was never made, or was taken back.
  static let off = "off"
  /// The value of a conversation that is in the archive.
  static let on = "on"
  /// The most characters of a tag, without its `#`; ours.
  static let tagMax = 32
}

/// The time for which a conversation is muted (PM-01).
public enum MuteSpan: String, Hashable, Codable, Sendable, CaseIterable {
  case hour = "1h"
  case eightHours = "8h"
  case day = "1d"
  case week = "1w"
  case forever

  /// The length in milliseconds; nil for ever.
  var milliseconds: Int64? {
    let hour: Int64 = 60 * 60 * 1_000
    return switch self {
    case .hour: hour
    case .eightHours: 8 * hour
    case .day: 24 * hour
    case .week: 7 * 24 * hour
    case .forever: nil
    }
  }
}

extension ConversationSetting {
  /// The time at which a muting ends, by the backend's clock, in milliseconds since 1970; nil where it never does, or where
  /// nothing is muted.
  ///
  /// A turn that the backend has not taken yet has not begun to count.
  var muteEnd: Int64? {
    guard topic == .mute, let milliseconds, let span = MuteSpan(rawValue: value) else { return nil }
    return span.milliseconds.map { milliseconds + $0 }
  }
}
