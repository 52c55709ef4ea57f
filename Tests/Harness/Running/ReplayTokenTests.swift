import Harness
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
      RunConfiguration(seed: 7, schedule: .random, faults: 3),
      RunConfiguration(seed: 7, faults: 3, profile: "lte", backendPath: "ocean"),
      RunConfiguration(
        seed: 7, faults: 12,
        overrides: [
          ChoiceKey(
            ChoiceStream("fault.strike"), of: "Bob's iPad.open, #1 @ 50 % = ä:", ordinal: 2):
            .max,
          ChoiceKey(all: ChoiceStream("link.loss")): .max,
        ]),
      Self.strict,
      Self.struck([]), Self.struck([Strike(.kill, at: StrikePlace("Bob", .commit, 3))]),
      Self.struck([
        Strike(.restartSilently, at: StrikePlace("Bob's iPad, #1 @ 50 % = ä.:", .received, .max)),
        Strike(.loseAcknowledgement, at: StrikePlace("a.b", .answer, 1)),
      ]),
    ])
  func roundTrip(configuration: RunConfiguration) throws {
    let token = ReplayToken(scenario: "calls/home", configuration: configuration, mode: .release)
    #expect(try ReplayToken(parsing: token.description) == token)
  }

  /// A strict run with something else in its list.
  private static var strict: RunConfiguration {
    var configuration = RunConfiguration(seed: 7, faults: 3)
    configuration.isStrict = true
    return configuration
  }

  @Test("a strict run is told by its token, once and in one way")
  func strictness() {
    let token = ReplayToken(scenario: "a", configuration: Self.strict, mode: .debug)
    #expect(token.description == "r1:a:7:fifo:debug:faults=3,strict=on")
    #expect(throws: TokenError.choice("strict=off")) {
      try ReplayToken(parsing: "r1:a:7:fifo:debug:strict=off")
    }
    #expect(throws: TokenError.repeated("strict=on")) {
      try ReplayToken(parsing: "r1:a:7:fifo:debug:strict=on,strict=on")
    }
  }

  /// A run with strikes.
  private static func struck(_ strikes: [Strike]) -> RunConfiguration {
    var configuration = RunConfiguration(seed: 7)
    configuration.strikes = strikes
    return configuration
  }

  @Test("a path to the backend stands in a token, and only one that has a name")
  func backendPath() throws {
    let ocean = RunConfiguration(seed: 7, profile: "lte", backendPath: "ocean")
    let token = ReplayToken(scenario: "a", configuration: ocean, mode: .debug)
    #expect(token.description == "r1:a@lte:7:fifo:debug:path=ocean")
    #expect(throws: TokenError.path) { try ReplayToken(parsing: "r1:a:7:fifo:debug:path=") }
    #expect(throws: TokenError.repeated("path=b")) {
      try ReplayToken(parsing: "r1:a:7:fifo:debug:path=a,path=b")
    }
  }

  @Test("a strike stands in a token in words")
  func strikes() {
    let token = { (strikes: [Strike]) in
      ReplayToken(scenario: "a", configuration: Self.struck(strikes), mode: .debug).description
    }
    #expect(token([]) == "r1:a:7:fifo:debug:strike=none")
    #expect(
      token([Strike(.killBefore, at: StrikePlace("Bob's iPad", .commit, 3))])
        == "r1:a:7:fifo:debug:strike=kill-before@Bob%27s%20iPad.commit#3")
  }

  @Test("a token without faults is as it always was, and one with them is read by a person")
  func wording() throws {
    let plain = ReplayToken(
      scenario: "a", configuration: RunConfiguration(seed: 7), mode: .debug)
    #expect(plain.description == "r1:a:7:fifo:debug")
    let fixed = RunConfiguration(
      seed: 7, faults: 3,
      overrides: [
        ChoiceKey(ChoiceStream("fault.strike"), of: "Bob.open", ordinal: 1): .max,
        ChoiceKey(all: ChoiceStream("link.loss")): 0xFF,
      ])
    #expect(
      ReplayToken(scenario: "a", configuration: fixed, mode: .debug).description
        == "r1:a:7:fifo:debug:faults=3,fault.strike@Bob.open#1=max,link.loss=ff")
  }

  @Test("a choice named by its texts is the one that its hashes name")
  func names() throws {
    let stream = ChoiceStream("fault.strike")
    let named = ChoiceKey(stream, of: "Bob.open", ordinal: 1)
    #expect(
      named
        == ChoiceKey(
          stream: stream.identifier, entity: StableHash.of("Bob.open"), ordinal: 1))
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
      ("r1:a:1:fifo:debug:faults=-1", .faults("-1")),
      ("r1:a:1:fifo:debug:faults", .choice("faults")),
      ("r1:a:1:fifo:debug:fault.strike@Bob=3", .choice("fault.strike@Bob=3")),
      ("r1:a:1:fifo:debug:fault.strike@B%zz#0=3", .choice("fault.strike@B%zz#0=3")),
      ("r1:a:1:fifo:debug:link.loss=most", .choice("link.loss=most")),
      ("r1::1:fifo:debug", .scenario("")), ("r1:@wifi:1:fifo:debug", .scenario("@wifi")),
      ("r1:a@:1:fifo:debug", .profile("a@")),
      ("r1:a:+1:fifo:debug", .seed("+1")), ("r1:a:-0:fifo:debug", .seed("-0")),
      ("r1:a: 1:fifo:debug", .seed(" 1")),
      ("r1:a:1:pct:+3:debug", .schedule(.depth("pct:+3"))),
      ("r1:a:1:fifo:debug:", .choice("")), ("r1:a:1:fifo:debug:faults=1,", .choice("")),
      ("r1:a:1:fifo:debug:faults=+1", .faults("+1")),
      ("r1:a:1:fifo:debug:faults=1,faults=2", .repeated("faults=2")),
      ("r1:a:1:fifo:debug:1.2.3=+4", .choice("1.2.3=+4")),
      ("r1:a:1:fifo:debug:+1.2.3=4", .choice("+1.2.3=4")),
      ("r1:a:1:fifo:debug:fault.strike@Bob#+1=3", .choice("fault.strike@Bob#+1=3")),
      ("r1:a:1:fifo:debug:1.2.3=4,01.2.3=5", .repeated("01.2.3=5")),
      ("r1:a:1:fifo:debug:link.loss=1,link.loss=1", .repeated("link.loss=1")),
      ("r1:a:1:fifo:debug:strike=", .strike(.form(""))),
      ("r1:a:1:fifo:debug:strike=kill", .strike(.form("kill"))),
      ("r1:a:1:fifo:debug:strike=kill@commit#3", .strike(.form("kill@commit#3"))),
      ("r1:a:1:fifo:debug:strike=kill@.commit#3", .strike(.form("kill@.commit#3"))),
      ("r1:a:1:fifo:debug:strike=kill@B%zz.commit#3", .strike(.form("kill@B%zz.commit#3"))),
      ("r1:a:1:fifo:debug:strike=kick@Bob.commit#3", .strike(.kind("kick"))),
      ("r1:a:1:fifo:debug:strike=kill@Bob.comit#3", .strike(.point("comit"))),
      ("r1:a:1:fifo:debug:strike=kill@Bob.commit#0", .strike(.ordinal("0"))),
      ("r1:a:1:fifo:debug:strike=kill@Bob.commit#+3", .strike(.ordinal("+3"))),
      ("r1:a:1:fifo:debug:strike=kill-before@Bob.step#3", .strike(.mismatch(.killBefore, .step))),
      (
        "r1:a:1:fifo:debug:strike=kill@Bob.step#3,strike=kill@Bob.step#3",
        .repeated("strike=kill@Bob.step#3")
      ),
      ("r1:a:1:fifo:debug:strike=none,strike=kill@Bob.step#3", .repeated("strike=kill@Bob.step#3")),
      ("r1:a:1:fifo:debug:strike=kill@Bob.step#3,strike=none", .repeated("strike=none")),
    ])
  func malformed(text: String, error: TokenError) {
    #expect(throws: error) { try ReplayToken(parsing: text) }
  }

  @Test("a choice that is fixed by its names and by their hashes is fixed twice")
  func fixedTwice() {
    let key = ChoiceKey(ChoiceStream("fault.strike"), of: "Bob.open", ordinal: 1)
    let hashes = [key.stream, key.entity, key.ordinal].map { String($0, radix: 16) }
      .joined(separator: ".")
    #expect(throws: TokenError.repeated("\(hashes)=2")) {
      try ReplayToken(parsing: "r1:a:1:fifo:debug:\(key)=1,\(hashes)=2")
    }
  }

  @Test("a malformed strike is told with what there is")
  func strikeErrors() {
    let told = { (text: String) in
      do {
        _ = try Strike(parsing: text)
        return ""
      } catch {
        return "\(error)"
      }
    }
    #expect(told("kill").contains("it reads KIND@NAME.EVENT#N, such as kill@Bob.commit#3"))
    #expect(told("kick@Bob.commit#3").contains("\"kick\" is no kind of strike; there are kill, "))
    #expect(told("kill@Bob.comit#3").contains("there are commit, sent, received, answer, step"))
    #expect(
      told("lose-acknowledgement@Bob.step#3")
        == "lose-acknowledgement cannot strike at step, only at answer")
  }

  @Test("a token of another format is told to belong to another build")
  func otherFormat() {
    #expect("\(TokenError.version("r2"))".contains("of format r2, and this build reads r1"))
  }
}
