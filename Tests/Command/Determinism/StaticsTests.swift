import Testing

@testable import RehearsalCommand

#if os(Linux)
  @Suite("Statics that launches share", .serialized)
  struct StaticsTests {
    @Test("a cache that two launches share is named, with the first thing that it changes")
    func shared() throws {
      let output = try Binary.run(Binary.misbehaving, "sharesState", "--statics")
      #expect(output.status == 1)
      let text = output.results.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(
        text.contains(
          """
          Statics that launches share phones share what they could not
          """), "\(text)")
      #expect(
        text.contains(
          """
          what leaks from one launch to another: static misbehaving.Cache.shared, from Alice to Bob the first event
          """), "\(text)")
      #expect(!text.contains("Not deterministic"), "\(text)")
      #expect(text.contains("with shared statics: 1 s Bob: has 2 in its cache"), "\(text)")
      #expect(text.contains("with statics of their own: 1 s Bob: has 1 in its cache"), "\(text)")
    }

    @Test("an app that shares nothing that matters is silent")
    func own() throws {
      let output = try Binary.run(Binary.misbehaving, "ownsState", "fine", "--statics")
      #expect(output.status == 0, "\(output.results)")
    }

    @Test("a JSON line tells it by itself")
    func json() throws {
      let output = try Binary.run(
        Binary.misbehaving, "sharesState", "--statics", "--format", "json")
      #expect(output.results.contains("\"shared_statics\":\"phones share"), "\(output.results)")
      #expect(output.results.contains("\"nondeterminism\":null"), "\(output.results)")
    }

    @Test("one second run is compared at a time")
    func conflict() throws {
      let output = try Binary.run(
        Binary.misbehaving, "fine", "--statics", "--verify-determinism")
      #expect(output.status == 64)
    }
  }
#endif
