import Foundation
internal import Harness
import Testing

@testable import RehearsalCommand
@testable import Simulator

@Suite("The command")
struct CommandTests {
  private static let catalog = Sample.catalog(Sample.fine, Sample.fails, Sample.thirds)

  @Test(
    "bad input ends with status 64, the mistake and the usage",
    arguments: [
      (["--sead", "7"], "there is no option --sead; did you mean --seed?"),
      (["run", "--seed"], "--seed needs a value"),
      (["run", "--seed", "x"], "\"x\" is no value for --seed"),
      (["run", "--schedule", "lifo"], "use fifo, random or pct:D"),
      (["run", "--schedule", "pct:0"], "names no depth from 1 to 64"),
      (["sweep", "--schedule", "exhaustive"], "only `rehearse run` tries every order"),
      (["run", "--max-runs", "5"], "only --schedule exhaustive explores"),
      (["run", "--schedule", "random", "--max-deviations", "5"], "contradict each other"),
      (["run", "--schedule", "exhaustive", "--max-runs", "0"], "the number of runs is"),
      (
        ["run", "--schedule", "exhaustive", "--max-deviations", "x"], "the number of deviations is"
      ),
      (["run", "--schedule", "exhaustive", "--format", "junit"], "use text or json"),
      (["run", "--schedule", "exhaustive", "--verify-determinism"], "it plays no run twice"),
      (["run", "--verify-determinism", "--no-verify-determinism"], "the other none"),
      (["run", "--format", "xml"], "a format is text or json or junit"),
      (["run", "--jobs", "0"], "the number of jobs is"),
      (["run", "--hang-timeout", "soon"], "a time is"),
      (["fien"], "no scenario, tag or requirement is called \"fien\"; did you mean fine?"),
      (["swep"], "did you mean the subcommand `rehearse sweep`?"),
      (["rnu"], "did you mean the subcommand `rehearse run`?"),
      (["sweep", "--seeds", "5..<5"], "the range is empty"),
      (["sweep", "--shard", "3/2"], "from 1 to 2, and this is more"),
      (["sweep", "--seed", "3", "--seeds", "1..<5"], "contradict each other"),
      (["merge", "x", "--format", "junit"], "a format is text or json"),
      (["replay"], "a replay token or a file is missing"),
      (["replay", "r1:fine:x:fifo:debug"], "\"x\" is not a seed"),
      (["replay", "r1:fien:1:fifo:debug"], "did you mean fine?"),
      (["replay", "r1:good:1:fifo:debug"], "\"good\" is no scenario; it picks fine"),
      (["requirements", "QQ"], "no requirement and no area"),
      (["profiles", "5G"], "There is no network profile “5G”"),
      (["merge"], "a file of results is missing"),
    ])
  func badInput(arguments: [String], text: String) {
    let captured = Captured()
    let status = RehearseCommand(catalog: Self.catalog, host: .thisProcess).run(
      arguments, on: captured.console)
    #expect(status == .usage)
    #expect(captured.notes.contains(text))
    #expect(captured.notes.contains("usage: rehearse "))
    #expect(captured.results.isEmpty)
  }

  @Test("a story and a table say how to play a run again by the program that it is part of")
  func ownProgram() {
    for arguments in [["fails"], ["sweep", "fails", "--seeds", "2", "--shrink"]] {
      let captured = Captured()
      let command = RehearseCommand(
        program: "rehearse-shop", catalog: Self.catalog, host: .thisProcess)
      #expect(command.run(arguments, on: captured.console) == .failed)
      #expect(captured.results.contains("rehearse-shop replay r1:fails:1:"))
      #expect(!captured.results.contains("rehearse replay"))
    }
  }

  @Test("help is there on every level")
  func help() {
    let captured = Captured()
    #expect(captured.run("--help", catalog: Self.catalog) == .passed)
    for subcommand in RehearseCommand.subcommands {
      #expect(captured.results.contains(subcommand.name))
      let page = Captured()
      #expect(page.run(subcommand.name, "--help", catalog: Self.catalog) == .passed)
      #expect(page.results.contains("usage: rehearse \(subcommand.name)"))
      for option in subcommand.options where !option.isHidden {
        #expect(page.results.contains("  \(option.synopsis)  "))
      }
      #expect(page.notes.isEmpty)
    }
  }

