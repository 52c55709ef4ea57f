import Simulator
import Testing

@Suite("Replay tokens")
struct ReplayTokenTests {
  @Test(
    "a token reads as it was written",
    arguments: [
      RunConfiguration(seed: 0), RunConfiguration(seed: .max, schedule: .random),
      RunConfiguration(
        seed: 7,
        overrides: [
          ChoiceKey(stream: .max, entity: 2, ordinal: 3): 0xABC,
          ChoiceKey(stream: 1, entity: 2, ordinal: 4): 0,
        ]),
    ])
  func roundTrip(configuration: RunConfiguration) throws {
    let token = ReplayToken(scenario: "calls/home", configuration: configuration, mode: .release)
    #expect(try ReplayToken(parsing: token.description) == token)
  }

  @Test(
    "a malformed token names the part that is wrong",
    arguments: [
      ("r2:a:1:fifo:debug", TokenError.version("r2")), ("", .version("")),
      ("r1:a:1:fifo", .parts(4)), ("r1:a:-1:fifo:debug", .seed("-1")),
      ("r1:a:1:lifo:debug", .schedule(.unknown("lifo"))),
      ("r1:a:1:pct:0:debug", .schedule(.depth("pct:0"))),
      ("r1:a:1:pct:debug", .parts(4)), ("r1:a:1:fifo:fast", .mode("fast")),
      ("r1:a:1:fifo:debug:1.2=3", .choice("1.2=3")),
    ])
  func malformed(text: String, error: TokenError) {
    #expect(throws: error) { try ReplayToken(parsing: text) }
  }
}
