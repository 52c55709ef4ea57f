import Testing

@testable import Backend

@Suite("Tokens at the server")
struct TokenExpiryTests {
  private static func harness() throws -> ServerHarness {
    var harness = try ServerHarness(
      rules: #"{"rules": {"open": {".read": true}, "own": {".read": "auth !== null"}}}"#)
    harness.connect(1)
    return harness
  }

  @Test("a token is good up to the millisecond before its end", arguments: [999, 1_000, 1_001])
  func accepts(expiry: Int64) throws {
    var harness = try Self.harness()
    let answer = harness.request(1, .authenticate(IDToken(user: "alice", expiry: expiry)))
    #expect(answer == (expiry > harness.now ? .ok : .expiredToken))
    #expect(harness.server.uid(on: ConnectionID(1)) == (expiry > harness.now ? "alice" : nil))
  }

  @Test("with its end the connection's user is nobody, and is told so before anything else")
  func expires() throws {
    var harness = try Self.harness()
    harness.request(1, .authenticate(IDToken(user: "alice", expiry: 5_000)))
    harness.listen(1, "open")
    harness.listen(1, "own")
    harness.clear()
    harness.take(harness.server.expireToken(of: ConnectionID(1), nowMilliseconds: 4_999))
    #expect(harness.lines(to: 1).isEmpty)
    harness.take(harness.server.expireToken(of: ConnectionID(1), nowMilliseconds: 5_000))
    #expect(harness.lines(to: 1) == ["signed out: the token has expired", "revoked /own"])
  }

  @Test("a token that was replaced in time ends nothing")
  func renews() throws {
    var harness = try Self.harness()
    harness.request(1, .authenticate(IDToken(user: "alice", expiry: 5_000)))
    harness.request(1, .authenticate(IDToken(user: "alice", expiry: 9_000)))
    harness.clear()
    harness.take(harness.server.expireToken(of: ConnectionID(1), nowMilliseconds: 5_000))
    #expect(harness.lines(to: 1).isEmpty)
    #expect(harness.server.uid(on: ConnectionID(1)) == "alice")
  }

  @Test("a token with other claims ends the listens that they gave")
  func claims() throws {
    var harness = try ServerHarness(
      rules: #"{"rules": {"own": {".read": "auth.token.editor === true"}}}"#)
    harness.connect(1)
    harness.request(
      1, .authenticate(IDToken(user: "alice", claims: [JSON.Member("editor", .bool(true))])))
    #expect(harness.listen(1, "own") == .ok)
    harness.clear()
    harness.request(1, .authenticate(IDToken(user: "alice")))
    #expect(harness.lines(to: 1).first == "revoked /own")
  }
}
