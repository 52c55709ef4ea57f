internal import Simulator

/// Takes push messages and hands them to devices, when these can be reached.
///
/// What becomes of a message that waits is the business of the phone's own service (``PushTransport``).
///
/// A channel of its own: nothing orders its messages among themselves, or against what a device gets
/// over its connection to the database. A pure state machine; chance and time are passed in.
/// Sources: Firebase documentation, "About FCM messages", "Lifetime of a message", "Non-collapsible
/// and collapsible messages", "FCM throttling and quotas".
package struct PushService: Sendable {
  /// Messages without collapse key that wait for one device.
  package static let storedMax = 100
  /// Collapse keys for which a message waits for one device.
  package static let collapseKeysMax = 4

  /// The beginning of every token.
  private static let tokenStart = "token-"

  private var devices: [PushToken: PushDevice] = [:]
  private var acceptedCount = 0

  /// A service that knows no devices.
  package init() {}

  /// Registers an installation of the app, which can be reached and is awake.
  ///
  /// - Parameters:
  ///   - random: makes the token; two installations must not get the same.
  ///   - transport: the service that reaches the phone.
  package mutating func register(
    random: UInt64, transport: PushTransport = .fcmAndroid
  ) -> PushToken {
    let digits = String(random, radix: 36)
    let token = PushToken(Self.tokenStart + digits)
    precondition(devices[token] == nil, "\(token) is taken: draw again")
    devices[token] = PushDevice(transport: transport)
    return token
  }

  /// Forgets an installation: the app was removed, or got another token.
  package mutating func unregister(_ token: PushToken) -> [PushAction] {
    guard let device = devices.removeValue(forKey: token) else { return [] }
    return device.stored.map { .dropped(token, $0, .unregistered) }
  }

  /// The phone has another token from now on, or will have one.
  package mutating func retire(
    _ token: PushToken, as former: FormerToken, nowMilliseconds: Int64
  ) -> [PushAction] {
    guard var device = devices[token] else { return [] }
    device.former = former
    switch former {
    case .refused: return unregister(token)
    case .reachesPhone(let duration):
      device.refusedFromMilliseconds = nowMilliseconds + duration.milliseconds
      devices[token] = device
      return []
    case .reachesNobody:
      let stored = device.stored
      device.stored = []
      devices[token] = device
      return stored.map { .dropped(token, $0, .unregistered) }
    }
  }

  /// Forgets a token whose time is over.
  private mutating func expire(_ token: PushToken, _ nowMilliseconds: Int64) -> [PushAction] {
    guard let end = devices[token]?.refusedFromMilliseconds, end <= nowMilliseconds else {
      return []
    }
    return unregister(token)
  }

  /// Whether a token is good.
  package func isRegistered(_ token: PushToken, nowMilliseconds: Int64) -> Bool {
    guard let device = devices[token] else { return false }
    return device.refusedFromMilliseconds.map { $0 > nowMilliseconds } ?? true
  }

  /// Messages that wait for a device.
  package func storedCount(for token: PushToken) -> Int { devices[token]?.stored.count ?? 0 }

  /// Takes a message.
  ///
  /// - Parameters:
  ///   - nowMilliseconds: the service's clock, milliseconds since 1970.
  ///   - random: decides which message goes when too many collapse keys wait: the platform gives no
  ///     guarantee which.
  package mutating func send(
    _ message: PushMessage, to token: PushToken, nowMilliseconds: Int64, random: UInt64
  ) -> [PushAction] {
    let lost = expire(token, nowMilliseconds)
    if let error = refuse(message, token, nowMilliseconds) {
      return [.refused(token, error)] + lost
    }
    acceptedCount += 1
    let push = AcceptedPush(
      id: PushID(number: acceptedCount), message: message,
      acceptedMilliseconds: nowMilliseconds)
    var actions: [PushAction] = [.accepted(push.id, token)]
    offer(push, to: token, nowMilliseconds, random, &actions)
    return actions
  }

  private mutating func refuse(
    _ message: PushMessage, _ token: PushToken, _ nowMilliseconds: Int64
  ) -> PushError? {
    // Source: FCM, "ErrorCode": INVALID_ARGUMENT for a token that is none, UNREGISTERED for one that was.
    guard token.text.hasPrefix(Self.tokenStart) else { return .malformedToken(token) }
    guard let device = devices[token] else { return .unregistered(token) }
    let bytes = message.payloadByteCount
    if bytes > PushMessage.payloadBytesMax { return .payloadTooLarge(bytes: bytes) }
    let times = 0...PushMessage.timeToLiveMillisecondsMax
    if !times.contains(message.timeToLiveMilliseconds) {
      return .invalidTimeToLive(milliseconds: message.timeToLiveMilliseconds)
    }
    guard device.transport.takesUrgency(of: message) else { return .urgentData }
    if let most = device.transport.collapseKeyBytesMax,
      let key = message.collapseKey?.utf8.count, key > most
    {
      return .collapseKeyTooLong(bytes: key)
    }
    guard device.transport == .fcmAndroid else { return nil }
    return devices[token]?.rates.accept(at: nowMilliseconds).map {
      .deviceRateExceeded(token, count: $0.count, withinMilliseconds: $0.withinMilliseconds)
    }
  }

  /// Takes back a message that was handed out and didn't arrive; it waits for the device again.
  package mutating func giveBack(
    _ push: AcceptedPush, to token: PushToken, nowMilliseconds: Int64, random: UInt64
  ) -> [PushAction] {
    guard devices[token] != nil else { return [.dropped(token, push, .unregistered)] }
    var actions: [PushAction] = []
    offer(push, to: token, nowMilliseconds, random, &actions)
    return actions
  }

  /// Says whether a device has a connection to the service.
  package mutating func setReachable(
    _ isReachable: Bool, _ token: PushToken, nowMilliseconds: Int64
  ) -> [PushAction] {
    devices[token]?.isReachable = isReachable
    return wake(token, nowMilliseconds: nowMilliseconds)
  }

  /// Says whether a device saves power, so that only urgent messages reach it.
  package mutating func setDozing(
    _ isDozing: Bool, _ token: PushToken, nowMilliseconds: Int64
  ) -> [PushAction] {
    devices[token]?.isDozing = isDozing
    return wake(token, nowMilliseconds: nowMilliseconds)
  }

  /// Hands out what waits for a device and may go now.
  package mutating func wake(_ token: PushToken, nowMilliseconds: Int64) -> [PushAction] {
    guard var device = devices[token] else { return [] }
    var actions: [PushAction] = []
    if device.isReachable, device.deletedCount > 0 {
      actions.append(.tellDeletedMessages(token, count: device.deletedCount))
      device.deletedCount = 0
    }
    var waiting: [AcceptedPush] = []
    var next: Int64?
    for push in device.stored {
      if push.expiryMilliseconds < nowMilliseconds {
        actions.append(.dropped(token, push, .expired))
        continue
      }
      switch device.permission(for: push, at: nowMilliseconds) {
      case .now: actions.append(.deliver(token, push))
      case .at(let time):
        next = min(next ?? time, time)
        waiting.append(push)
      case .whenDeviceChanges: waiting.append(push)
      }
    }
    device.stored = waiting
    devices[token] = device
    if let next { actions.append(.wake(token, atMilliseconds: next)) }
    return actions
  }
}

extension PushService {
  /// Hands a message out, or lets it wait.
  private mutating func offer(
    _ push: AcceptedPush, to token: PushToken, _ nowMilliseconds: Int64, _ random: UInt64,
    _ actions: inout [PushAction]
  ) {
    guard var device = devices[token] else { return }
    defer { devices[token] = device }
    if device.reachesNobody(at: nowMilliseconds) {
      return actions.append(.dropped(token, push, .unregistered))
    }
    // One that was on its way when the connection died has no other time than one that has waited.
    if push.expiryMilliseconds < nowMilliseconds {
      return actions.append(.dropped(token, push, .expired))
    }
    switch device.permission(for: push, at: nowMilliseconds) {
    case .now: return actions.append(.deliver(token, push))
    case .at(let time): actions.append(.wake(token, atMilliseconds: time))
    case .whenDeviceChanges: break
    }
    if push.expiryMilliseconds <= nowMilliseconds {
      return actions.append(.dropped(token, push, .expired))
    }
    for (lost, loss) in device.store(push, random) {
      actions.append(.dropped(token, lost, loss))
    }
  }
}
