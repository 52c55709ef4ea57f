import Harness
import Testing

@testable import RehearsalCommand

#if os(Linux)
  @Suite("A strict run tells what is tried with a process that has ended", .serialized)
  struct StrictTests {
    private func words(_ arguments: String...) throws -> (status: Int32, text: String) {
      let output = try Binary.runAll(Binary.misbehaving, arguments)
      let text = output.results.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return (output.status, text)
    }

    @Test("a launch that wakes a task of the one before it is told, and its token is strict")
    func wakes() throws {
      let strict = try words("wakesTheDead", "--strict")
      #expect(strict.status == 1)
      #expect(
        strict.text.contains(
          "process Alice#2 resumed a task of process Alice, which was killed by its person; it ended"
        ),
        "\(strict)")
      #expect(strict.text.contains("it ended at 1 s, and this came at 2 s"), "\(strict)")
      #expect(strict.text.contains("strict=on"), "\(strict)")
      let plain = try words("wakesTheDead")
      #expect(plain.status == 0, "\(plain)")
      let again = try words(
        "replay", "r1:wakesTheDead:1:fifo:\(BuildMode.current.rawValue):strict=on")
      #expect(again.status == 1, "\(again)")
    }

    @Test("all subcommands that play have it, and a launch that ends in peace is silent")
    func silent() throws {
      #expect(try words("leavesTheDead", "fine", "--strict").status == 0)
      #expect(try words("sweep", "leavesTheDead", "--seeds", "20", "--strict").status == 0)
      #expect(try words("sweep", "wakesTheDead", "--seeds", "2", "--strict").status == 1)
      let token = "r1:wakesTheDead:1:fifo:\(BuildMode.current.rawValue)"
      #expect(try words("replay", token, "--strict").status == 1)
    }

    @Test("a run that stalls names the processes that have ended")
    func stall() throws {
      let stalled = try words("waitsForTheDead")
      #expect(stalled.status == 1)
      // The story breaks lines where they are full.
      let told = stalled.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(
        told.contains(
          "Nobody hears of code whose process has ended: Alice was killed by its person at 1 s"),
        "\(stalled)")
    }
  }
#endif
