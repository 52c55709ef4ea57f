import Foundation
import Testing

@testable import RehearsalCommand

@Suite("Compression of a report's data")
struct DeflateTests {
  /// Bytes by a fixed rule, of so many different values.
  private static func noise(_ count: Int, values: UInt64, seed: UInt64 = 1) -> [UInt8] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: (state >> 33) % values)
    }
  }

  static let samples: [[UInt8]] = [
    [], [7], [7, 7], Array("aaa".utf8), [UInt8](repeating: 0, count: 100_000),
    Array("the same words, the same words, and again the same words".utf8),
    Array(String(repeating: "{\"t\":[1,2,3]},", count: 9000).utf8), noise(70_000, values: 256),
    noise(70_000, values: 3), noise(300, values: 256) + [UInt8](repeating: 9, count: 259),
    // A stretch that comes back at the longest distance there is, and one byte beyond it.
    noise(40, values: 256) + [UInt8](repeating: 1, count: 32_728) + noise(40, values: 256),
    noise(40, values: 256) + [UInt8](repeating: 1, count: 32_729) + noise(40, values: 256),
    noise(200_000, values: 4) + Array((0...255).map { UInt8($0) }),
  ]

  @Test("what was compressed comes back as it was", arguments: samples.indices)
  func comesBack(_ number: Int) throws {
    let sample = Self.samples[number]
    #expect(try Inflater.inflated(Deflate.compressed(sample)) == sample)
  }

  @Test("what repeats itself takes little room, and the same bytes give the same result")
  func takesLittle() {
    let text = Array(String(repeating: "{\"t\":[1,2,3]},", count: 9000).utf8)
    let compressed = Deflate.compressed(text)
    #expect(compressed.count < text.count / 100)
    #expect(Deflate.compressed(text) == compressed)
    #expect(Deflate.compressed([UInt8](repeating: 0, count: 100_000)).count < 300)
  }

  @Test("no word of a code is longer than allowed, and the code has no room to spare")
  func limitsWords() {
    // Fibonacci's numbers make the longest words there are.
    var counts = [1, 1]
    while counts.count < 30 { counts.append(counts[counts.count - 1] + counts[counts.count - 2]) }
    for longest in [5, 7, 15] {
      let code = HuffmanCode(counts: counts, longest: longest)
      #expect(code.lengths.allSatisfy { 1...longest ~= $0 })
      let whole = 1 << longest
      var used = 0
      for length in code.lengths { used += whole >> length }
      #expect(used == whole)
    }
    #expect(HuffmanCode(counts: [0, 5, 0], longest: 15).lengths == [0, 1, 0])
  }

  @Test("a browser's decompression takes it", .enabled(if: Node.path != nil))
  func decompressesInNode() throws {
    let folder = try TemporaryFolder()
    let lines = Self.samples.map {
      String(decoding: Base64.encoded(Deflate.compressed($0)), as: UTF8.self)
    }
    try lines.joined(separator: "\n").write(
      toFile: folder.path("data"), atomically: false, encoding: .utf8)
    let script = """
      const fs = require("fs");
      (async () => {
        const results = [];
        for (const line of fs.readFileSync(process.argv[1], "latin1").split("\\n")) {
          const stream = new Blob([Buffer.from(line, "base64")]).stream();
          const unpacked = stream.pipeThrough(new DecompressionStream("deflate-raw"));
          results.push(Buffer.from(await new Response(unpacked).arrayBuffer()).toString("base64"));
        }
        fs.writeFileSync(process.argv[2], results.join("\\n"));
      })();
      """
    // One process for all: Foundation loses track of processes that several threads start.
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Node.path))
    process.arguments = ["-e", script, folder.path("data"), folder.path("results")]
    try process.run()
    process.waitUntilExit()
    let told = try folder.text("results").split(separator: "\n", omittingEmptySubsequences: false)
    #expect(told.map(String.init) == Self.samples.map { Data($0).base64EncodedString() })
  }

  @Test("the 64 characters are those of Foundation")
  func encodes() {
    for count in 0...9 {
      let bytes = Self.noise(count, values: 256)
      #expect(
        String(decoding: Base64.encoded(bytes), as: UTF8.self)
          == Data(bytes).base64EncodedString())
    }
  }
}

/// The interpreter whose streams are those of browsers.
private enum Node {
  /// Its path; nil where there is none, or none with such streams.
  static let path = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { "\($0)/node" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
}
