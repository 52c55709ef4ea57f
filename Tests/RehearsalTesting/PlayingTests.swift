import Foundation
import Harness
import RehearsalCommand
import Simulator
import Synchronization
import Testing

@testable import RehearsalTesting

@Suite("Playing scenarios as tests", .serialized)
struct PlayingTests {
  private struct Empty: ScenarioWorld {
    init(in world: World) async throws {}
  }

  /// Plays scenarios of the program `misbehaving`.
  private struct Misbehaving: RehearsalSuite {
    static let catalogs = [ScenarioCatalog]()
    static let program = "misbehaving"
  }

  private struct Missing: RehearsalSuite {
    static let catalogs = [ScenarioCatalog]()
    static let program = "no-such-program"
  }

  private static func run(_ name: String) -> ScenarioRun {
    ScenarioRun(
      Scenario("a scenario of the program") { (_: Empty) in }.named(name), RunConfiguration())
  }

  private final class Found: Sendable {
    let issue = Mutex<Issue?>(nil)
  }

  /// The issue that playing a scenario records; fails where there is none.
  private static func issue(of name: String) async throws -> Issue? {
    let found = Found()
    try await withKnownIssue {
      try await Misbehaving().play(run(name))
    } matching: { issue in
      found.issue.withLock { $0 = issue }
      return true
    }
    return found.issue.withLock { $0 }
  }

  @Test("a run that passes is no issue")
  func passes() async throws {
    try await Misbehaving().play(Self.run("fine"))
  }

  @Test("a statement that fails is an issue at its own line, with the story and the token")
  func fails() async throws {
    let issue = try #require(try await Self.issue(of: "fails"))
    let story = issue.comments.map(\.rawValue).joined()
    #expect(story.hasPrefix("✗ fails failed at 3 s of virtual time"))
    #expect(story.contains("the bubble is read within 1 s"))
    #expect(story.hasSuffix("swift run \(Self.flag)misbehaving replay \(Self.run("fails").token)"))
    #expect(issue.sourceLocation?.fileName == "Misbehaviour.swift")
  }

  @Test(
    "a run of ordinary code that another process plays differently is an issue where it is compared"
  )
  func compares() throws {
    let compared = try RunPlayers.play(
      Self.run("tellsItsProcess"), by: Misbehaving.program, isCompared: true)
    #expect(compared.result.outcome == .failed)
    #expect(compared.story.contains("shows process"))
    // The story breaks lines where they are full.
    let words = compared.story.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("verifiesDeterminism { false } leaves that out"))
    for (name, isCompared) in [("tellsItsProcess", false), ("hostsAnApp", true), ("hashes", true)] {
      let played = try RunPlayers.play(
        Self.run(name), by: Misbehaving.program, isCompared: isCompared)
      #expect(played.result.outcome == .passed, "\(played.story)")
    }
  }

  @Test("a run that ends its process is an issue at the line that did it")
  func crashes() async throws {
    let issue = try #require(try await Self.issue(of: "badIndex"))
    #expect(issue.comments.map(\.rawValue).joined().contains("an index out of range"))
    #expect(issue.sourceLocation?.fileName == "Hostility.swift")
  }

  @Test("a scenario that the program does not know is no run that passes")
  func unknown() async {
    let error = await #expect(throws: (any Error).self) {
      try await Misbehaving().play(Self.run("gone"))
    }
    #expect(error.map { "\($0)" }?.contains("knows no such scenario; give its command") == true)
  }

  @Test("a program that is not built is named, with the remedy")
  func missing() async throws {
    let error = try await #require(throws: RehearsalError.self) {
      try await Missing().play(Self.run("fine"))
    }
    #expect("\(error)".hasPrefix("the program no-such-program, which plays the scenarios, is not"))
  }

  private static var flag: String { BuildMode.current == .release ? "-c release " : "" }
}
