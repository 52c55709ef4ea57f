import Chat
import Rehearsal

extension Scenarios {
  static let openToSeen = [
    openToSeen(on: .wifi).named("wifi"), openToSeen(on: .lte).named("lte"),
    openToSeen(on: .threeG).named("3g"), openToSeen(on: .dsl).named("dsl"),
  ]

  private static func openToSeen(on profile: LinkProfile) -> Scenario {
    Scenario(
      "B opens the chat, A sees it read within 1 s, and B's own phone within 100 ms (\(profile.name))",
      covers: "PB-01", "RR-02", "PB-03", "PB-06", tags: .receipts, .budget
    ) { (world: ChatWorld) in
      let (alice, bob) = try await world.phones("Alice", "Bob", on: profile)
      let chat = try await alice.startConversation(with: bob)
      let hello = try await alice.send("hello", in: chat)
      try await bob.expect(\.unread, of: .conversation(chat), is: 1)
      try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
      try await world.advance(by: .seconds(5))

      let write = world.noteNextWrite(of: .receipt, by: bob)
      let opened = world.now
      await bob.open(chat)
      try await bob.expect(
        \.unread, of: .thread, is: 0, within: .milliseconds(100),
        measuredAs: .localMark, since: opened)
      try await alice.expect(
        \.status, of: .bubble(hello), is: .read, within: .seconds(1), measuredAs: .receipt,
        since: opened)
      try world.expect(write, within: .milliseconds(50), of: opened, measuredAs: .issue)
    }
  }

  static let besideAnUpload = [
    besideAnUpload(on: .wifi, within: .seconds(1)).named("wifi"),
    besideAnUpload(on: .lte, within: .seconds(1)).named("lte"),
    // The link drops the receipt, since the photo has filled its buffer: one time-out, and then 1.8 s of photo in front.
    besideAnUpload(on: .threeG, within: .seconds(5)).named("3g"),
  ]

  static let besideAYieldingUpload = [
    besideAnUpload(on: .wifi, within: .seconds(1), yields: true).named("wifi"),
    // Under one or two seeds of a hundred the photo's first growth has just filled the link's buffer: the receipt is dropped, and goes
    // again 0.7 s later. Under one of a thousand that is more than a second in all.
    besideAnUpload(on: .lte, within: .seconds(2), yields: true).named("lte"),
    besideAnUpload(on: .threeG, within: .seconds(1), yields: true).named("3g"),
  ]

  /// The photo and the receipt share the way up, so the receipt stands behind what the phone has handed to the link already.
  private static func besideAnUpload(
    on profile: LinkProfile, within limit: Duration, yields: Bool = false
  ) -> Scenario {
    let photo = yields ? "a photo of 2 MB that gives way" : "a photo of 2 MB"
    return Scenario(
      "B opens the chat while \(photo) leaves his phone, A sees it read within \(limit.stopwatch) (\(profile.name))",
      covers: "RR-01", tags: .receipts, .budget, pinned: .links
    ) { (world: ChatWorld) in
      if yields { world.setPolicies { $0.yieldsUploads = true } }
      let (alice, bob) = try await world.phones("Alice", "Bob", on: profile)
      let carol = try await world.phone("Carol", on: .wifi)
      let chat = try await alice.startConversation(with: bob)
      let other = try await bob.startConversation(with: carol)
      let hello = try await alice.send("hello", in: chat)
      try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
      try await world.advance(by: .seconds(5))

      let view = Picture("view", byteCount: Picture.attachmentBytesMax)
      let look = try await bob.send("look", picture: view, in: other)
      // A part of it is stored, so the rest is on its way.
      try await bob.expect(
        all: .that(\.photo?.progress, of: .bubble(look), matches: "is beyond 0 %") {
          $0 != nil && $0 != "0 %"
        }, within: .minutes(1))
      let opened = world.now
      await bob.open(chat)
      try await alice.expect(
        \.status, of: .bubble(hello), is: .read, within: limit, measuredAs: .receipt,
        since: opened)
      await carol.open(other)
      try await carol.expect(
        \.photo?.content, of: .bubble(look), is: view.content, within: .minutes(5))
    }
  }

  static let arrivalToSeen = [
    arrivalToSeen(on: .wifi).named("wifi"), arrivalToSeen(on: .lte).named("lte"),
    arrivalToSeen(on: .threeG).named("3g"),
  ]

  private static func arrivalToSeen(on profile: LinkProfile) -> Scenario {
    Scenario(
      "A message arrives in B's open chat; A sees it read within 1 s and a window (\(profile.name))",
      covers: "FG-06", "PB-07", tags: .receipts, .budget, faults: .allowed
    ) { (world: ChatWorld) in
      let (alice, bob) = try await world.phones("Alice", "Bob", on: profile)
      let chat = try await alice.startConversation(with: bob)
      await bob.open(chat)
      // The second arrives within the window after the receipt of the first: its receipt waits for the end.
      let first = try await alice.send("first", in: chat)
      try await bob.expect(all: .present(.bubble(first)))
      try await world.advance(by: .milliseconds(50))
      let second = try await alice.send("second", in: chat)
      try await bob.expect(all: .present(.bubble(second)))
      let arrived = world.now
      try await alice.expect(
        all: .that(\.status, of: .bubble(first), is: .read),
        .that(\.status, of: .bubble(second), is: .read), within: .milliseconds(1500),
        measuredAs: .receipt, since: arrived)
    }
  }

