import Simulator
import Testing

@testable import RehearsalCommand

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
    "a seed is a whole number below 2^64",
    arguments: ["-1", "x", "1.5", "18446744073709551616", "+5", "-0"])
  func badSeeds(text: String) throws {
    let parsed = try Self.parse("--seed", text)
    #expect(throws: UsageError.self) { try parsed.seed() }
  }

  @Test("the greatest seed is taken")
  func greatestSeed() throws {
    #expect(try Self.parse("--seed", "18446744073709551615").seed() == .max)
    #expect(try Self.parse().seed() == 1)
  }

  @Test("seeds from one near the greatest on need their number")
  func seedsNearTheEnd() throws {
    let parsed = try ParsedArguments(
      ["--seed", "18446744073709551615"], options: [.seed, .seeds])
    let error = try #require(throws: UsageError.self) { try parsed.seeds() }
    #expect("\(error)".contains("begin at 18446744073709550616 or before, or give fewer --seeds"))
  }

  @Test(
    "a value that does not fit is told with what is wrong and what would be right",
    arguments: [
      (
        ["--seed", "+5"], "\"+5\" is no value for --seed: a seed is a whole number from 0 to 2^64-1"
      ),
      (["--seed", "-0"], "in digits alone, such as 7"),
      (
        ["--jobs", "5000"], "the number of jobs is a whole number from 1 to 1024, and this is more"
      ),
      (["--jobs", "0"], "from 1 to 1024, and this is less"),
      (["--faults", "random:1001"], "from 1 to 1000, and this is more"),
      (["--faults", "random:+1"], "in digits alone"),
      (["--faults", "all"], "faults are none, random"),
      (["--schedule", "pct:+3"], "names no depth from 1 to 64"),
      (["--time", "0s"], "a time is a whole number from 1 to 1000000000, and this is less"),
      (["--time", "10d"], "\"d\" is no unit"), (["--hang-timeout", "-1"], "with ms, s, m or h"),
      (["--shard", "+1/+2"], "the number of shards, behind the /,"),
      (["--seed", "18446744073709551615", "--seeds", "2"], "run over the greatest"),
    ])
  func misfits(arguments: [String], part: String) throws {
    let captured = Captured()
    let status = RehearseCommand(catalog: Sample.catalog(Sample.fine), host: .thisProcess).run(
      ["sweep"] + arguments, on: captured.console)
    #expect(status == .usage)
    #expect(captured.notes.contains(part))
  }

  @Test(
    "times carry their unit",
    arguments: [
      ("500ms", Duration.milliseconds(500)), ("90s", .seconds(90)), ("90", .seconds(90)),
      ("10m", .minutes(10)), ("2h", .hours(2)), ("", nil), ("0s", nil), ("-1s", nil), ("+1s", nil),
      ("10d", nil), ("m", nil), ("1.5s", nil), ("1000000001", nil),
    ])
  func times(text: String, expected: Duration?) {
    #expect((try? ParsedArguments.duration(text)) == expected)
  }
}
