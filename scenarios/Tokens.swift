import Chat
import Rehearsal

extension Scenarios {
  static let tokenBehindTheTunnel = Scenario(
    "B reads in two hours without a network; his token has ended, and A sees the receipt half a second later than usual",
    covers: "OF-03", "OF-06", tags: .receipts, .offline,
    // A clock that is an hour fast takes the new token for an old one, and asks twice.
    pinned: .links, .clocks
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: chat)
    try await bob.expect(\.unread, of: .conversation(chat), is: 1)
    await bob.setAirplaneMode(true)
    await bob.open(chat)
    try await world.advance(by: .hours(2))
    await bob.setAirplaneMode(false)
    // The exchange has a connection of its own: six trips of 75 to 77 ms behind which the usual ten begin.
    try await alice.expect(
      \.status, of: .bubble(hello), is: .read, within: .milliseconds(1_300), measuredAs: .receipt,
      since: bob.reconnected)
  }

  static let tokenByAWrongClock = Scenario(
    "B's clock is set back in a tunnel, so that his token looks good; it is refused, and his answer arrives all the same",
    tags: .offline, .clocks
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    await bob.setAirplaneMode(true)
    await bob.setClock { $0.skew -= .hours(2) }
    let answer = try await bob.send("soon", in: chat)
    try await world.advance(by: .minutes(90))
    try await bob.expect(\.status, of: .bubble(answer), is: .sending, within: .zero)
    await bob.setAirplaneMode(false)
    try await alice.expect(\.text, of: .bubble(answer), is: "soon")
    // The token that took the refused one's place is good for B's own listening, too.
    try await bob.expect(\.status, of: .bubble(answer), is: .read)
  }

  static let noTokens = Scenario(
    "No tokens are issued for two hours; what B writes from the end of his token on waits, and arrives when they are again",
    tags: .offline, .fault
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    world.backend.accounts.setOutOfOrder(true)
    try await world.advance(by: .minutes(50))
    let early = try await bob.send("still here", in: chat)
    try await bob.expect(\.status, of: .bubble(early), is: .read)
    try await world.advance(by: .minutes(70))
    let late = try await bob.send("and now", in: chat)
    try await bob.expect(\.status, of: .bubble(late), is: .sending, for: .minutes(1))
    world.backend.accounts.setOutOfOrder(false)
    // B's client tries again within 30 s, and so does Alice's.
    try await bob.expect(\.status, of: .bubble(late), is: .read, within: .minutes(2))
  }

  static let disabledAccount = Scenario(
    "B's account is disabled: he goes on until his token ends, and reaches nobody after that",
    tags: .offline
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    world.backend.accounts.disable("bob")
    let early = try await bob.send("still here", in: chat)
    try await bob.expect(\.status, of: .bubble(early), is: .read)
    try await world.advance(by: .minutes(70))
    let late = try await bob.send("and now", in: chat)
    try await alice.expect(
      \.texts, of: .thread, is: ["still here"], for: .minutes(5), within: .zero)
    try await bob.expect(\.status, of: .bubble(late), is: .failed)
  }

  static let disabledLooksAtPhotos = Scenario(
    "B's account is disabled before he has looked at A's photo: once his token has ended, storage gives it to nobody",
    tags: .groups, pinned: .links, .clocks, .policies, .traffic
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let group = try await alice.startConversation(with: bob, tablet, isGroup: true)
    let view = Picture("view")
    let look = try await alice.send("look", picture: view, in: group)
    try await bob.expect(\.preview, of: .conversation(group), is: "look")
    world.backend.accounts.disable("bob")
    // Until then he may.
    await tablet.open(group)
    try await tablet.expect(\.photo?.content, of: .bubble(look), is: view.content)
    try await world.advance(by: .minutes(70))
    await bob.open(group)
    try await bob.expect(
      all: .that(\.text, of: .bubble(look), is: "look"),
      .that(\.photo?.content, of: .bubble(look), is: nil), for: .minutes(2))
    // To be refused everything is not to have left.
    try await bob.kill()
    try await bob.relaunch()
    await bob.open(group)
    try await bob.expect(
      all: .that(\.text, of: .bubble(look), is: "look"),
      .that(\.isReadOnly, of: .thread, is: false), for: .minutes(1))
  }

  static let clockSetWhileOnline = Scenario(
    "B sets his clock: his connection is closed and made anew, and A sees him gone for a moment",
    covers: "DS-15", tags: .clocks, pinned: .links, .clocks
  ) { (world: ChatWorld) in
    world.setPolicies { $0.sharesPresence = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    _ = try await alice.startConversation(with: bob)
    try await alice.expect(\.subtitle, of: .thread, is: "online")
    // A change of the zone alone is none of the clock.
    await bob.setClock { $0.zoneOffset = .hours(3) }
    try await alice.expect(\.subtitle, of: .thread, is: "online", for: .seconds(10), within: .zero)
    await bob.setClock { $0.skew = .minutes(20) }
    try await alice.expect(
      all: .that(\.subtitle, of: .thread, matches: "begins with “last seen”") {
        $0?.hasPrefix("last seen") == true
      })
    try await alice.expect(\.subtitle, of: .thread, is: "online", within: .seconds(2))
  }

  static let onlineForHours = Scenario(
    "A and B have each other's chat open for three hours, through several tokens, and see each other online all the time",
    covers: "DS-15", pinned: .clocks, .policies, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.sharesPresence = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    for phone in [alice, bob] { try await phone.expect(\.subtitle, of: .thread, is: "online") }
    for _ in 1...180 {
      try await world.advance(by: .minutes(1))
      for phone in [alice, bob] {
        try await phone.expect(\.subtitle, of: .thread, is: "online", within: .zero)
      }
    }
  }

  static let goneBeforeTheTokenEnds = Scenario(
    "No tokens are issued, and B loses the network just before his ends: the backend takes nothing back as nobody, and A sees him go all the same",
    covers: "DS-15", tags: .offline, .fault, pinned: .clocks, .policies, .links, .timings
  ) { (world: ChatWorld) in
    world.setPolicies { $0.sharesPresence = true }
    let start = world.now
    let bob = try await world.phone("Bob", on: .lte)
    try await world.advance(by: .minutes(30))
    // Her token ends later.
    let alice = try await world.phone("Alice", on: .lte)
    _ = try await alice.startConversation(with: bob)
    try await alice.expect(\.subtitle, of: .thread, is: "online")
    // Otherwise his would be exchanged five minutes before its end.
    world.backend.accounts.setOutOfOrder(true)
    try await world.advance(by: .seconds(3_570) - start.duration(to: world.now))
    try await alice.expect(\.subtitle, of: .thread, is: "online", within: .zero)
    await bob.setAirplaneMode(true)
    // The backend gives his connection up behind the end.
    try await alice.expect(
      all: .that(\.subtitle, of: .thread, is: "last seen 13:00"), within: .minutes(2))
    try await alice.expect(
      all: .that(\.subtitle, of: .thread, is: "last seen 13:00"), for: .minutes(10), within: .zero)
  }

  static let onlineInAKeptCache = Scenario(
    "A loses the network while B is online, and so does he; two hours later her app begins anew, with a cache of before: back, it shows at no moment that he is online",
    covers: "DS-15", tags: .offline, .restart, pinned: .clocks, .policies, .links, .timings
  ) { (world: ChatWorld) in
    world.setPolicies {
      $0.sharesPresence = true
      $0.persistsDatabase = true
    }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    try await alice.expect(\.subtitle, of: .thread, is: "online")
    try await world.untilQuiet()
    await alice.setAirplaneMode(true)
    await bob.setAirplaneMode(true)
    try await world.advance(by: .hours(2))
    try await alice.kill()
    try await alice.relaunch()
    await alice.open(chat)
    await alice.setAirplaneMode(false)
    try await alice.expect(
      all: .that(\.subtitle, of: .thread, isNot: "online"), for: .minutes(1), within: .zero)
    try await alice.expect(
      all: .that(\.subtitle, of: .thread, matches: "begins with “last seen”") {
        $0?.hasPrefix("last seen") == true
      })
  }
}
