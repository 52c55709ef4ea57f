/// An action that a `PushService` wants done, or an event that it reports.
package enum PushAction: Sendable {
  /// The message was accepted; that says nothing about its delivery.
  case accepted(PushID, PushToken)
  /// The message was not accepted.
  case refused(PushToken, PushError)
  /// Takes a message to its device. How long that takes is the caller's to draw, message by message:
  /// there is no order among them. A message that doesn't arrive comes back by `giveBack`.
  case deliver(PushToken, AcceptedPush)
  /// Tells the app that so many messages were dropped, so that it synchronises by other means.
  case tellDeletedMessages(PushToken, count: Int)
  /// A message will never be delivered.
  case dropped(PushToken, AcceptedPush, PushLoss)
  /// Calls `wake` at this time, in milliseconds since 1970: something waits for its turn.
  case wake(PushToken, atMilliseconds: Int64)
}

/// A message that was accepted for sending.
package struct AcceptedPush: Hashable, Sendable {
  /// Its number.
  package let id: PushID
  /// The message.
  package let message: PushMessage
  /// The time at which it was accepted, in milliseconds since 1970.
  package let acceptedMilliseconds: Int64

  /// The time at which it is too late to deliver it, in milliseconds since 1970.
  package var expiryMilliseconds: Int64 { acceptedMilliseconds + message.timeToLiveMilliseconds }
}

/// The reason why an accepted message got lost.
package enum PushLoss: String, Sendable {
  /// It waited longer than it may.
  case expired
  /// A later message with the same collapse key took its place.
  case collapsed
  /// Another message for the same app is kept in its place.
  case replaced
  /// More collapse keys wait for the device than are kept.
  case tooManyCollapseKeys
  /// More messages wait for the device than are kept: all are dropped, and the app is told.
  case tooManyStored
  /// The app was removed from the device.
  case unregistered
}

/// The reason why a message is not accepted.
public enum PushError: Error, Equatable, Sendable {
  /// No installation has this token, or no longer.
  case unregistered(PushToken)
  /// The text can be no token of this service.
  case malformedToken(PushToken)
  /// The payload is larger than `PushMessage.payloadBytesMax`.
  case payloadTooLarge(bytes: Int)
  /// The time to live is negative or above `PushMessage.timeToLiveMillisecondsMax`.
  case invalidTimeToLive(milliseconds: Int64)
  /// The collapse key is longer than the phone's service takes.
  case collapseKeyTooLong(bytes: Int)
  /// The message is urgent, and an iPhone would show nothing of it.
  case urgentData
  /// More messages to one device than the platform allows in this time.
  case deviceRateExceeded(PushToken, count: Int, withinMilliseconds: Int64)
}

extension PushError: CustomStringConvertible {
  /// The problem and the remedy.
  public var description: String {
    switch self {
    case .unregistered(let token):
      "token \(token) is not registered: delete it, the app asks for another"
    case .malformedToken(let token):
      "\(token) is no registration token: pass one that the app was given"
    case .payloadTooLarge(let bytes):
      "payload of \(bytes) bytes: send at most \(PushMessage.payloadBytesMax), "
        + "and let the app fetch the rest"
    case .invalidTimeToLive(let milliseconds):
      "time to live of \(milliseconds) ms: give 0 to \(PushMessage.timeToLiveMillisecondsMax)"
    case .collapseKeyTooLong(let bytes):
      "collapse key of \(bytes) bytes: APNs takes at most 64"
    case .urgentData:
      "high priority for data alone: APNs takes them with normal priority, "
        + "or with a notification or a badge"
    case .deviceRateExceeded(let token, let count, let milliseconds):
      "more than \(count) messages to \(token) within \(milliseconds / 1_000) s: send fewer"
    }
  }
}
