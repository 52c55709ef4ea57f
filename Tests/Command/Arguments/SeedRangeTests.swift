import Testing

@testable import RehearsalCommand

@Suite("Seeds and shards")
struct SeedRangeTests {
  @Test("seeds are a number of them or a range")
  func forms() throws {
    #expect(try SeedRange(parsing: "100", from: 1) == SeedRange(first: 1, count: 100))
    #expect(try SeedRange(parsing: "5..<8", from: 1) == SeedRange(first: 5, count: 3))
    #expect(SeedRange(first: 5, count: 3).description == "5..<8")
    #expect(SeedRange(first: 5, count: 3)[2] == 7)
  }

  @Test(
    "anything else is refused, and told what is wrong with it",
    arguments: [
      ("", "seeds are a number of them, in digits alone"), ("-3", "in digits alone"),
      ("+3", "in digits alone"), ("0", "from 1 to 1000000000000, and this is less"),
      ("1000000000001", "from 1 to 1000000000000, and this is more"),
      ("99999999999999999999999", "and this is more"),
      ("5..<5", "the range is empty"), ("6..<5", "did you mean 5..<6?"),
      ("5...8", "a range is A..<B"), ("a..<b", "a seed is a whole number from 0 to 2^64-1"),
      ("+1..<3", "in digits alone"), ("1..<2..<3", "a seed is a whole number"),
      ("0..<18446744073709551616", "from 0 to 2^64-1, and this is more"),
      ("0..<1000000000001", "these are 1000000000001 seeds, and a sweep has at most 1000000000000"),
    ])
  func refusals(text: String, part: String) throws {
    let misfit = try #require(throws: Misfit.self) { try SeedRange(parsing: text, from: 1) }
    #expect(misfit.reason.contains(part))
  }

  @Test("seeds do not run over the greatest number")
  func overflow() throws {
    #expect(try SeedRange(parsing: "1", from: .max) == SeedRange(first: .max, count: 1))
    let misfit = try #require(throws: Misfit.self) { try SeedRange(parsing: "2", from: .max) }
    #expect(misfit.reason.contains("begin at 18446744073709551614 or before"))
  }

  @Test(
    "seeds as they stand in results are read again",
    arguments: [
      SeedRange(first: 0, count: 1), SeedRange(first: 1, count: 1000),
      SeedRange(first: .max, count: 1), SeedRange(first: .max - 9, count: 10),
    ])
  func descriptions(seeds: SeedRange) {
    #expect(SeedRange(description: seeds.description) == seeds)
  }

  @Test("nothing else is read as such", arguments: ["0", "1..<+2", "01..<2", "-1", "", "2..<1"])
  func noDescriptions(text: String) {
    #expect(SeedRange(description: text) == nil)
  }

  @Test(
    "shards share no run and leave none out", arguments: [1, 2, 3, 7, 100], [0, 1, 6, 100, 1001])
  func shardsCover(count: Int, total: Int) throws {
    var reached = 0
    for index in 1...count {
      let part = try #require(Shard("\(index)/\(count)")).part(of: total)
      #expect(part.lowerBound == reached)
      #expect(part.count <= total / count + 1)
      reached = part.upperBound
    }
    #expect(reached == total)
  }

  @Test(
    "a shard is one of its count",
    arguments: [
      ("0/3", "the place of one of 3 shards, before the /, is a whole number from 1 to 3"),
      ("4/3", "from 1 to 3, and this is more"), ("1", "a shard is I/K"), ("1/0", "this is less"),
      ("a/b", "in digits alone"), ("1/2/3", "a shard is I/K"), ("-1/2", "in digits alone"),
      ("+1/+2", "in digits alone"),
      ("1/9223372036854775807", "the number of shards, behind the /, is a whole number from 1 to"),
      ("1/99999999999999999999", "from 1 to 1000000, and this is more"),
    ])
  func badShards(text: String, part: String) throws {
    let misfit = try #require(throws: Misfit.self) { try Shard(parsing: text) }
    #expect(misfit.reason.contains(part))
  }
}
