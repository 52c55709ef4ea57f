internal import Simulator

/// The state of an installation of the app in the push service.
struct PushDevice: Sendable {
  let transport: PushTransport
  var isReachable = true
  var isDozing = false
  /// Waiting messages in the order of their acceptance.
  var stored: [AcceptedPush] = []
  /// Messages that were dropped for lack of room and of which the app must be told.
  var deletedCount = 0
  var rates = PushRates()
  /// What becomes of messages, where the phone has another token by now.
  var former: FormerToken?
  /// The time from which on messages are refused, in milliseconds since 1970; nil for none.
  var refusedFromMilliseconds: Int64?

  init(transport: PushTransport) { self.transport = transport }

  /// Whether nobody is at the other end any more; of the first message so found out the service learns it.
  mutating func reachesNobody(at nowMilliseconds: Int64) -> Bool {
    guard case .reachesNobody(let duration) = former else { return false }
    if refusedFromMilliseconds == nil {
      refusedFromMilliseconds = nowMilliseconds + duration.milliseconds
    }
    return true
  }

  /// The time at which a message may go out.
  enum Permission {
    case now
    /// At a time, milliseconds since 1970.
    case at(Int64)
    case whenDeviceChanges
  }

  /// Returns the time at which a message may go out; where that is now, takes the right to send it.
  mutating func permission(for push: AcceptedPush, at nowMilliseconds: Int64) -> Permission {
    guard isReachable, !isDozing || push.message.priority == .high else {
      return .whenDeviceChanges
    }
    guard transport == .fcmAndroid, push.message.effectiveCollapseKey != nil else { return .now }
    return rates.takeCollapsible(at: nowMilliseconds).map { .at($0) } ?? .now
  }

  /// Lets a message wait; gives what is lost by that.
  mutating func store(_ push: AcceptedPush, _ random: UInt64) -> [(AcceptedPush, PushLoss)] {
    switch transport {
    case .apns: keepOne(push, random)
    case .fcmAndroid: storeByKeys(push, random)
    }
  }

  /// Keeps one message for the app: the latest, or either of two that come close together.
  private mutating func keepOne(
    _ push: AcceptedPush, _ random: UInt64
  ) -> [(AcceptedPush, PushLoss)] {
    let both = (stored + [push]).sorted { $0.id < $1.id }
    guard let latest = both.last, both.count > 1 else {
      stored = both
      return []
    }
    let earlier = both[0]
    let distance = latest.acceptedMilliseconds - earlier.acceptedMilliseconds
    let isClose = distance < PushTransport.closeMilliseconds
    let kept = isClose && random % 4 == 0 ? earlier : latest
    stored = [kept]
    return both.filter { $0.id != kept.id }.map { ($0, .replaced) }
  }

  private mutating func storeByKeys(
    _ push: AcceptedPush, _ random: UInt64
  ) -> [(AcceptedPush, PushLoss)] {
    guard let key = push.message.effectiveCollapseKey else {
      let count = stored.count { $0.message.effectiveCollapseKey == nil }
      if count < PushService.storedMax {
        stored.append(push)
        return []
      }
      // The published rule: at the limit all that is stored is discarded.
      let lost = stored + [push]
      stored = []
      deletedCount += lost.count
      return lost.map { ($0, .tooManyStored) }
    }
    if let position = stored.firstIndex(where: { $0.message.effectiveCollapseKey == key }) {
      // One that comes back doesn't replace what was sent after it.
      guard stored[position].id < push.id else { return [(push, .collapsed)] }
      let lost = stored.remove(at: position)
      stored.append(push)
      return [(lost, .collapsed)]
    }
    stored.append(push)
    let collapsible = stored.filter { $0.message.effectiveCollapseKey != nil }
    guard collapsible.count > PushService.collapseKeysMax else { return [] }
    let lost = collapsible[Int(random % UInt64(collapsible.count))]
    stored.removeAll { $0.id == lost.id }
    return [(lost, .tooManyCollapseKeys)]
  }
}
