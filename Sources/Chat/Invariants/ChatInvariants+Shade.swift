internal import Backend
internal import Devices
internal import Simulator

// The notifications of phones and the numbers on their icons, against what the backend has stored.

extension ChatInvariants {
  /// The phone's notifications, or the number on the icon, have changed (I-07, I-15).
  func judge(_ shade: NotificationShade, _ ledger: inout DeviceLedger, at now: Instant) {
    let badge = ledger.shade.badge
    let new = ledger.shade.show(shade)
    for notification in new {
      if notification.message == nil {
        judgeEvent(notification, shade, &ledger, at: now)
      } else {
        judgeMessage(notification, shade, &ledger, at: now)
      }
    }
    if new.isEmpty, shade.badge != badge { judgeSilentIcon(shade, &ledger) }
    if let (first, second) = ledger.shade.double {
      ledger.breaches.append(
        Breach(
          of: "I-15", "one notification of the messages of a conversation on \(ledger.phone)",
          "\(first) and \(second)"))
    }
    awaitRest(of: &ledger)
  }

  /// A notification of a message has come.
  private func judgeMessage(
    _ notification: DeliveredNotification, _ shade: NotificationShade,
    _ ledger: inout DeviceLedger, at now: Instant
  ) {
    let user = ledger.user
    let (message, isSent, isMuted) = ledgers.withValue(parts: []) { ledgers in
      let message = notification.message.flatMap { ledgers.backend.messages[$0] }
      let isMuted = message.map { message in
        ledgers.backend.hasMuted(
          message.conversation, user, before: message.milliseconds,
          until: TrueTime.milliseconds(at: now))
      }
      return (
        message, message.map { ledgers.backend.isSent($0, to: user) } ?? true, isMuted ?? false
      )
    }
    let knowledge = ledger.knowledge(
      of: notification, message, isSent: isSent, isMuted: isMuted, at: now)
    let mistake: String? =
      if let message {
        message.conversation == notification.conversation
          ? nil : "its message is of \(message.conversation)"
      } else { "the backend has never had its message" }
    if let breach = ShadeLedger.judge(notification, knowledge, mistake, on: ledger.phone) {
      ledger.breaches.append(breach)
    }
    guard let message else { return }
    judgeIcon(shade, since: message.milliseconds, "“\(message.text)”", &ledger)
  }

  /// A notification of a change of the members, or of an invitation, has come: it is for those whom the backend names in what it
  /// has stored, and not for whoever did it (NO-02, NO-03, PM-09).
  private func judgeEvent(
    _ notification: DeliveredNotification, _ shade: NotificationShade,
    _ ledger: inout DeviceLedger, at now: Instant
  ) {
    let user = ledger.user
    let (time, problem, isMuted) = ledgers.withValue(parts: []) { ledgers in
      let time = ledgers.backend.pushed.time(of: notification, to: user)
      let isMuted = time.flatMap { time in
        notification.conversation.map {
          ledgers.backend.hasMuted(
            $0, user, before: time, until: TrueTime.milliseconds(at: now))
        }
      }
      return (
        time, ledgers.backend.pushed.problem(with: notification, to: user), isMuted ?? false
      )
    }
    let knowledge = ledger.knowledge(
      of: notification, nil, isSent: true, isMuted: isMuted, at: now)
    if let breach = ShadeLedger.judge(notification, knowledge, problem, on: ledger.phone) {
      ledger.breaches.append(breach)
    }
    guard let time else { return }
    judgeIcon(shade, since: time, "what it tells of", &ledger)
  }

  /// A function that tells of the newest of several messages may have looked at other conversations so long before it came.
  private static let lookingMilliseconds: Int64 = 1_000

  /// The number on the icon of an app that was put away has changed without a notification: a push message has told of what was read
  /// or swiped away on another phone, deleted, or taken back, or of a removal from a muted group.
  ///
  /// It does not say which, and may have waited for the phone for long, so the first of these counts. An icon that loses its number
  /// when nothing is notified is that of an app that was deleted, or of a phone that was restored.
  private func judgeSilentIcon(_ shade: NotificationShade, _ ledger: inout DeviceLedger) {
    if shade.badge == 0, shade.notifications.isEmpty { return }
    let user = ledger.user
    let time = ledgers.withValue(parts: []) { $0.backend.pushed.firstEnd(for: user) }
    guard let time else { return }
    judgeIcon(shade, since: time, "something was read or deleted", &ledger)
  }

  /// The number on the icon of an app that was put away is that of the push message that came last: what its user had not read
  /// by the backend when that was sent, which was after what it tells of was stored (I-07, UN-05).
  ///
  /// - Parameters:
  ///   - time: The backend's time of what the push message tells of, in milliseconds since 1970.
  ///   - event: The same in words.
  private func judgeIcon(
    _ shade: NotificationShade, since time: Int64, _ event: @autoclosure () -> String,
    _ ledger: inout DeviceLedger
  ) {
    guard shade.showsBadge, ledger.life == .suspended || ledger.life == .terminated else { return }
    let (user, countsMuted) = (ledger.user, ledger.policies.badgeCountsMuted)
    let bounds = ledgers.withValue(parts: []) { ledgers -> ClosedRange<Int>? in
      if !countsMuted, ledgers.backend.hasMutings(user) { return nil }
      return ledgers.backend.unread?.bounds(of: user, since: time - Self.lookingMilliseconds)
    }
    guard let bounds, !bounds.contains(shade.badge) else { return }
    ledger.breaches.append(
      Breach(
        of: "I-07",
        "the number on the icon of \(ledger.phone), whose app was put away, to be what \(user) had not read by the backend",
        "it is \(shade.badge), and since \(event()) the backend has had "
          + "from \(bounds.lowerBound) to \(bounds.upperBound)"))
  }
}
