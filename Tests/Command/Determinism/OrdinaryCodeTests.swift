internal import Harness
import Simulator
import Testing

@testable import RehearsalCommand

@Suite("Runs of ordinary code are compared in CI", .serialized)
struct OrdinaryCodeTests {
  private static func run(_ arguments: String..., ci: String = "true") throws -> Binary.Output {
    try Binary.runAll(Binary.misbehaving, arguments, environment: ["CI": ci])
  }

  @Test("an app that shows its process's number is found in CI, with file and line")
  func found() throws {
    let output = try Self.run("hostsAnApp", "tellsItsProcess", "hashes", "fine")
    #expect(output.status == 1)
    #expect(output.results.contains("3 passed, 1 failed"), "\(output.results)")
    let text = output.results.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("the first event that differs is number"), "\(text)")
    #expect(
      text.contains(/the scenario had come to misbehaving\/OrdinaryMisbehaviour\.swift:\d+/),
      "\(text)")
    #expect(text.contains("--no-verify-determinism leaves that out"), "\(text)")
  }

  @Test("nobody compares where there is no CI, or where it is refused")
  func refused() throws {
    for ci in ["", "false"] {
      #expect(try Self.run("tellsItsProcess", ci: ci).status == 0)
    }
    #expect(try Self.run("tellsItsProcess", "--no-verify-determinism").status == 0)
  }

  @Test("all runs are compared where that is asked for, in CI or not")
  func asked() throws {
    for ci in ["true", ""] {
      let output = try Self.run(
        "hashes", "tellsItsProcess", "--verify-determinism", ci: ci)
      #expect(output.results.contains("0 passed, 2 failed"), "\(output.results)")
    }
  }

  @Test("a sweep compares one run of each scenario")
  func sweep() throws {
    let output = try Self.run(
      "sweep", "tellsItsProcess", "hostsAnApp", "fine", "--seeds", "5", "--schedule", "fifo")
    #expect(output.status == 1)
    #expect(output.results.contains("14 passed, 1 failed"), "\(output.results)")
  }

  @Test(
    "CI is where the variable says so",
    arguments: [
      (nil, false), ("", false), ("false", false), ("False", false), ("0", false), ("true", true),
      ("1", true), ("woodpecker", true),
    ])
  func environment(value: String?, expected: Bool) {
    #expect(ContinuousIntegration.isPresent(in: value.map { ["CI": $0] } ?? [:]) == expected)
  }
}

@Suite("The runs that are played a second time")
struct SecondRunsTests {
  private static func run(_ ordinal: Int, _ scenario: String, isOrdinary: Bool) -> FinishedRun {
    let configuration = RunConfiguration()
    var result = RunResult(
      scenario: scenario, configuration: configuration, outcome: .passed, digest: 0,
      virtualNanoseconds: 0, events: 0)
    result.hostsOrdinaryCode = isOrdinary
    return FinishedRun(
      plan: PlannedRun(ordinal: ordinal, scenario: Sample.fine, configuration: configuration),
      result: result, wallTime: .zero)
  }

  private static func begun(_ count: Int) -> RunQueue {
    var queue = RunQueue(0..<count)
    while queue.next() != nil {}
    return queue
  }

  @Test("they are asked for block by block, backwards, and the rest when all is over")
  func blocks() {
    var queue = Self.begun(40)
    var seconds = SecondRuns(0..<40, .ordinaryCode(once: false))
    for ordinal in 0..<31 { queue.finish(Self.run(ordinal, "a", isOrdinary: ordinal < 3)) }
    #expect(seconds.choose(from: queue) == [])
    #expect(seconds.includes(2))
    #expect(!seconds.includes(3))
    for ordinal in 32..<40 { queue.finish(Self.run(ordinal, "a", isOrdinary: ordinal >= 38)) }
    #expect(seconds.choose(from: queue) == [])
    queue.finish(Self.run(31, "a", isOrdinary: true))
    #expect(seconds.choose(from: queue) == [31, 2, 1, 0, 39, 38])
    #expect(seconds.choose(from: queue) == [])
  }

  @Test("where one is enough it is the first of each scenario")
  func once() {
    var queue = Self.begun(6)
    var seconds = SecondRuns(0..<6, .ordinaryCode(once: true))
    for ordinal in 0..<6 {
      queue.finish(Self.run(ordinal, ordinal.isMultiple(of: 2) ? "a" : "b", isOrdinary: true))
    }
    #expect(seconds.choose(from: queue) == [1, 0])
    #expect(!seconds.includes(2))
  }

  @Test("a plan that is stopped asks for those that were begun")
  func stopped() {
    var queue = RunQueue(0..<100)
    _ = queue.next()
    queue.stop()
    queue.finish(Self.run(0, "a", isOrdinary: true))
    var seconds = SecondRuns(0..<100, .ordinaryCode(once: false))
    #expect(seconds.choose(from: queue) == [0])
  }

  @Test("every run is compared where that is asked for, and none is asked for by itself")
  func all() {
    var queue = Self.begun(1)
    queue.finish(Self.run(0, "a", isOrdinary: true))
    var seconds = SecondRuns(0..<1, .otherProcess)
    #expect(seconds.choose(from: queue) == [])
    #expect(seconds.includes(0))
    #expect(!SecondRuns(0..<1, nil).includes(0))
  }
}
