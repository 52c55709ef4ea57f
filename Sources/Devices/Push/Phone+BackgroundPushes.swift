internal import Backend
internal import Network
internal import Simulator

// Messages without a notification, which only the app sees. What becomes of one while the app is not running is the business
// of the phone's system.

extension Phone {
  /// A message without a notification reached the phone. A number for the icon counts in any case.
  func receivedInBackground(_ id: PushID, _ message: PushMessage) {
    if let badge = badge(of: message) { notifications.setBadge(badge) }
    switch transport {
    case .fcmAndroid: receivedByAndroid(id, message)
    case .apns: offer(BackgroundWakes.Held(id: id, message: message))
    }
  }

  /// Every message wakes a suspended app, and none launches one that was killed.
  private func receivedByAndroid(_ id: PushID, _ message: PushMessage) {
    guard let app = runningApp else { return drop(id, message, "the app is not running") }
    if !held.withValue({ $0.isGone }) { wake() }
    // It has no handler to call: its service's method returns.
    app.post { $0.received(message.data) {} }
  }

  /// Hands a message to the app, and wakes or launches it for that where the system allows it. One behind the screen has
  /// ``BackgroundTimes/wake`` from now on.
  private func offer(_ push: BackgroundWakes.Held) {
    // What a fault from the seed has taken away is not woken; its lanes keep what comes.
    let isGone = held.withValue { $0.isGone }
    switch lifeState {
    case .suspended where isGone: break
    case .background where !isGone: limitTimeBehindScreen()
    case .foreground, .inactive, .background: break
    case .terminated where isGone:
      return drop(push.id, push.message, "the app is not running")
    case .terminated where isClosed:
      return drop(push.id, push.message, "the app was closed by its person")
    case .suspended, .terminated:
      if sparesBackground { return hold(push, because: "the phone spares its battery") }
      guard wakes.take(at: world.now) else { return hold(push, because: "too many this hour") }
      if lifeState == .suspended { wake() } else { try? start(behindScreen: true) }
    }
    let handled = timeEndsEarly()
    tellRunningApp { $0.received(push.message.data, completionHandler: handled) }
  }

  private func hold(_ push: BackgroundWakes.Held, because reason: String) {
    world.journal.record(
      .life, about: host.subject, push.message, "push #\(push.id.number) held: \(reason)")
    if let older = wakes.hold(push) {
      return drop(older.id, older.message, "a newer one is held")
    }
    // Until Low Power Mode is off, there is no time to wait for.
    if sparesBackground { return }
    schedule(at: wakes.next(after: world.now), background: true) { $0.releasePush() }
  }

  /// Offers the message again that was held, as when the person has launched the app.
  func releasePush() {
    if let push = wakes.release() { offer(push) }
  }

  /// The person has closed the app: what was held for it is discarded, its background uploads end, and nothing wakes it until they launch it.
  func closedByPerson() {
    isClosed = true
    transfers.closedByPerson()
    if let push = wakes.release() { drop(push.id, push.message, "the app was closed") }
  }

  /// The number that a message gives the icon, whatever becomes of the rest of it; nil for none.
  private func badge(of message: PushMessage) -> Int? {
    !lifeState.isInFront && permission.showsBadges ? message.badge : nil
  }

  private func drop(_ id: PushID, _ message: PushMessage, _ reason: String) {
    let effect = badge(of: message).map { "set the badge to \($0) and reached no app" } ?? "dropped"
    world.journal.record(
      .life, about: host.subject, message, "push #\(id.number) \(effect): \(reason)")
  }
}
