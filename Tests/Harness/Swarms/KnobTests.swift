import Harness
import Simulator
import Testing

@Suite("Knobs")
struct KnobTests {
  @Test(
    "a list of knobs reads as it was written, by name",
    arguments: [
      ("links", "links"), ("links+clocks", "clocks+links"),
      ("traffic+links-extreme+a-2", "a-2+links-extreme+traffic"),
    ])
  func lists(typed: String, written: String) throws {
    let settings = try KnobSettings(parsing: typed)
    #expect(settings.description == written)
    #expect(try KnobSettings(parsing: written) == settings)
  }

  @Test(
    "a malformed list names the word that is wrong",
    arguments: [
      ("", KnobError.malformed("")), ("links+", .malformed("")), ("Links", .malformed("Links")),
      ("none", .malformed("none")), ("all+links", .malformed("all")),
      ("2links", .malformed("2links")), ("-extreme", .malformed("-extreme")),
      ("links-extreme-extreme", .malformed("links-extreme-extreme")),
      ("a,b", .malformed("a,b")), ("links+links-extreme", .repeated("links")),
    ])
  func malformed(text: String, error: KnobError) {
    #expect(throws: error) { try KnobSettings(parsing: text) }
  }

  @Test("a token with knobs reads as it was written, in words")
  func tokens() throws {
    var knobs: KnobSettings = [.traffic, .clocks]
    knobs[.links] = .extreme
    let configuration = RunConfiguration(
      seed: 7, schedule: .pct(depth: 3), faults: 2, knobs: knobs,
      overrides: [ChoiceKey(all: ChoiceStream("link.loss")): .max])
    let token = ReplayToken(scenario: "headline", configuration: configuration, mode: .release)
    #expect(
      token.description
        == "r1:headline:7:pct:3:release:faults=2,knobs=clocks+links-extreme+traffic,link.loss=max")
    #expect(try ReplayToken(parsing: token.description) == token)
  }

  @Test(
    "a token whose knobs are malformed says so",
    arguments: [
      ("knobs=", TokenError.knobs(.malformed(""))),
      ("knobs=links+links", .knobs(.repeated("links"))), ("knobs", .choice("knobs")),
      ("knobs=links,knobs=clocks", .repeated("knobs=clocks")),
      ("knobs=a=b", .choice("knobs=a=b")),
    ])
  func malformedTokens(text: String, error: TokenError) {
    #expect(throws: error) { try ReplayToken(parsing: "r1:a:1:fifo:debug:\(text)") }
  }
}
