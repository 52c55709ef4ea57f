import Simulator
import Testing

@testable import RehearsalCommand

@Suite("The last words of a process")
struct LastWordsTests {
  private static let home = CodeLocation(
    fileID: "App/Home.swift", filePath: "/src/App/Home.swift", line: 7)

  private static func words(_ frames: String...) -> LastWords {
    LastWords(
      ([
        "before the end", "swift-runtime: failed to suspend thread 7 while processing a crash",
        "*** Program crashed: Aborted at 0x1 ***", "Thread 1 crashed:",
      ] + frames)
      .joined(separator: "\n"),
      home: home)
  }

  @Test(
    "the place is the innermost one in the scenario's file, and the simulator below it is left out")
  func place() {
    let words = Self.words(
      "  0 [inlined] 0x1f helper() + 63 in app at /src/App/Helper.swift:3:4",
      "  1 [ra] 0x2f closure #1 in home + 9 in app at /src/App/Home.swift:12:34",
      "  2 [ra] [system] 0x3f Thing.run() + 1 in app at //<compiler-generated>",
      "  3 [ra] 0x4f World.run(_:on:) + 7 in app at /src/Simulator/World.swift:9:1")
    #expect(words.location?.line == 12)
    #expect(
      words.lines == [
        "before the end", "helper() at App/Helper.swift:3",
        "closure #1 in home at App/Home.swift:12",
      ])
  }

  @Test("an instruction without a line is told by its function and file, and is no place")
  func noLine() {
    let words = Self.words(
      "  0 0x1f closure #1 in home + 157 in app at /src/App/Home.swift",
      "  1 [ra] 0x2f swift_job_run_on_task_executor + 85 in libswift_Concurrency.so",
      "  2 [ra] 0x4f World.run(_:on:) + 7 in app at /src/Simulator/World.swift:9:1")
    #expect(words.location == nil)
    #expect(words.lines == ["before the end", "closure #1 in home at App/Home.swift"])
    #expect(
      Self.words(
        "  0 0x1f inner() + 157 in app at /src/App/Home.swift:0",
        "  1 0x1f outer() + 157 in app at /src/App/Home.swift:8:1"
      ).location?.line == 8)
  }

  @Test(
    "a trap of an optimized build is told by its kind, with places whose paths begin at the package's folder"
  )
  func optimized() {
    let words = LastWords(
      """
      *** Signal 4: Backtracing from 0x1f... done ***

      *** Swift runtime failure: precondition failure ***

      Thread 1 crashed:

        0 [inlined] [system] 0x1f Swift runtime failure: precondition failure in app at //<compiler-generated>
        1 [inlined]          0x1f State.become(_:) in app at Sources/App/State.swift:40:5
        2 [ra]               0x2f closure #1 in home + 9 in app at App/Home.swift:12:34
      """,
      home: Self.home)
    #expect(words.location?.line == 12)
    #expect(
      words.lines == [
        "Swift runtime failure: precondition failure", "State.become(_:) at App/State.swift:40",
        "closure #1 in home at App/Home.swift:12",
      ])
  }
}
