import Backend
import Testing

@Suite("Push messages")
struct PushServiceTests {
  private var service = PushService()
  private let token: PushToken

  init() { token = service.register(random: 7) }

  private mutating func send(
    _ message: PushMessage, at now: Int64 = 0, random: UInt64 = 0
  ) -> [PushAction] {
    service.send(message, to: token, nowMilliseconds: now, random: random)
  }

  private static func message(_ number: Int) -> PushMessage {
    PushMessage(data: ["number": "\(number)"])
  }

  private static func lines(_ actions: [PushAction]) -> [String] {
    actions.map { action in
      switch action {
      case .accepted(let id, _): "accepted \(id.number)"
      case .refused(_, let error): "refused: \(error)"
      case .deliver(_, let push): "deliver \(push.id.number)"
      case .tellDeletedMessages(_, let count): "deleted \(count)"
      case .dropped(_, let push, let loss): "dropped \(push.id.number) \(loss.rawValue)"
      case .wake(_, let time): "wake at \(time)"
      }
    }
  }

  @Test("a message to a device that can be reached is handed out at once")
  mutating func direct() {
    #expect(Self.lines(send(Self.message(1))) == ["accepted 1", "deliver 1"])
  }

  @Test("messages wait for a device out of reach and go out when it comes back")
  mutating func waiting() {
    _ = service.setReachable(false, token, nowMilliseconds: 0)
    #expect(Self.lines(send(Self.message(1))) == ["accepted 1"])
    #expect(Self.lines(send(Self.message(2))) == ["accepted 2"])
    let actions = service.setReachable(true, token, nowMilliseconds: 5)
    #expect(Self.lines(actions) == ["deliver 1", "deliver 2"])
    #expect(service.storedCount(for: token) == 0)
  }

  @Test("a payload may have 4096 bytes and no more")
  mutating func payloadLimit() {
    let frame = PushMessage(data: ["k": ""]).payloadByteCount
    let largest = String(repeating: "x", count: 4_096 - frame)
    #expect(Self.lines(send(PushMessage(data: ["k": largest]))).last == "deliver 1")
    let refused = Self.lines(send(PushMessage(data: ["k": largest + "x"])))
    #expect(refused.count == 1)
    #expect(refused[0].hasPrefix("refused: payload of 4097 bytes"))
  }

  @Test("the payload's size is that of its JSON")
  func payloadSize() {
    #expect(PushMessage(data: ["a": "\"", "b": "1"]).payloadByteCount == 18)
    #expect(PushMessage(data: [:]).payloadByteCount == 2)
  }

  @Test("of messages with one collapse key the last one waits")
  mutating func collapsing() {
    _ = service.setReachable(false, token, nowMilliseconds: 0)
    _ = send(PushMessage(data: ["n": "1"], collapseKey: "sync"))
    let second = send(PushMessage(data: ["n": "2"], collapseKey: "sync"))
    #expect(Self.lines(second) == ["accepted 2", "dropped 1 collapsed"])
    let actions = service.setReachable(true, token, nowMilliseconds: 1)
    #expect(Self.lines(actions) == ["deliver 2"])
  }

  @Test("notifications without a key replace one another")
  mutating func notificationsCollapse() {
    _ = service.setReachable(false, token, nowMilliseconds: 0)
    _ = send(PushMessage(notification: .init(title: "a", body: "b")))
    let second = send(PushMessage(notification: .init(title: "c", body: "d")))
    #expect(Self.lines(second).last == "dropped 1 collapsed")
  }

  @Test("four collapse keys are kept; which one goes is a matter of chance", arguments: 0..<5)
  mutating func collapseKeys(random: UInt64) {
    _ = service.setReachable(false, token, nowMilliseconds: 0)
    for key in ["a", "b", "c", "d"] { _ = send(PushMessage(collapseKey: key)) }
    let fifth = send(PushMessage(collapseKey: "e"), random: random)
    #expect(Self.lines(fifth) == ["accepted 5", "dropped \(random + 1) tooManyCollapseKeys"])
    #expect(service.storedCount(for: token) == 4)
  }

  @Test("one message too many drops all that wait, and the app is told")
  mutating func overflow() {
    _ = service.setReachable(false, token, nowMilliseconds: 0)
    for number in 1...100 { _ = send(Self.message(number)) }
    #expect(service.storedCount(for: token) == 100)
    let last = Self.lines(send(Self.message(101)))
    #expect(last.count == 102)
    #expect(last[1] == "dropped 1 tooManyStored")
    #expect(service.storedCount(for: token) == 0)
    _ = send(Self.message(102))
    let actions = service.setReachable(true, token, nowMilliseconds: 1)
    #expect(Self.lines(actions) == ["deleted 101", "deliver 102"])
    #expect(service.setReachable(true, token, nowMilliseconds: 2).isEmpty)
  }

  @Test("a message that waited longer than it may is dropped")
  mutating func expiry() {
    _ = service.setReachable(false, token, nowMilliseconds: 0)
    _ = send(PushMessage(data: ["n": "1"], timeToLiveMilliseconds: 1_000))
    _ = send(PushMessage(data: ["n": "2"], timeToLiveMilliseconds: 2_000))
    let actions = service.setReachable(true, token, nowMilliseconds: 1_001)
    #expect(Self.lines(actions) == ["dropped 1 expired", "deliver 2"])
  }