  static let readingInPauses = Scenario(
    "Three messages come within a window, two more after a pause: no receipt waits for longer than the window has left",
    covers: "PB-07", "FG-06", tags: .receipts, .budget, pinned: .links, .timings, .clocks, .policies
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    for count in [3, 2, 2] {
      try await world.advance(by: .seconds(5))
      for number in 1...count {
        let message = try await alice.send("message \(number) of \(count)", in: chat)
        try await bob.expect(all: .present(.bubble(message)))
        if number == count {
          try await alice.expect(
            \.status, of: .bubble(message), is: .read, within: .milliseconds(600))
        }
        try await world.advance(by: .milliseconds(100))
      }
    }
  }

  static let slowBackend = Scenario(
    "The backend takes two seconds to answer: B's phone shows the chat as read at once",
    covers: "PB-03", tags: .receipts, .budget, faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    let hello = try await alice.send("hello", in: chat)
    try await bob.expect(\.unread, of: .conversation(chat), is: 1)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
    bob.slow(plus: .seconds(1))
    await bob.open(chat)
    try await bob.expect(
      all: .that(\.unread, of: .thread, is: 0), .that(\.badge, is: 0),
      within: .milliseconds(100), measuredAs: .localMark)
    try await alice.expect(\.status, of: .bubble(hello), is: .delivered, for: .seconds(1))
    try await bob.expect(\.unread, of: .thread, is: 0, for: .seconds(3))
    try await alice.expect(\.status, of: .bubble(hello), is: .read)
  }

  static let sixtyMessages = [
    sixtyMessages(.visible).named("visible"), sixtyMessages(.all).named("all"),
  ]

  private static func sixtyMessages(_ marking: ChatPolicies.Marking) -> Scenario {
    Scenario(
      "Sixty messages wait: opening marks \(marking == .all ? "all" : "what is displayed") within 1 s, without a stall",
      covers: "PB-05", "PB-04", "RR-07", tags: .receipts, .budget, faults: .allowed,
      pinned: .policies
    ) { (world: ChatWorld) in
      world.setPolicies { $0.marking = marking }
      let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
      let chat = try await alice.startConversation(with: bob)
      var messages: [MessageID] = []
      for number in 1...60 { messages.append(try await alice.send("message \(number)", in: chat)) }
      try await bob.expect(\.unread, of: .conversation(chat), is: 60)
      let sent = messages
      let newest = Array(sent.suffix(20))
      try await alice.expect(all: .statuses(of: newest, are: .delivered))
      let opened = world.now
      await bob.open(chat)
      try await bob.expect(
        all: .that(\.unread, of: .thread, is: marking == .all ? 0 : 40),
        .that(\.bubbles.count, of: .thread, is: 20), within: .milliseconds(100),
        measuredAs: .localMark, since: opened)
      try await alice.expect(
        all: .statuses(of: newest, are: .read), within: .seconds(1), measuredAs: .receipt,
        since: opened)
      // Window by window up to the oldest.
      for first in [20, 0] {
        await alice.scroll(revealing: 20)
        try await alice.expect(
          all: .statuses(
            of: Array(sent[first..<(first + 20)]), are: marking == .all ? .read : .delivered),
          within: .seconds(1), since: opened)
      }
    }
  }

  static let slowDisk = [
    slowDisk(.visible).named("visible"), slowDisk(.all).named("all"),
  ]

  private static func slowDisk(_ marking: ChatPolicies.Marking) -> Scenario {
    Scenario(
      "On a disk that takes 20 ms a commit, opening sixty messages holds the person up for less than 100 ms (\(marking))",
      covers: "PB-05", "PB-03", tags: .receipts, .budget, pinned: .policies
    ) { (world: ChatWorld) in
      world.setPolicies { $0.marking = marking }
      let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
      let chat = try await alice.startConversation(with: bob)
      var messages: [MessageID] = []
      for number in 1...60 { messages.append(try await alice.send("message \(number)", in: chat)) }
      let newest = Array(messages.suffix(20))
      try await bob.expect(\.unread, of: .conversation(chat), is: 60)
      try await world.advance(by: .seconds(5))
      bob.setDiskLatency(.milliseconds(20))
      let opened = world.now
      await bob.open(chat)
      // The main thread waits for the disk with the next touch.
      await bob.type("at once")
      try await bob.expect(
        all: .that(\.composer, of: .thread, is: "at once"),
        .that(\.badge, is: (marking == .all ? 0 : 40)), within: .milliseconds(100),
        measuredAs: .localMark, since: opened)
      try await alice.expect(
        all: .statuses(of: newest, are: .read), within: .seconds(1), measuredAs: .receipt,
        since: opened)
    }
  }

  static let reconnectToSeen = [
    reconnectToSeen(on: .threeG).named("3g"), reconnectToSeen(on: .dsl).named("dsl"),
  ]

  private static func reconnectToSeen(on profile: LinkProfile) -> Scenario {
    Scenario(
      "B reads offline and reconnects; A sees it within 2 s (\(profile.name))",
      covers: "PB-02", "OF-03", tags: .receipts, .offline, .budget, faults: .allowed
    ) { (world: ChatWorld) in
      let (alice, bob) = try await world.phones("Alice", "Bob", on: profile)
      let chat = try await alice.startConversation(with: bob)
      let hello = try await alice.send("hello", in: chat)
      try await alice.expect(\.status, of: .bubble(hello), is: .delivered)
      await bob.setAirplaneMode(true)
      await bob.open(chat)
      try await world.advance(by: .minutes(5))
      await bob.setAirplaneMode(false)
      try await alice.expect(
        \.status, of: .bubble(hello), is: .read, within: .seconds(2), measuredAs: .receipt,
        since: bob.reconnected)
    }
  }
}
