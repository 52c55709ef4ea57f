import Testing

@testable import Backend

@Suite("Tokens that a phone has another one for")
struct FormerTokenTests {
  private var service = PushService()
  private let token: PushToken

  init() { token = service.register(random: 7, transport: .apns) }

  private mutating func send(at now: Int64) -> [String] {
    let message = PushMessage(
      notification: PushMessage.Notification(title: "a", body: ""), priority: .high)
    return Self.words(service.send(message, to: token, nowMilliseconds: now, random: 1))
  }

  private static func words(_ actions: [PushAction]) -> [String] {
    actions.compactMap { action in
      switch action {
      case .deliver: "deliver"
      case .dropped(_, _, let loss): loss.rawValue
      case .refused(_, .unregistered): "refused"
      default: nil
      }
    }
  }

  @Test("one that reaches the phone does so until its time is over, and is refused then")
  mutating func reachesPhone() {
    _ = service.retire(token, as: .reachesPhone(for: .seconds(10)), nowMilliseconds: 1_000)
    let early = [send(at: 1_000), send(at: 10_999)]
    #expect(early == [["deliver"], ["deliver"]])
    #expect(service.isRegistered(token, nowMilliseconds: 10_999))
    #expect(!service.isRegistered(token, nowMilliseconds: 11_000))
    let late = [send(at: 11_000), send(at: 12_000)]
    #expect(late == [["refused"], ["refused"]])
  }

  @Test("what waits for the phone when the time is over is lost with the token")
  mutating func losesStored() {
    _ = service.retire(token, as: .reachesPhone(for: .seconds(10)), nowMilliseconds: 0)
    _ = service.setReachable(false, token, nowMilliseconds: 0)
    _ = send(at: 1_000)
    let late = send(at: 10_000)
    #expect(late == ["refused", "unregistered"])
  }

  @Test("one that reaches nobody takes messages until its time after the first is over")
  mutating func reachesNobody() {
    _ = service.setReachable(false, token, nowMilliseconds: 0)
    _ = send(at: 0)
    let retired = service.retire(
      token, as: .reachesNobody(for: .seconds(10)), nowMilliseconds: 1_000)
    #expect(Self.words(retired) == ["unregistered"])
    _ = service.setReachable(true, token, nowMilliseconds: 1_000)
    let sent = [send(at: 50_000), send(at: 59_999), send(at: 60_000)]
    #expect(sent == [["unregistered"], ["unregistered"], ["refused"]])
  }

  @Test("one that is refused is so at once")
  mutating func refused() {
    _ = service.retire(token, as: .refused, nowMilliseconds: 0)
    let sent = send(at: 0)
    #expect(sent == ["refused"])
  }
}
