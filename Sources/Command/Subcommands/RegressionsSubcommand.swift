internal import Harness
import Simulator

/// `rehearse regressions`: lists, plays and tidies up the runs that failed once.
struct RegressionsSubcommand: Subcommand {
  static let name = "regressions"
  static let summary = "Lists, plays and tidies up the runs that failed once and are kept."
  static let operands = "[list|check|prune|add TOKEN ...]"
  static var explanation: String {
    """
    list   shows what is kept
    check  plays each again and says whether it still fails, and whether what it fixes is still there
    prune  takes files away that can show nothing any more: of scenarios that are gone, with choices that
           nothing asks for, or malformed
    add    plays the run of each token, and keeps it where it fails
    `\(Program.name)` plays what is kept before anything else, and so does `swift test`.
    """
  }
  static let options: [CommandOption] = [.regressions, .hangTimeout, .runTimeout, .memory, .jobs]

  /// The action that the first word names.
  private enum Action: String {
    case list
    case check
    case prune
    case add
  }

  private let action: Action
  private let tokens: [ReplayToken]
  private let folder: RegressionFolder
  private let catalog: ScenarioCatalog
  private let engine: RunEngine

  init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
    let catalog = context.catalog
    let word = arguments.words.first ?? Action.list.rawValue
    guard let action = Action(rawValue: word) else { throw .unexpectedArgument(word) }
    let rest = arguments.words.dropFirst()
    if action != .add, let extra = rest.first { throw .unexpectedArgument(extra) }
    if action == .add, rest.isEmpty { throw .missingArgument("a replay token or a file") }
    var tokens: [ReplayToken] = []
    for text in rest { tokens += try TokenSource.tokens(in: text) }
    // The tokens' scenarios must be there.
    _ = try RunPlan(tokens, of: catalog)
    self.action = action
    self.tokens = tokens
    self.catalog = catalog
    engine = try arguments.engine(on: context.host)
    let path = arguments.text(.regressions)
    if action == .add, let path {
      folder = (try? RegressionFolder(path, of: catalog)) ?? RegressionFolder(newAt: path)
    } else {
      folder = try RegressionFolder(path, of: catalog)
    }
  }

  func run(on console: Console) throws -> ExitStatus {
    let style = Style(hasColour: console.hasColour)
    switch action {
    case .list: return list(on: console, style)
    case .check: return try check(on: console, style)
    case .prune: return try prune(on: console)
    case .add: return try add(on: console)
    }
  }

  private func list(on console: Console, _ style: Style) -> ExitStatus {
    for (name, entry) in folder.playable {
      let regression = entry.regression
      console.results(
        """
        \(style.strong(name))
        \(regression.expected.wrapped(to: 92, indent: "  "))
          \(regression.failure.visibleLine)
          \(StoryText.commandLine(replaying: regression.token))

        \n
        """)
    }
    return finish("kept in \(folder.path)", folder.playable.count, on: console)
  }

  private func check(on console: Console, _ style: Style) throws -> ExitStatus {
    let session = session(console)
    var failed = 0
    for (name, entry) in folder.playable {
      let run = try session.play(entry.scenario, entry.regression.token.configuration)
      let result = run.result
      var verdict = style.good("passes")
      if result.outcome != .passed {
        failed += 1
        let isSame = result.failure?.description == entry.regression.failure
        verdict =
          style.bad(isSame ? "fails again" : "fails in another way")
          + ": \((result.story?.statement ?? "").visible)"
        console.annotate(run)
      }
      console.results("\(name.visibleLine)  \(verdict)\n")
      for complaint in UnusedOverrides.complaints(about: result) {
        console.results("  \(complaint.visible)\n")
      }
    }
    let status = finish("played, \(failed) failed", folder.playable.count, on: console)
    return failed > 0 ? .failed : status
  }

  private func prune(on console: Console) throws -> ExitStatus {
    let session = session(console)
    var count = 0
    for entry in folder.entries {
      let reason: String
      switch entry.content {
      case .failure(let problem):
        guard problem.isVoid else { continue }
        reason = "\(problem)"
      case .success(let kept):
        let result = try session.play(
          kept.scenario, kept.regression.token.configuration
        ).result
        guard result.outcome == .passed,
          let complaint = UnusedOverrides.complaints(about: result).first
        else { continue }
        reason = complaint
      }
      try folder.remove(entry.name)
      count += 1
      console.results("took \(entry.name) away: \(reason)\n".visible)
    }
    console.results(count == 1 ? "1 file taken away\n" : "\(count) files taken away\n")
    return .passed
  }

  private func add(on console: Console) throws -> ExitStatus {
    let session = session(console)
    var status = ExitStatus.passed
    for token in tokens {
      guard let scenario = catalog.scenarios.first(where: { $0.name == token.scenario }),
        let regression = Regression(try session.play(scenario, token.configuration).result)
      else {
        console.notes(
          "\(Program.name) regressions: \(token) passes; only runs that fail are kept\n")
        status = .failed
        continue
      }
      console.results("kept as \(try folder.save(regression))\n")
    }
    return status
  }

  private func session(_ console: Console) -> RunSession {
    RunSession(engine) { console.notes("\(Program.name): \($0)\n") }
  }

  private func finish(_ what: String, _ count: Int, on console: Console) -> ExitStatus {
    console.results(count == 1 ? "1 regression \(what)\n" : "\(count) regressions \(what)\n")
    for complaint in folder.complaints {
      console.notes("\(Program.name) regressions: \(complaint)\n")
    }
    return folder.complaints.isEmpty ? .passed : .failed
  }
}
