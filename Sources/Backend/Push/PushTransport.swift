/// The service that brings a phone its push messages: what it keeps, how often, and what wakes an app.
public enum PushTransport: String, Hashable, Sendable, CaseIterable {
  /// Apple's push notification service, by which FCM reaches iPhones.
  ///
  /// It keeps one message for each app while the phone is out of reach, and does not throttle notifications. The phone lets
  /// few messages without a notification wake an app. Sources: Apple, "Sending notification requests to APNs" and "Pushing
  /// background updates to your App".
  case apns
  /// Firebase Cloud Messaging to an Android phone.
  ///
  /// It keeps 100 messages and four collapse keys, and throttles notifications. Sources: Firebase documentation, "Lifetime
  /// of a message", "FCM throttling and quotas".
  case fcmAndroid
}

extension PushTransport {
  /// Whether the service takes the urgency of a message.
  ///
  /// Apple's is an error for a message that shows nothing. Sources: Firebase, "Set the priority of a message"
  /// (`INVALID_ARGUMENT`); Apple, "Pushing background updates to your App". That a badge is enough is from Apple's older
  /// "Communicating with APNs".
  func takesUrgency(of message: PushMessage) -> Bool {
    self != .apns || message.priority != .high || message.notification != nil
      || message.badge != nil
  }

  /// The most bytes of a collapse key that the service takes; nil for no limit.
  ///
  /// Source: Apple, "Sending notification requests to APNs", `apns-collapse-id`.
  var collapseKeyBytesMax: Int? { self == .apns ? 64 : nil }

  /// The time within which two messages for a phone out of reach come so close that either may be the one that is kept.
  ///
  /// Apple says that mostly the latest is kept, and that this is not certain within a short time; the number is ours.
  static let closeMilliseconds: Int64 = 1_000
}
