import Testing

@testable import Backend

@Suite("Push messages by Apple's service")
struct PushTransportTests {
  private var service = PushService()
  private let token: PushToken

  init() { token = service.register(random: 7, transport: .apns) }

  private mutating func send(
    _ title: String, key: String? = nil, at now: Int64 = 0, random: UInt64 = 1,
    expiry: Int64 = 60_000
  ) -> [PushAction] {
    let message = PushMessage(
      notification: PushMessage.Notification(title: title, body: ""), collapseKey: key,
      priority: .high, timeToLiveMilliseconds: expiry)
    return service.send(message, to: token, nowMilliseconds: now, random: random)
  }

  private func titles(_ actions: [PushAction]) -> [String] {
    actions.compactMap { action in
      switch action {
      case .deliver(_, let push): "deliver \(push.message.notification?.title ?? "")"
      case .dropped(_, let push, let loss):
        "\(loss.rawValue) \(push.message.notification?.title ?? "")"
      case .refused(_, let error): "refused \(error)"
      case .tellDeletedMessages: "deleted"
      case .accepted, .wake: nil
      }
    }
  }

  @Test("one message waits for an app, whatever their keys, and no app is told of the others")
  mutating func keepsOne() {
    _ = service.setReachable(false, token, nowMilliseconds: 0)
    #expect(titles(send("a", key: "1", at: 0)).isEmpty)
    #expect(titles(send("b", key: "2", at: 5_000)) == ["replaced a"])
    #expect(titles(send("c", at: 10_000)) == ["replaced b"])
    #expect(service.storedCount(for: token) == 1)
    #expect(titles(service.setReachable(true, token, nowMilliseconds: 20_000)) == ["deliver c"])
  }

  @Test("of two that come close together either may be the one that is kept")
  mutating func keepsEither() {
    _ = service.setReachable(false, token, nowMilliseconds: 0)
    #expect(titles(send("a", at: 0)).isEmpty)
    #expect(titles(send("b", at: 999, random: 4)) == ["replaced b"])
    #expect(titles(send("c", at: 1_000, random: 4)) == ["replaced a"])
    #expect(titles(send("d", at: 1_500, random: 5)) == ["replaced c"])
  }

  @Test("one that comes back is not kept in the place of a later one")
  mutating func comesBack() {
    guard case .deliver(_, let early)? = send("early", at: 0).last else {
      Issue.record("nothing was handed out")
      return
    }
    _ = service.setReachable(false, token, nowMilliseconds: 0)
    _ = send("late", at: 5_000)
    let actions = service.giveBack(early, to: token, nowMilliseconds: 6_000, random: 1)
    #expect(titles(actions) == ["replaced early"])
  }

  @Test("a message is delivered by its expiry or never; one without a time only at once")
  mutating func expires() {
    #expect(titles(send("now", expiry: 0)) == ["deliver now"])
    _ = service.setReachable(false, token, nowMilliseconds: 0)
    #expect(titles(send("now", expiry: 0)) == ["expired now"])
    _ = send("a minute", expiry: 60_000)
    let late = service.setReachable(true, token, nowMilliseconds: 60_001)
    #expect(titles(late) == ["expired a minute"])
  }

  @Test("notifications are not throttled")
  mutating func isNotThrottled() {
    for number in 1...300 {
      #expect(titles(send("\(number)")) == ["deliver \(number)"])
    }
  }

  @Test("data alone cannot be urgent; with a badge they can, and to an Android phone")
  mutating func urgentData() {
    let android = service.register(random: 8, transport: .fcmAndroid)
    let data = PushMessage(data: ["n": "1"], priority: .high)
    let counted = PushMessage(badge: 1, data: ["n": "1"], priority: .high)
    let patient = PushMessage(data: ["n": "1"])
    for (message, token, isTaken) in [
      (data, token, false), (counted, token, true), (patient, token, true), (data, android, true),
    ] {
      let actions = service.send(message, to: token, nowMilliseconds: 0, random: 1)
      #expect(titles(actions).first?.hasPrefix(isTaken ? "deliver" : "refused high") == true)
    }
  }

  @Test("a collapse key has at most 64 bytes; Android's may be longer")
  mutating func keyLimit() {
    let longest = String(repeating: "ä", count: 32)
    #expect(titles(send("a", key: longest)) == ["deliver a"])
    #expect(titles(send("b", key: longest + "x")).first?.contains("65 bytes") == true)
    let android = service.register(random: 8, transport: .fcmAndroid)
    let message = PushMessage(data: [:], collapseKey: longest + "x")
    let actions = service.send(message, to: android, nowMilliseconds: 0, random: 1)
    #expect(titles(actions).first?.hasPrefix("deliver") == true)
  }
}
