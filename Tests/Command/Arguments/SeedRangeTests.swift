import Testing

@testable import Command

@Suite("Seeds and shards")
struct SeedRangeTests {
  @Test("seeds are a number of them or a range")
  func forms() {
    #expect(SeedRange("100", from: 1) == SeedRange(first: 1, count: 100))
    #expect(SeedRange("5..<8", from: 1) == SeedRange(first: 5, count: 3))
    #expect(SeedRange(first: 5, count: 3).description == "5..<8")
    #expect(SeedRange(first: 5, count: 3)[2] == 7)
  }

  @Test(
    "anything else is refused",
    arguments: ["", "0", "-3", "5..<5", "8..<5", "5...8", "a..<b", "1..<2..<3", "99999999999999"])
  func refusals(text: String) {
    #expect(SeedRange(text, from: 1) == nil)
  }

  @Test("seeds do not run over the greatest number")
  func overflow() {
    #expect(SeedRange("1", from: .max) == SeedRange(first: .max, count: 1))
    #expect(SeedRange("2", from: .max) == nil)
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
    "a shard is one of its count", arguments: ["0/3", "4/3", "1", "1/0", "a/b", "1/2/3", "-1/2"])
  func badShards(text: String) {
    #expect(Shard(text) == nil)
  }
}
