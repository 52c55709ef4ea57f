import Harness
import Simulator
import Testing

@testable import Devices

@Suite("Requirements with values")
struct RequiredValueTests {
  private struct NoteWorld: AppWorld {
    typealias App = NoteApp
    let stage: AppStage

    init(in world: World) async throws { stage = try AppStage(in: world) }
    func configuration(of phone: PhoneSetup) throws -> NoteApp.Configuration {
      NoteApp.Configuration(in: stage.world)
    }
  }

  /// The failure of a requirement; nil where it is met.
  private static func failure(
    _ body: @escaping @Sendable (NoteWorld) throws -> Void
  ) -> Failure? {
    let world = World(seed: 1, telling: true)
    switch world.run({ try body(await NoteWorld(in: world)) }) {
    case .passed: return nil
    case .failed(let failure): return failure
    case let other:
      Issue.record("the world ended as \(other)")
      return nil
    }
  }

  @Test("a value that has to be another one is told")
  func another() throws {
    let failure = try #require(Self.failure { try $0.require(2, isNot: 2, "the token") })
    #expect(failure.expected == "the token to be another than 2")
    #expect(failure.values == ["✗ the token: 2, and not another"])
    #expect(Self.failure { try $0.require(3, isNot: 2, "the token") } == nil)
  }

  @Test("a value out of a range is told, and the range in words")
  func ranges() throws {
    let failure = try #require(Self.failure { try $0.require(7, in: ...5, "the count") })
    #expect(failure.expected == "the count to be at most 5")
    #expect(failure.values == ["✗ the count: 7, not at most 5"])
    #expect(Self.failure { try $0.require(5, in: ...5, "the count") } == nil)
    #expect(Self.failure { try $0.require(5, in: ..<5, "the count") } != nil)
    #expect(
      Self.failure { try $0.require(.seconds(1), in: Duration.seconds(2)..., "the pause") }?.values
        == ["✗ the pause: 1 s, not at least 2 s"])
    #expect(ShownValue.text(range: 2...5) == "at least 2 and at most 5")
    #expect(ShownValue.text(range: 2..<5) == "at least 2 and less than 5")
    #expect(ShownValue.text(range: ..<5) == "less than 5")
  }

  @Test("a list with or without an item is told")
  func items() throws {
    let list = ["tea", "salt"]
    let missing = try #require(Self.failure { try $0.require(list, includes: "milk", "the list") })
    #expect(missing.expected == "the list to include “milk”")
    #expect(missing.values == ["✗ the list: [“tea”, “salt”], without “milk”"])
    let present = try #require(Self.failure { try $0.require(list, excludes: "tea", "the list") })
    #expect(present.expected == "the list not to include “tea”")
    #expect(present.values == ["✗ the list: [“tea”, “salt”], with “tea”"])
    #expect(Self.failure { try $0.require(list, includes: "tea", "the list") } == nil)
    #expect(Self.failure { try $0.require(list, excludes: "milk", "the list") } == nil)
  }

  @Test("what has to be there is returned, and told as none where it is not")
  func unwrapping() throws {
    let found = Self.failure { world in
      let number: Int = try world.require(Int("7"), "a number")
      try world.require(number, is: 7, "the number")
    }
    #expect(found == nil)
    let failure = try #require(
      Self.failure { _ = try $0.require(Int("seven"), "a number") })
    #expect(failure.expected == "a number")
    #expect(failure.values == ["✗ a number: none"])
  }
}
