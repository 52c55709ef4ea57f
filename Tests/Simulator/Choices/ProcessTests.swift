import Foundation
import Testing

@Suite("The same digest in every process")
struct ProcessTests {
  /// What the digest probe prints in a process of its own.
  private func probe(_ arguments: [String], deterministicHashing: Bool) throws -> String {
    let process = Process()
    process.executableURL = try BuiltProduct.url("digest-probe")
    process.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_DETERMINISTIC_HASHING"] = deterministicHashing ? "1" : nil
    process.environment = environment
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: text, as: UTF8.self)
  }

  @Test("a world's digest does not depend on how a process hashes", arguments: ["1", "2", "3"])
  func sameDigest(seed: String) throws {
    let fixed = try probe([seed], deterministicHashing: true)
    let random = try probe([seed], deterministicHashing: false)
    let again = try probe([seed], deterministicHashing: false)
    #expect(!fixed.isEmpty)
    #expect(fixed == random)
    #expect(random == again)
  }

  @Test("the digest tells two seeds apart")
  func otherSeed() throws {
    #expect(
      try probe(["1"], deterministicHashing: true) != probe(["2"], deterministicHashing: true))
  }

  @Test("the comparison would notice an order that comes out of a set")
  func noticesUnordered() throws {
    let first = try probe(["1", "unordered"], deterministicHashing: false)
    let second = try probe(["1", "unordered"], deterministicHashing: false)
    #expect(first != second)
  }
}
