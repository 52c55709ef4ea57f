import Rehearsal

public typealias ChatEvent = WorldEvent<HostedApp<RehearsedChat>>

/// As long as the app runs, what a phone shows as sent stays there, once, and nothing changes places. The texts of a scenario
/// differ.
struct SentStays: Invariant {
  let id = "OC-A"
  private var shown: [String: [String]] = [:]

  mutating func check(_ event: ChatEvent, phone: String?, at now: Instant) -> Breach? {
    guard let phone else { return nil }
    if case .life(.terminated) = event { shown[phone] = nil }
    guard case .screen(let screen?) = event else { return nil }
    let sent = screen.sent
    let before = shown.updateValue(sent, forKey: phone) ?? []
    if Set(sent).count < sent.count {
      return Breach("\(phone) to show each message once", "\(sent)")
    }
    let known = Set(before)
    guard sent.filter(known.contains) != before else { return nil }
    return Breach("\(phone) to go on showing \(before)", "\(sent)")
  }
}

/// Two phones show the messages that both of them have in the same order.
struct OneOrder: Invariant {
  let id = "OC-B"
  private var shown: [String: [String]] = [:]

  mutating func check(_ event: ChatEvent, phone: String?, at now: Instant) -> Breach? {
    guard case .screen(let screen?) = event, let phone else { return nil }
    shown[phone] = screen.sent
    for (other, sent) in shown.sorted(by: { $0.key < $1.key }) where other != phone {
      let (mine, theirs) = (screen.sent.filter(sent.contains), sent.filter(screen.sent.contains))
      if mine != theirs {
        return Breach("\(phone) and \(other) to show one order", "\(mine)", "\(theirs)")
      }
    }
    return nil
  }
}
