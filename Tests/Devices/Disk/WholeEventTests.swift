import Network
import Simulator
import Testing

@testable import Backend
@testable import Devices

/// What befalls a phone and the backend enters the digest with all of its content.
@Suite("A digest sees the whole of what happens")
struct WholeEventTests {
  private static let table = DiskTable<String>("notes")

  /// The digest of a world that does one thing.
  private func digest(_ event: @escaping @Sendable (World) throws -> Void) -> UInt64 {
    let world = World(seed: 1)
    world.run { try event(world) }
    return world.journal.digest
  }

  @Test("a commit with another row, key or table has another digest")
  func commits() {
    func digest(_ row: String?, at key: String = "a", in table: DiskTable<String> = Self.table)
      -> UInt64
    {
      self.digest { world in
        var transaction = DiskTransaction()
        if let row {
          transaction.put(row, at: key, in: table)
        } else {
          transaction.delete(key, in: table)
        }
        try Disk(in: world, of: JournalSource("Alice")).commit(transaction)
      }
    }
    let digests = [
      digest("one"), digest("onf"), digest("one", at: "b"), digest("one", in: DiskTable("noted")),
      digest(nil),
    ]
    #expect(Set(digests).count == digests.count)
    #expect(digest("one") == digests[0])
  }

  @Test("each property of a clock, a link's profile, a push message and a notification counts")
  func values() {
    var clock = WallClock()
    var digests = [clock.digest]
    clock.skew = .nanoseconds(1)
    digests.append(clock.digest)
    clock.driftPartsPerMillion = 0.0.nextUp
    digests.append(clock.digest)
    clock.zoneOffset = .nanoseconds(1)
    digests.append(clock.digest)

    var profile = LinkProfile.perfect
    digests.append(profile.digest)
    profile.down.mtu += 1
    digests.append(profile.digest)
    profile.up.duplication = 0.5
    digests.append(profile.digest)
    profile.lookupDelay = .nanoseconds(1)
    digests.append(profile.digest)

    var message = PushMessage(notification: nil, data: ["a": "1"])
    digests.append(message.digest)
    message.data["a"] = "2"
    digests.append(message.digest)
    message.notification = PushMessage.Notification(title: "t", body: "b")
    digests.append(message.digest)
    message.badge = 1
    digests.append(message.digest)
    digests.append(SentPush(message: message, token: PushToken("x")).digest)
    digests.append(SentPush(message: message, token: PushToken("y")).digest)
    #expect(Set(digests).count == digests.count)
  }
}
