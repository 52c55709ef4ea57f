internal import Backend
internal import Devices
internal import Simulator

/// What a person wants done who has responded to a notification without opening the app.
///
/// A notification may tell of a message, or of a whole conversation, that the phone does not have yet: the intent is kept on
/// the disk until it has (PM-06, PM-07).
struct NotificationIntent: Hashable, Sendable, KeyedRow {
  /// Its id, which is that of the reply.
  let id: Key
  /// The conversation of the notification.
  let conversation: ConversationID
  /// The message up to which the conversation was read; nil where the notification told of none.
  let message: MessageID?
  /// The text that is still to be sent; nil where there is none.
  var reply: String?
  /// The time of the response, by the backend's clock as far as the phone knew it, in milliseconds since 1970.
  let localMilliseconds: Int64

  var rowKey: String { id.text }
}
