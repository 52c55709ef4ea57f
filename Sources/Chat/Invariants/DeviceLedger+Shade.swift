internal import Devices
internal import Simulator

// What the shade and the icon of a phone are compared with (I-07, I-15).

extension DeviceLedger {
  /// What this phone knows of the message of a notification that it shows.
  func knowledge(
    of notification: DeliveredNotification, _ message: BackendLedger.StoredMessage?, isSent: Bool,
    isMuted: Bool, at now: Instant
  ) -> ShadeLedger.Knowledge {
    // An app that waits for its disk hears of what came meanwhile first, and of being in front behind that.
    let isAwake = life == .foreground && !isDark && lifeChange < now && waitsUntil < now
    let isRead =
      notification.message.map { disk.isReadByUser($0) || displayed.contains($0) } ?? false
    return ShadeLedger.Knowledge(
      user: user, message: message, isSent: isSent,
      isOnScreen: isAwake && screen?.thread?.id == notification.conversation
        && notification.conversation != nil && threadSince < now,
      isRead: isAwake && isRead && lastCommit < now, isMuted: isMuted)
  }

  /// The icon and the notifications of an app in the foreground, at rest (I-07, I-15).
  mutating func judgeShadeAtRest() {
    guard policies.usesPush, life == .foreground, !isDark, let screen else { return }
    if shade.showsBadge, shade.badge != screen.badge {
      breaches.append(
        Breach(
          of: "I-07", "the number on the icon of \(phone) to be that of the unread messages",
          "it is \(shade.badge), and \(screen.badge) are unread"))
    }
    let done = shade.notifications.first {
      $0.message.map {
        disk.isReadByUser($0) || disk.isSeen($0) || disk.message($0)?.isDeleted == true
      } ?? false
    }
    guard let done else { return }
    breaches.append(
      Breach(
        of: "I-15", "\(phone) to show no notification of what was read or deleted", "\(done)"))
  }
}
