import Foundation
import Testing

@Suite("The runtime's hooks are shared with other libraries")
struct RuntimeHookTests {
  /// What the probe prints in a process of its own.
  private func probe(_ argument: String) throws -> [String] {
    let process = Process()
    process.executableURL = try BuiltProduct.url("kernel-probe")
    process.arguments = [argument]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test(
    "a run during which a hook is set to nil ends as leaked and says so; the next one is as ever")
  func reset() throws {
    let lines = try probe("reset")
    #expect(lines.count == 4)
    #expect(lines.first?.hasPrefix("leaked: swift_task_enqueueGlobal_hook") == true)
    #expect(lines.first?.contains("was reset to nil") == true)
    #expect(lines.first?.contains("withMainSerialExecutor") == true)
    #expect(lines.dropFirst() == ["then: passed", "passed", "then: passed"])
  }

  @Test("a run during which another library takes a hook names the library")
  func taken() throws {
    let lines = try probe("taken")
    #expect(lines.first?.contains("was taken by kernel-probe") == true)
    #expect(
      lines.dropFirst() == ["then: passed", "passed", "then: passed", "left to them: true"])
  }

  @Test("whoever had a hook before is called for jobs of no world, and has it again after the run")
  func shared() throws {
    #expect(
      try probe("shared") == [
        "passed", "then: passed", "theirs again: true", "called meanwhile: true false",
      ])
  }
}
