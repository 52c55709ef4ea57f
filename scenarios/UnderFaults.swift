import Chat
import Rehearsal

extension Scenarios {
  static let conversationUnderFaults = Scenario(
    "Whatever goes wrong, every message arrives once, in one order, and every receipt is seen",
    covers: "OF-08", "MO-10", tags: .receipts, .fault,
    faults: .random(5)
  ) { (world: ChatWorld) in
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    var messages: [MessageID] = []
    for number in 1...3 {
      messages.append(try await alice.send("question \(number)", in: chat))
      try await world.advance(by: .milliseconds(300))
      messages.append(try await bob.send("answer \(number)", in: chat))
    }
    let sent = messages
    for phone in [alice, bob] {
      try await phone.expect(
        all: .that(\.bubbles.count, of: .thread, is: sent.count),
        .that("statuses other than read", of: .thread, is: []) {
          $0.bubbles.compactMap(\.status).filter { $0 != .read }
        }, within: .seconds(5))
    }
    // The backend's order, on both phones.
    var times: [(time: Int64, message: MessageID)] = []
    for message in sent { times.append((await world.sentAt(message, in: chat) ?? .max, message)) }
    let order = times.sorted { ($0.time, $0.message) < ($1.time, $1.message) }.map(\.message)
    for phone in [alice, bob] {
      try await phone.expect(\.ids, of: .thread, is: order, within: .zero)
    }
    let count = await world.messageCount(in: chat)
    try world.require(count, is: sent.count, "the number of messages at the backend, each once")
  }
  static let pictureUnderFaults = Scenario(
    "Whatever goes wrong while a photo is uploaded, one message and one photo come of it once A retries, and B sees both",
    covers: "AS-06", "AS-11", "AS-13", "AS-20", tags: .receipts, .fault, faults: .random(4)
  ) { (world: ChatWorld) in
    try await upload(Picture("view", byteCount: 1_500_000), in: world)
  }

  static let smallPictureUnderFaults = Scenario(
    "Whatever goes wrong while a photo is uploaded that fits into one write, one message and one photo come of it once A retries, and B sees both",
    covers: "AS-06", "AS-11", "AS-20", tags: .receipts, .fault, faults: .random(4)
  ) { (world: ChatWorld) in
    // All of it may be on its way before the app has kept that it has begun.
    try await upload(Picture("view", byteCount: 200_000), in: world)
  }

  private static func upload(_ view: Picture, in world: ChatWorld) async throws {
    let (alice, bob) = try await world.phones("Alice", "Bob", on: .lte)
    let chat = try await alice.startConversation(with: bob)
    await bob.open(chat)
    let look = try await alice.send("look", picture: view, in: chat)
    // Each retry goes on where the last attempt ended, so there are no more of them than faults.
    for _ in 1...10 {
      try await alice.expect(
        all: .that(\.photo, of: .bubble(look), isNot: nil),
        .that(\.photo?.progress, of: .bubble(look), is: nil), within: .minutes(20))
      guard alice.display.screen?.bubble(look)?.offersRetry == true else { break }
      await alice.retry(look)
    }
    // What could not be fetched for long is asked for again, once somebody taps it.
    for _ in 1...10 {
      try await bob.expect(
        all: .that(\.photo, of: .bubble(look), matches: "is shown or has failed") {
          $0?.content != nil || $0?.failure != nil
        }, within: .minutes(2))
      guard bob.display.screen?.bubble(look)?.controls.contains(.reload) == true else { break }
      await bob.reload(look)
    }
    try await alice.expect(\.status, of: .bubble(look), is: .read, within: .minutes(2))
    try await bob.expect(
      all: .that(\.photo?.content, of: .bubble(look), is: view.content),
      .that(\.bubbles.count, of: .thread, is: 1), within: .minutes(2))
    try await world.expectPictures(1)
    let count = await world.messageCount(in: chat)
    try world.require(count, is: 1, "the number of messages at the backend")
  }
}