  @Test("a message that didn't arrive in its time is not handed out again")
  mutating func expiryOnTheWay() throws {
    guard
      case .deliver(_, let push) = send(PushMessage(data: [:], timeToLiveMilliseconds: 1_000))[1]
    else { throw TestProblem("not handed out") }
    let inTime = service.giveBack(push, to: token, nowMilliseconds: 1_000, random: 0)
    #expect(Self.lines(inTime) == ["deliver 1"])
    let late = service.giveBack(push, to: token, nowMilliseconds: 1_001, random: 0)
    #expect(Self.lines(late) == ["dropped 1 expired"])
  }

  @Test("without time to live a message goes now or never")
  mutating func nowOrNever() {
    let message = PushMessage(data: ["n": "1"], timeToLiveMilliseconds: 0)
    #expect(Self.lines(send(message)) == ["accepted 1", "deliver 1"])
    _ = service.setReachable(false, token, nowMilliseconds: 0)
    #expect(Self.lines(send(message)) == ["accepted 2", "dropped 2 expired"])
  }

  @Test("a time to live beyond 28 days is refused", arguments: [-1, 2_419_200_001])
  mutating func timeToLiveLimit(milliseconds: Int64) {
    let message = PushMessage(timeToLiveMilliseconds: milliseconds)
    #expect(Self.lines(send(message)).first?.hasPrefix("refused: time to live") == true)
  }

  @Test("while a device saves power only urgent messages reach it")
  mutating func dozing() {
    _ = service.setDozing(true, token, nowMilliseconds: 0)
    #expect(Self.lines(send(PushMessage(data: ["n": "1"]))) == ["accepted 1"])
    let urgent = send(PushMessage(data: ["n": "2"], priority: .high))
    #expect(Self.lines(urgent) == ["accepted 2", "deliver 2"])
    let actions = service.setDozing(false, token, nowMilliseconds: 1)
    #expect(Self.lines(actions) == ["deliver 1"])
  }

  @Test("a device takes 240 messages in a minute")
  mutating func minuteRate() {
    for number in 1...240 {
      #expect(Self.lines(send(Self.message(number), at: 100)).count == 2)
    }
    let refused = Self.lines(send(Self.message(241), at: 60_099))
    #expect(refused.first?.contains("more than 240 messages") == true)
    #expect(Self.lines(send(Self.message(242), at: 60_100)).count == 2)
  }

  @Test("a device takes 5,000 messages in an hour")
  mutating func hourRate() {
    var accepted = 0
    for minute in 0..<30 {
      for number in 0..<200 {
        let actions = send(Self.message(number), at: Int64(minute) * 60_000)
        if case .accepted = actions[0] { accepted += 1 }
      }
    }
    #expect(accepted == 5_000)
    #expect(Self.lines(send(Self.message(0), at: 3_600_000)).count == 2)
  }

  @Test("collapsible messages go out in bursts of 20, then one in three minutes")
  mutating func collapsibleRate() {
    for number in 1...20 {
      let actions = send(PushMessage(data: ["n": "\(number)"], collapseKey: "k"), at: 10)
      #expect(Self.lines(actions).last == "deliver \(number)")
    }
    #expect(
      Self.lines(send(PushMessage(collapseKey: "k"), at: 20))
        == ["accepted 21", "wake at 180010"])
    #expect(
      Self.lines(send(PushMessage(collapseKey: "k"), at: 30))
        == ["accepted 22", "wake at 180010", "dropped 21 collapsed"])
    #expect(
      Self.lines(service.wake(token, nowMilliseconds: 180_009)) == ["wake at 180010"])
    #expect(Self.lines(service.wake(token, nowMilliseconds: 180_010)) == ["deliver 22"])
  }

  @Test("a message that didn't arrive waits again, and doesn't replace a later one")
  mutating func givenBack() throws {
    guard case .deliver(_, let first) = send(PushMessage(collapseKey: "k"))[1] else {
      throw TestProblem("not handed out")
    }
    _ = service.setReachable(false, token, nowMilliseconds: 0)
    let back = service.giveBack(first, to: token, nowMilliseconds: 1, random: 0)
    #expect(back.isEmpty)
    #expect(service.storedCount(for: token) == 1)
    #expect(Self.lines(send(PushMessage(collapseKey: "k"))).last == "dropped 1 collapsed")
    let again = service.giveBack(first, to: token, nowMilliseconds: 2, random: 0)
    #expect(Self.lines(again) == ["dropped 1 collapsed"])
  }

  @Test("a token that is no longer registered is refused, and what waited is lost")
  mutating func unregistered() {
    _ = service.setReachable(false, token, nowMilliseconds: 0)
    _ = send(Self.message(1))
    #expect(Self.lines(service.unregister(token)) == ["dropped 1 unregistered"])
    #expect(Self.lines(send(Self.message(2))).first?.contains("is not registered") == true)
    #expect(!service.isRegistered(token, nowMilliseconds: 0))
  }
}

struct TestProblem: Error {
  let text: String
  init(_ text: String) { self.text = text }
}
