import Foundation
import SystemSupport
import Testing

@Suite("The exit status of this process", .enabled(if: CurrentProcess.canReplaceExitStatus))
struct ExitStatusTests {
  @Test("one status can stand in for another, with a message; the last call counts")
  func replaced() async throws {
    let result = try await #require(
      processExitsWith: .exitCode(1), observing: [\.standardErrorContent]
    ) {
      CurrentProcess.replaceExitStatus(69, with: 2, message: "the first message\n")
      CurrentProcess.replaceExitStatus(69, with: 1, message: "nothing matched\n")
      exit(69)
    }
    let said = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(said.contains("nothing matched"))
    #expect(!said.contains("the first message"))
  }

  @Test("every other status stays")
  func others() async {
    await #expect(processExitsWith: .exitCode(3)) {
      CurrentProcess.replaceExitStatus(69, with: 1, message: "nothing matched\n")
      exit(3)
    }
  }
}
