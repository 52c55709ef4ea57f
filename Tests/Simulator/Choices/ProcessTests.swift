import Foundation
import Testing

@Suite("The same digest in every process")
struct ProcessTests {
  /// What the digest probe prints in a process of its own.
  private func probe(_ arguments: [String], deterministicHashing: Bool) throws -> String {
    let process = Process()
    process.executableURL = try Self.product("digest-probe")
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

  /// A product that was built beside the bundle of these tests.
  private static func product(_ name: String) throws -> URL {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    while folder.path != "/" {
      let product = folder.appendingPathComponent(name)
      if FileManager.default.isExecutableFile(atPath: product.path) { return product }
      folder.deleteLastPathComponent()
    }
    throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: name])
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
