import Simulator
import Testing

@testable import Command

@Suite("What is typed")
struct ParsedArgumentsTests {
  private static let options: [CommandOption] = [.seed, .output, .verifyDeterminism, .again]

  private static func parse(_ arguments: String...) throws(UsageError) -> ParsedArguments {
    try ParsedArguments(arguments, options: options)
  }

  @Test("options and words may stand in any order")
  func anyOrder() throws {
    let parsed = try Self.parse("one", "--seed", "7", "two", "--verify-determinism", "--output=x=y")
    #expect(parsed.words == ["one", "two"])
    #expect(parsed.text(.seed) == "7")
    #expect(parsed.text(.output) == "x=y")
    #expect(parsed.has(.verifyDeterminism))
  }

  @Test("two dashes end the options")
  func dashesEndOptions() throws {
    let parsed = try Self.parse("--", "--seed", "-x")
    #expect(parsed.words == ["--seed", "-x"])
    #expect(!parsed.has(.seed))
  }

  @Test(
    "a mistake is named",
    arguments: [
      (["--sead", "7"], UsageError.unknownOption("--sead", suggestion: "--seed")),
      (["-x"], .unknownOption("-x", suggestion: nil)),
      (["--form"], .unknownOption("--form", suggestion: nil)),
      (["--seed"], .missingValue(option: "--seed", placeholder: "N")),
      (["--seed="], .missingValue(option: "--seed", placeholder: "N")),
      (["--output", "--seed", "7"], .missingValue(option: "--output", placeholder: "FILE")),
      (["--verify-determinism=yes"], .unexpectedValue(option: "--verify-determinism")),
      (["--seed", "1", "--seed=2"], .repeatedOption("--seed")),
    ])
  func mistakes(arguments: [String], error: UsageError) {
    #expect(throws: error) { try ParsedArguments(arguments, options: Self.options) }
  }

  @Test(
    "a seed is a whole number below 2^64", arguments: ["-1", "x", "1.5", "18446744073709551616"])
  func badSeeds(text: String) throws {
    let parsed = try Self.parse("--seed", text)
    #expect(throws: UsageError.self) { try parsed.seed() }
  }

  @Test("the greatest seed is taken")
  func greatestSeed() throws {
    #expect(try Self.parse("--seed", "18446744073709551615").seed() == .max)
    #expect(try Self.parse().seed() == 1)
  }

  @Test(
    "times carry their unit",
    arguments: [
      ("500ms", Duration.milliseconds(500)), ("90s", .seconds(90)), ("90", .seconds(90)),
      ("10m", .minutes(10)), ("2h", .hours(2)), ("", nil), ("0s", nil), ("-1s", nil),
      ("10d", nil), ("m", nil), ("1.5s", nil),
    ])
  func times(text: String, expected: Duration?) {
    #expect(ParsedArguments.duration(text) == expected)
  }
}
