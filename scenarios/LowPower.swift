import Chat
import Rehearsal

extension Scenarios {
  static let lowPower = Scenario(
    "B's tablet spares its battery: banners come, those of what he has read elsewhere stay until the mode is off",
    covers: "PM-08", tags: .push, .multiDevice, pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let tablet = try await world.phone("Bob's iPad", user: "bob", on: .wifi)
    let chat = try await alice.startConversation(with: bob, tablet)
    await alice.open(chat)
    try await tablet.enterBackground()
    try await world.advance(by: .minutes(2))
    await tablet.setLowPowerMode(true)
    let hello = try await alice.send("hello", in: chat)
    try await tablet.expectNotifications(all: .that(\.bodies, is: ["hello"]), .that(\.badge, is: 1))
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .read)
    // The number comes with the push itself, and needs no app.
    try await tablet.expectNotifications(\.badge, is: 0, within: .seconds(30))
    try await tablet.expectNotifications(\.bodies, is: ["hello"], for: .hours(2))
    try world.require(tablet.lifeState, is: .suspended, "the state of the tablet's app")
    await tablet.setLowPowerMode(false)
    try await tablet.expectNotifications(\.notifications.isEmpty, is: true, within: .seconds(5))
  }

  static let dozing = Scenario(
    "B's Android phone lies still: banners come, those of what he has read elsewhere go when the phone wakes up for a moment",
    covers: "PM-08", tags: .push, .multiDevice, pinned: .duplicates, .policies, .timings, .links
  ) { (world: ChatWorld) in
    world.setPolicies { $0.usesPush = true }
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .wifi)
    let pixel = try await world.phone(
      "Bob's Pixel", user: "bob", on: .wifi, transport: .fcmAndroid)
    let chat = try await alice.startConversation(with: bob, pixel)
    await alice.open(chat)
    try await pixel.enterBackground()
    try await world.advance(by: .minutes(2))
    await pixel.setDozing(true)
    let hello = try await alice.send("hello", in: chat)
    try await pixel.expectNotifications(all: .that(\.bodies, is: ["hello"]), .that(\.badge, is: 1))
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(hello), is: .read)
    try await pixel.expectNotifications(\.bodies, is: ["hello"], for: .minutes(55))
    try await pixel.expectNotifications(\.notifications.isEmpty, is: true, within: .minutes(6))
    // The next window comes two hours after this one; who opens the app has no need of it.
    await bob.close()
    try await world.advance(by: .minutes(10))
    let more = try await alice.send("are you there?", in: chat)
    try await pixel.expectNotifications(\.bodies, is: ["are you there?"])
    await bob.open(chat)
    try await alice.expect(\.status, of: .bubble(more), is: .read)
    try await pixel.expectNotifications(\.bodies, is: ["are you there?"], for: .minutes(90))
    try await pixel.enterForeground()
    try await pixel.expectNotifications(\.notifications.isEmpty, is: true, within: .seconds(5))
  }
}
