import Foundation
import Harness
import Simulator
import Testing

@testable import RehearsalCommand

/// Files from outside that are not what they should be: each is named, and the others are used.
@Suite("Damaged files of regressions and tokens")
struct HostileFileTests {
  private static let catalog = Sample.catalog(Sample.fine, Sample.thirds)

  /// A folder of one good regression and what `make` puts beside it, played.
  private static func played(
    _ make: (borrowing TemporaryFolder) throws -> Void
  ) throws -> (status: RehearsalCommand.ExitStatus, console: Captured) {
    let folder = try TemporaryFolder()
    try folder.write("token: r1:fine:4:fifo:debug\n", to: "good.regression")
    try make(folder)
    let captured = Captured()
    let status = captured.run("fine", "--regressions", folder.url.path, catalog: catalog)
    return (status, captured)
  }

  private static func makePipe(_ path: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/mkfifo")
    process.arguments = [path]
    try process.run()
    process.waitUntilExit()
  }

  @Test(
    "a damaged file is named with its line and a remedy, and fails the command; the others are played",
    arguments: [
      ("", "there is no token: line; mend it"),
      ("token: r1:fine:4:fi", "line 1: the token has 4 parts instead of 5 or 6"),
      ("token: r1:fine:4:fifo:debug", "line 1 does not end, so the file may have been cut off"),
      (
        "token: r2:fine:4:fifo:debug\n",
        "line 1: the token is of format r2, and this build reads r1"
      ),
      (
        "\ntoken: r1:fine:4\0:fifo:debug\n",
        #"line 2 holds the character \0, so the file is damaged"#
      ),
      ("token: r1:fine@nope:4:fifo:debug\n", "Choose one of: perfect, Wi-Fi"),
      ("token: r1:fine@:4:fifo:debug\n", "has an @ and no network profile behind it"),
      ("tokn: r1:fine:4:fifo:debug\n", "line 1, \"tokn: r1:fine:4:fifo:debug\", is none of token:"),
      (
        "token: r1:fine:4:fifo:debug:faults=1,faults=2\n",
        "line 1: \"faults=2\" fixes what was fixed"
      ),
    ])
  func damaged(text: String, answer: String) throws {
    let (status, console) = try Self.played { try $0.write(text, to: "bad.regression") }
    #expect(status == .failed)
    #expect(console.results.contains("2 passed"))
    #expect(console.notes.contains("/bad.regression cannot be used: "))
    #expect(console.notes.contains(answer))
  }

