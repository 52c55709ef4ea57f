import Backend
import Network
import Simulator
import Synchronization
import Testing

@testable import Devices

@Suite("A client that comes back to a long list")
struct SyncClientCompoundHashTests {
  /// A list of messages such as a chat has.
  private static let messages = Node(
    children: (0..<500).map { number in
      (
        Key("-Nmessage\(10_000 + number)"),
        [
          "author": "alice", "sentAt": Node(.number(1_700_000_000_000 + Double(number))),
          "text": Node(.string("what one says in a chat, message \(number) of many")),
        ]
      )
    })

  /// The bytes that a client is sent on a reconnection, and those that it sends.
  private struct Cost {
    var down = 0
    var up = 0
  }

  /// Has a client away while a list changes, and checks that it shows the list afterwards.
  private static func cost(
    _ query: QuerySpec = QuerySpec("messages"), of list: Node = messages,
    away change: @escaping @Sendable (DeviceRig) async -> Void
  ) -> Cost {
    let cost = Mutex(Cost())
    DeviceRig.run { rig in
      let a = try rig.client("a", on: .threeG)
      await rig.backend.administer(set: list, at: "messages")
      let log = rig.log
      await a.sync.listen(to: query, for: .value) { content in
        if case .data(let event) = content { log.add("\(event.node.dataHash)") }
      }
      try await rig.sleep(.seconds(20))
      rig.network.switchInterface(of: a.host, on: false)
      try await rig.sleep(.seconds(1))
      await change(rig)
      let before = await rig.backend.meter()
      rig.network.switchInterface(of: a.host, on: true)
      try await rig.sleep(.seconds(20))
      let spent = await rig.backend.meter() - before
      let wanted = ViewFilter(query.parameters).shown(of: await rig.backend.read("messages"))
      #expect(log.texts.last == wanted.dataHash)
      cost.withLock {
        $0 = Cost(down: spent[.bytesDown, device: "a"], up: spent[.bytesUp, device: "a"])
      }
    }
    return cost.withLock { $0 }
  }

  @Test("of 500 messages of which one changed while it was away, it is sent a few")
  func oneChanged() {
    let whole = Self.messages.byteCount
    let nothing = Self.cost { _ in }
    let one = Self.cost {
      await $0.backend.administer(set: "edited", at: "messages/-Nmessage10250/text")
    }
    // The root of a hundred times the list's size is one range; there are two bounds and a frame.
    let range = Int((Double(whole) * 100).squareRoot())
    #expect(one.down - nothing.down < range + 500)
    #expect(one.down * 10 < whole)
    // The hashes cost their way up: 28 characters and a path for each range.
    #expect(one.up * 10 < whole)
  }

  @Test("of what was added behind, it is sent that alone")
  func appended() {
    let nothing = Self.cost { _ in }
    let one = Self.cost {
      await $0.backend.administer(set: ["text": "new"], at: "messages/-Nmessage20000")
    }
    #expect(one.down - nothing.down < 200)
  }

  @Test("a window that moved is told what left it and what came in")
  func window() throws {
    let query = QuerySpec("messages", try QueryParameters().ordered(by: .key).limited(toLast: 200))
    let one = Self.cost(query) {
      await $0.backend.administer(set: ["text": "new"], at: "messages/-Nmessage20000")
    }
    #expect(one.down * 5 < Self.messages.byteCount * 200 / 500)
  }

  @Test("a list that changed everywhere is told whole, and one that is gone as well")
  func everything() {
    let all = Self.cost {
      let list = await $0.backend.read("messages").children.map {
        ($0.key, ["text": "other"] as Node)
      }
      await $0.backend.administer(set: Node(children: list), at: "messages")
    }
    let gone = Self.cost { await $0.backend.administer(set: .empty, at: "messages") }
    #expect(all.down > 500 * #"{"text":"other"}"#.utf8.count)
    #expect(gone.down < 5_000)
  }
}
