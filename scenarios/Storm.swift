import Chat
import Rehearsal

// Everything at once: a large group in which nobody waits for anybody.

extension Scenarios {
  static let storm = Scenario(
    "Thirty members on all kinds of networks write and read while ten admins add, remove, rename and leave, and phones die: in the end all agree",
    covers: "MR-13", "GI-08", tags: .groups, .members, .offline, .restart, .typing, .push,
    // A day of its own is enough to do.
    pinned: .traffic, mild: .links
  ) { (world: ChatWorld) in
    world.setPolicies {
      $0.showsTyping = true
      $0.usesPush = true
    }
    let networks: [LinkProfile] = [.wifi, .lte, .dsl, .threeG, .edge, .veryBadNetwork]
    var phones: [ChatPhone] = []
    // The last six are outsiders, until an admin adds them.
    for number in 1...36 {
      let network = networks[number % networks.count]
      phones.append(
        try await world.phone("Member \(number)", user: "member\(number)", on: network))
    }
    let group = try await phones[0].startConversation(
      withUsers: phones[1..<30].map(\.userID), isGroup: true)
    try await world.advance(by: .seconds(30))
    for admin in phones[1..<10] { await world.makeAdmin(admin.userID, of: group) }
    var draws = StormDraws(world)
    for number in 1...160 {
      let phone = phones[draws.next(phones.count)]
      let other = phones[draws.next(phones.count)].userID
      switch draws.next(24) {
      case 0 where phone.lifeState == .foreground: try await phone.kill()
      case 0, 1, 2:
        if phone.lifeState == .terminated { try await phone.relaunch() }
      case 3: await phone.setAirplaneMode(true)
      case 4, 5: await phone.setAirplaneMode(false)
      case 6: await phone.tries(.add([other], to: group))
      case 7: await phone.tries(.remove([other], from: group))
      case 8:
        await phone.tries(.remove([phone.userID], from: group))
        await phone.tries(.confirm)
      case 9:
        await phone.tries(.openInfo(group))
        await phone.tries(.rename(group, to: "Storm \(number)"))
        let photo = Picture("photo \(number)", byteCount: 20_000)
        await phone.savePhoto(photo)
        await phone.tries(.changePhoto(group))
        await phone.tries(.answerPrompt(.allow))
        try await world.advance(by: .milliseconds(1))
        await phone.tries(.setPhoto(group, photo))
        for _ in 1...2 { await phone.tries(.closeSheet) }
      case 10, 11: await phone.tries(.close)
      case 12...15: await phone.tries(.open(group))
      case 16: await phone.tries(.type("draft \(number)"))
      case 17: await phone.tries(.submit)
      default: await phone.tries(.send("message \(number)", in: group))
      }
      try await world.advance(by: .milliseconds(draws.next(4_000)))
    }
    try await world.endDay(phones)
  }
}

/// Draws of a storm, each anew by the run's seed.
private struct StormDraws {
  private let world: ChatWorld
  private var count: UInt64 = 0

  init(_ world: ChatWorld) { self.world = world }

  /// A number from 0 to below a bound.
  mutating func next(_ bound: Int) -> Int {
    count += 1
    return world.world.choices.index(
      below: bound, ChoiceStream("storm"), entity: 0, ordinal: count)
  }
}

extension ChatPhone {
  /// Makes a gesture where that is possible at the moment.
  fileprivate func tries(_ gesture: ChatGesture) async {
    _ = try? await attempt(gesture)
  }
}