  @Test("a fault of the runtime ends with status 70 before anything runs")
  func selfTestFault() throws {
    let captured = Captured()
    let command = RehearseCommand(catalog: Self.catalog, host: .thisProcess) {
      () throws(SelfTest.Fault) in
      throw SelfTest.Fault(reason: "the runtime has no hook")
    }
    #expect(command.run([], on: captured.console) == .fault)
    #expect(captured.notes.contains("the runtime has no hook"))
    #expect(captured.results.isEmpty)
  }

  @Test("words pick scenarios by name, tag and requirement")
  func selection() {
    for (word, names) in [
      ("fine", ["fine"]), ("bad", ["fails"]), ("RR-01", ["fine", "thirds"]),
    ] {
      let captured = Captured()
      captured.run("list", word, "--format", "json", catalog: Self.catalog)
      #expect(captured.lines.count == names.count)
      for (line, name) in zip(captured.lines, names) {
        #expect(line.hasPrefix(#"{"version":1,"kind":"scenario","name":"\#(name)","tags":["#))
      }
    }
  }

  @Test("the beginning of names picks where nothing has the word, and so does a pattern")
  func beginnings() {
    let catalog = Sample.catalog(
      Sample.fine.named("offlineRead"), Sample.fails.named("offlineSend"), Sample.thirds)
    for (word, count) in [
      ("offline", 2), ("off*d", 2), ("*Send", 1), ("off?ineRead", 1), ("offlineRead", 1),
      ("bad", 1),
      ("*", 3),
    ] {
      let captured = Captured()
      captured.run("list", word, "--format", "json", catalog: catalog)
      #expect(captured.lines.count == count, "\(word)")
    }
    for word in ["of", "*nothing*", "Read", "offline?"] {
      let captured = Captured()
      #expect(captured.run("list", word, catalog: catalog) == .usage, "\(word)")
    }
  }

  @Test("`help` and `--version` answer without playing anything")
  func pages() {
    for (arguments, text) in [
      (["help"], "subcommands:"), (["help", "sweep"], "usage: rehearse sweep"),
      (["--version"], "rehearse: Rehearsal "),
    ] {
      let captured = Captured()
      let status = RehearseCommand(catalog: Self.catalog, host: .thisProcess).run(
        arguments, on: captured.console)
      #expect(status == .passed)
      #expect(captured.results.contains(text))
      #expect(captured.notes.isEmpty)
    }
  }

  @Test("help for a subcommand that does not exist says so, and which one may be meant")
  func unknownPage() {
    let captured = Captured()
    #expect(captured.run("help", "sweeep", catalog: Self.catalog) == .usage)
    #expect(captured.notes.contains("there is no subcommand sweeep; did you mean sweep?"))
  }

  @Test("colour comes with a terminal or where it is forced, and never where it is refused")
  func colour() {
    for (environment, isTerminal, expected) in [
      ([:], true, true), ([:], false, false), (["FORCE_COLOR": "1"], false, true),
      (["CLICOLOR_FORCE": "1"], false, true), (["FORCE_COLOR": "0"], false, false),
      (["FORCE_COLOR": ""], false, false), (["NO_COLOR": "1", "FORCE_COLOR": "1"], true, false),
      (["NO_COLOR": ""], true, true),
    ] as [([String: String], Bool, Bool)] {
      #expect(Console.hasColour(in: environment, isTerminal: isTerminal) == expected)
    }
  }

