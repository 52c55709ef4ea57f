import Rehearsal

extension Scenarios {
  static let arrives = Scenario(
    "A text is on the other phone within a second", faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    try await bob.expect(\.isOnline, is: true)
    await alice.send("hello")
    try await bob.expect(\.sent, is: ["hello"], within: .seconds(1), measuredAs: "arrival")
    try await alice.expect(\.sent, is: ["hello"])
  }

  static let offline = Scenario(
    "A text written in a tunnel arrives once, after the tunnel", faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    try await alice.expect(\.isOnline, is: true)
    await alice.setAirplaneMode(true)
    await alice.send("one")
    await alice.send("two")
    try await alice.expect(\.waiting, is: ["one", "two"])
    try await world.advance(by: .minutes(1))
    await alice.setAirplaneMode(false)
    for phone in [alice, bob] {
      try await phone.expect(\.sent, is: ["one", "two"], within: .seconds(60))
      try await phone.expect(\.sent, is: ["one", "two"], for: .minutes(2))
    }
  }

  static let killed = Scenario(
    "A text that waits survives the end of the app, and is sent by the next launch",
    faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob")
    await alice.setAirplaneMode(true)
    await alice.send("keep me")
    try await alice.kill()
    await alice.setAirplaneMode(false)
    try await world.advance(by: .minutes(5))
    try await bob.expect(\.sent, is: [])
    try await alice.relaunch()
    try await bob.expect(\.sent, is: ["keep me"])
    try await alice.expect(\.sent, is: ["keep me"])
  }

  static let missed = Scenario(
    "What was written while a phone was away is there when it is back", faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob")
    try await bob.expect(\.isOnline, is: true)
    await bob.setAirplaneMode(true)
    for text in ["one", "two", "three"] { await alice.send(text) }
    try await alice.expect(\.sent.count, is: 3)
    try await world.advance(by: .minutes(2))
    await bob.setAirplaneMode(false)
    try await bob.expect(\.sent, is: ["one", "two", "three"], within: .seconds(60))
  }

  static let serverRestarts = Scenario(
    "The server restarts while both write: every text is there once, in one order", faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    for phone in [alice, bob] { try await phone.expect(\.isOnline, is: true) }
    for turn in 1...3 {
      await alice.send("a\(turn)")
      await bob.send("b\(turn)")
      if turn == 2 { world.server.restart(downFor: .seconds(3)) }
      try await world.advance(by: .milliseconds(80))
    }
    for phone in [alice, bob] {
      try await phone.expect(
        all: .that(\.waiting, is: []), .that(\.sent.count, is: 6), within: .seconds(90))
      try await phone.expect(\.sent.count, is: 6, for: .minutes(2))
    }
  }

  static let deploys = Scenario(
    "A new build of the server is rolled out while both write: every text is there once, in one order",
    faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    for phone in [alice, bob] { try await phone.expect(\.isOnline, is: true) }
    let deployment = Task { try await world.server.deploy(grace: .seconds(2)) }
    for turn in 1...3 {
      await alice.send("a\(turn)")
      await bob.send("b\(turn)")
      try await world.advance(by: .milliseconds(500))
    }
    try await deployment.value
    for phone in [alice, bob] {
      try await phone.expect(
        all: .that(\.waiting, is: []), .that(\.sent.count, is: 6), within: .seconds(90))
    }
  }

  static let chatter = Scenario(
    "Both write at once, again and again: both see the same", faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob")
    for turn in 1...5 {
      await alice.send("a\(turn)")
      await bob.send("b\(turn)")
      try await world.advance(by: .milliseconds(turn * 30))
    }
    for phone in [alice, bob] {
      try await phone.expect(
        all: .that(\.sent.count, is: 10), .that(\.waiting, is: []), within: .seconds(60))
    }
  }

  static let pictured = Scenario(
    "A text is there before its picture, and the picture comes without a touch", faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    for phone in [alice, bob] { try await phone.expect(\.isOnline, is: true) }
    await alice.send("look", photo: 400_000)
    await alice.send("and?")
    try await bob.expect(\.sent, is: ["look", "and?"], within: .seconds(1))
    try await bob.expect(\.pictured, is: ["look"], within: .seconds(5), measuredAs: "picture")
    try await alice.expect(\.pictured, is: ["look"])
  }

  static let pictureWaits = Scenario(
    "A picture that waits survives the end of the app, and is sent by the next launch",
    faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob")
    await alice.setAirplaneMode(true)
    await alice.send("keep me", photo: 100_000)
    try await alice.kill()
    await alice.setAirplaneMode(false)
    try await alice.relaunch()
    for phone in [alice, bob] {
      try await phone.expect(
        all: .that(\.sent, is: ["keep me"]), .that(\.pictured, is: ["keep me"]),
        within: .seconds(60))
    }
  }

  static let updated = Scenario(
    "The app is updated while a picture is on its way: it arrives all the same", faults: .allowed
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    for phone in [alice, bob] { try await phone.expect(\.isOnline, is: true) }
    await alice.send("look", photo: 600_000)
    try await bob.expect(\.sent, is: ["look"], within: .seconds(60))
    try await alice.updateApp()
    try await alice.relaunch()
    for phone in [alice, bob] {
      try await phone.expect(\.pictured, is: ["look"], within: .seconds(90))
    }
  }

  static let fullDisk = Scenario(
    "A text that a full disk does not take is not shown as one that waits"
  ) {
    (world: ChatWorld) in
    let (alice, _) = try await world.phones("Alice", "Bob")
    await alice.setAirplaneMode(true)
    await alice.fillDisk()
    await alice.send("not kept")
    try await alice.expect(\.waiting, is: [], for: .seconds(5))
    await alice.freeDisk()
    await alice.send("kept")
    try await alice.expect(\.waiting, is: ["kept"])
    try await alice.kill()
    try await alice.relaunch()
    try await alice.expect(\.waiting, is: ["kept"])
  }
}