  @Test("what is no text file is named at once, and the others are played")
  func noFiles() throws {
    let (status, console) = try Self.played { folder in
      try FileManager.default.createDirectory(
        atPath: folder.path("a.regression"), withIntermediateDirectories: false)
      try Self.makePipe(folder.path("b.regression"))
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("c.regression"), withDestinationPath: "deleted")
      try Data().write(to: URL(fileURLWithPath: folder.path("d.regression")))
      let sparse = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path("d.regression")))
      try sparse.truncate(atOffset: 1 << 30)
      try sparse.close()
      try Data([0x74, 0xFF, 0x0A]).write(to: URL(fileURLWithPath: folder.path("e.regression")))
    }
    #expect(status == .failed)
    #expect(console.results.contains("2 passed"))
    for (name, answer) in [
      ("a", "it is a directory"), ("b", "it is a pipe or a device"), ("c", "there is no such file"),
      ("d", "it has more than 1048576 bytes"), ("e", "line 1 is no UTF-8 text"),
    ] {
      #expect(console.notes.contains("/\(name).regression cannot be used: \(answer)"))
    }
  }

  @Test("lines that end as on other systems are read")
  func carriageReturns() throws {
    let (status, console) = try Self.played {
      try $0.write("token: r1:fine:5:fifo:debug\r\nexpected: x\r\n", to: "other.regression")
    }
    #expect(status == .passed)
    #expect(console.results.contains("3 passed"))
  }

  @Test("prune leaves what cannot be read, is of another format or was changed")
  func prune() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("a.regression"), withIntermediateDirectories: false)
    try folder.write("token: r2:fine:4:fifo:debug\n", to: "b.regression")
    try folder.write("token: r1:fine:4:fifo:debug\n", to: "fine-01234567.regression")
    try folder.write("nonsense\n", to: "d.regression")
    let captured = Captured()
    captured.run(
      "regressions", "prune", "--regressions", folder.url.path, catalog: Self.catalog)
    #expect(try folder.names == ["a.regression", "b.regression", "fine-01234567.regression"])
  }

  @Test(
    "of a kept run that was changed at random, either the same run is played or the file is named")
  func mutatedRegressions() throws {
    let folder = try TemporaryFolder()
    Captured().run(
      "sweep", "thirds", "--seeds", "1..<8", "--schedule", "random", "--save", "--regressions",
      folder.url.path, catalog: Self.catalog)
    let name = try #require(try folder.names.first)
    let whole = Array(try folder.text(name).utf8)
    let token = try Regression(parsing: String(decoding: whole, as: UTF8.self)).token
    var refused = 0
    let count = Mutation.count(usually: 1_000)
    for number in 0..<count {
      var mutation = Mutation(seed: UInt64(number))
      try Data(mutation.changed(whole)).write(to: URL(fileURLWithPath: folder.path(name)))
      let read = try RegressionFolder(folder.url.path, of: Self.catalog)
      let entry = try #require(read.entries.first)
      switch entry.content {
      case .success(let kept):
        // The mode of the build decides nothing about the run.
        #expect(kept.regression.token.configuration == token.configuration, "mutation \(number)")
        #expect(kept.regression.token.scenario == token.scenario)
      case .failure(let problem):
        refused += 1
        #expect(!"\(problem)".isEmpty)
        #expect(read.complaints.count == 1)
      }
    }
    #expect((count / 4..<count).contains(refused))
  }

  /// What `replay` says of a file.
  private static func replayed(
    _ make: (_ path: String) throws -> Void
  ) throws -> (status: RehearsalCommand.ExitStatus, console: Captured) {
    let folder = try TemporaryFolder()
    try make(folder.path("tokens"))
    let captured = Captured()
    let status = captured.run("replay", folder.path("tokens"), catalog: catalog)
    return (status, captured)
  }

  @Test(
    "a file to replay that is damaged is refused with its line",
    arguments: [
      ("r1:fine:4:fifo:debug\nr1:fine:4:fi", "line 2: the token has 4 parts"),
      ("# why\nr2:fine:4:fifo:debug\n", "line 2: the token is of format r2"),
      (
        "r1:fine@nope:4:fifo:debug",
        "line 1: There is no network profile “nope”. Choose one of: perfect"
      ),
      ("\0\0\0", "line 1: the token begins with \"\\0\\0\\0\" instead of \"r1\""),
      (
        #"{"version":1,"kind":"result","scenario":"a","failure":{"replay":"r1"#,
        "line 1: it is no JSON"
      ),
      (#"{"version":2,"kind":"result"}"#, "line 1: it is of version 2 of the format"),
      ("{}", "line 1: it is no line of"), ("", "it holds neither a replay token nor"),
    ])
  func damagedTokens(text: String, answer: String) throws {
    let (status, console) = try Self.replayed {
      try Data(text.utf8).write(to: URL(fileURLWithPath: $0))
    }
    #expect(status == .usage)
    #expect(console.notes.contains("tokens cannot be used: \(answer)"))
  }

  @Test("what is no file is refused by replay at once")
  func noTokenFiles() throws {
    #expect(
      try Self.replayed {
        try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: false)
      }.console.notes.contains("it is a folder or a device, no file"))
    #expect(
      try Self.replayed { try Self.makePipe($0) }.console.notes.contains(
        "it is a pipe or a device, no file"))
    #expect(
      try Self.replayed { path in
        try Data().write(to: URL(fileURLWithPath: path))
        let sparse = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try sparse.truncate(atOffset: 1 << 30)
        try sparse.close()
      }.console.notes.contains("line 1 has more than 16777216 bytes"))
  }

  @Test("a token with a profile that there is not is refused with those that there are")
  func profiles() {
    for (token, answer) in [
      (
        "r1:fine@nope:1:fifo:debug", "no network profile “nope”. Choose one of: perfect, Wi-Fi, LTE"
      ),
      ("r1:fine@:1:fifo:debug", "has an @ and no network profile behind it"),
    ] {
      let captured = Captured()
      #expect(captured.run("replay", token, catalog: Self.catalog) == .usage)
      #expect(captured.notes.contains(answer))
    }
    #expect(
      Captured().run("replay", "r1:fine@wifi:1:fifo:debug", catalog: Self.catalog) == .passed)
  }

  @Test("tokens changed at random are refused or played, and results changed at random too")
  func mutatedTokens() throws {
    let folder = try TemporaryFolder()
    Captured().run(
      "sweep", "thirds", "--seeds", "1..<8", "--format", "json", "--output", folder.path("results"),
      catalog: Self.catalog)
    try folder.write(
      "# why\nr1:fine:4:pct:3:debug:faults=3,link.loss=max\nr1:thirds@wifi:3:random:release:1.2.3=f\n",
      to: "tokens")
    for name in ["results", "tokens"] {
      let whole = Array(try folder.text(name).utf8)
      var refused = 0
      let count = Mutation.count(usually: 300)
      for number in 0..<count {
        var mutation = Mutation(seed: UInt64(number))
        try Data(mutation.changed(whole)).write(to: URL(fileURLWithPath: folder.path(name)))
        do throws(UsageError) {
          #expect(try !TokenSource.tokens(in: folder.path(name)).isEmpty)
        } catch {
          refused += 1
          #expect("\(error)".contains("\(name) cannot be used: "))
        }
      }
      #expect((1..<count).contains(refused))
    }
  }
}