  @Test("a listed scenario has the members of the contract")
  func listLine() {
    let captured = Captured()
    captured.run("list", "fine", "--format", "json", catalog: Self.catalog)
    #expect(
      captured.results == """
        {"version":1,"kind":"scenario","name":"fine","tags":["good"],"covers":["RR-01"],\
        "file":"\(ScenarioFile.path(of: Sample.fine.location))"}\n
        """)
  }

  @Test("a program in which two scenarios have one name says so and plays nothing")
  func twoOfOneName() {
    let captured = Captured()
    let status = captured.run(
      "fine", catalog: ScenarioCatalog(joining: [Self.catalog, Self.catalog]))
    #expect(status == .fault)
    #expect(captured.results.isEmpty)
    #expect(captured.notes.contains("two scenarios are called fine: those at "))
  }

  @Test("a token replays the run that printed it")
  func replay() throws {
    let captured = Captured()
    let token = Sample.play(Sample.thirds, seed: 3).result.token
    let status = captured.run("replay", "\(token)", "--format", "json", catalog: Self.catalog)
    #expect(status == .failed)
    let digest = Sample.play(Sample.thirds, seed: 3).result.digestText
    #expect(captured.lines.first?.contains(#""seed":3,"#) ?? false)
    #expect(captured.lines.first?.contains(digest) ?? false)
  }

  @Test("a result file replays the runs that failed")
  func replayFile() throws {
    let folder = try TemporaryFolder()
    Captured().run(
      "sweep", "thirds", "--seeds", "7", "--format", "json", "--output", folder.path("results"),
      catalog: Self.catalog)
    let captured = Captured()
    captured.run("replay", folder.path("results"), "--format", "json", catalog: Self.catalog)
    #expect(captured.lines.count == 3)
    #expect(captured.lines[0].contains(#""seed":3,"#))
    #expect(captured.lines[1].contains(#""seed":6,"#))
  }

  @Test("the journal of a run can be shown")
  func journal() {
    let captured = Captured()
    captured.run("replay", "r1:fails:1:fifo:debug", "--journal", catalog: Self.catalog)
    #expect(captured.results.contains("3 s  Alice: sent hello\n"))
  }

  @Test("a requirement holds when every scenario that covers it passes")
  func requirements() {
    for (seed, holds) in [("1", "true"), ("3", "false")] {
      let captured = Captured()
      captured.run(
        "requirements", "RR-01", "RR-02", "--seed", seed, "--format", "json",
        catalog: Self.catalog)
      #expect(
        captured.lines == [
          #"{"version":1,"kind":"requirement","id":"RR-01","covered_by":["fine","thirds"],"#
            + #""holds":\#(holds)}"#,
          #"{"version":1,"kind":"requirement","id":"RR-02","covered_by":[],"holds":null}"#,
        ])
    }
  }

  @Test(
    "it is told which scenario of a requirement has failed, and which requirements nothing covers")
  func failedAndMissingRequirements() {
    let captured = Captured()
    captured.run("requirements", "RR-01", "RR-02", "--seed", "3", catalog: Self.catalog)
    #expect(captured.results.contains("fine, ✗\u{A0}thirds\n"))
    #expect(captured.results.contains("not covered:\n  RR-02\n"))
  }

  @Test(
    "a requirement is only shown where no scenario that covers it is known to notice a breakage")
  func provenRequirements() {
    for (scenario, isProven) in [("fine", true), ("gone", false)] {
      let proof = RequirementProof("RR-01", breakage: "marks are lost", scenario: scenario)
      let captured = Captured(proofs: [proof])
      captured.run("requirements", "--seed", "1", catalog: Self.catalog)
      #expect(captured.results.contains(isProven ? "  ✓ RR-01" : "  ○ RR-01"))
      #expect(captured.results.contains("shown, not proven:\n  RR-01\n") == !isProven)
      #expect(
        captured.results.hasSuffix(
          "2 requirements: 1 covered (\(isProven ? 1 : 0) hold, 0 do not), 1 not covered\n"))
      let lines = Captured(proofs: [proof])
      lines.run("requirements", "--seed", "1", "--format", "json", catalog: Self.catalog)
      let ending = isProven ? #"true,"proven_by":"marks are lost"}"# : #"null,"proven_by":null}"#
      #expect(lines.lines.first?.hasSuffix(#""holds":"# + ending) == true)
    }
  }

  @Test("requirements that were not played are not said to hold")
  func requirementsWithoutPlaying() {
    let captured = Captured()
    let status = captured.run(
      "requirements", "RR-01", "--without-playing", "--format", "json", catalog: Self.catalog)
    #expect(status == .passed)
    #expect(
      captured.lines.first?.hasSuffix(#""covered_by":["fine","thirds"],"holds":null}"#) ?? false)
  }

  @Test(
    "a sweep stops at the first failure when asked, with the same result on any number of threads")
  func failFast() {
    let results = ["1", "4"].map { jobs in
      let captured = Captured()
      captured.run(
        "sweep", "thirds", "--seeds", "100", "--fail-fast", "--jobs", jobs, "--format", "json",
        catalog: Self.catalog)
      return captured.lines.map { $0.replacing(/"wall_ns":\d+/, with: "") }
    }
    #expect(results[0] == results[1])
    #expect(results[0].filter { $0.contains(#""kind":"result""#) }.count == 3)
    #expect(results[0].contains { $0.contains(#""stopped":"a run failed""#) })
  }
}
