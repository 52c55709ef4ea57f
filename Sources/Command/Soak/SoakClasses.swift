internal import Harness
import Simulator

/// The classes of failures of a soak: takes new failures in, shrinks the first of each class, and keeps their files.
final class SoakClasses {
  /// A class that was found, to be told.
  struct News {
    let failure: SoakClass
    /// The plainest run, with its story.
    let run: FinishedRun
    /// The way to it; nil where no plainer run was found.
    let shrunk: ShrunkFailure?
  }

  private(set) var all: [SoakClass]
  /// Runs that were plainer from the start than the plainest of their class, by the place of that.
  private var plainer: [(place: Int, run: FinishedRun)] = []
  private let catalog: ScenarioCatalog
  private let engine: RunEngine
  private let folder: SoakFolder
  private let console: Console
  /// Takes each new class, once it is shrunk.
  private let tell: (News) throws -> Void

  init(
    _ classes: [SoakClass], of catalog: ScenarioCatalog, engine: RunEngine, folder: SoakFolder,
    console: Console, tell: @escaping (News) throws -> Void
  ) {
    all = classes
    self.catalog = catalog
    self.engine = engine
    self.folder = folder
    self.console = console
    self.tell = tell
  }

  /// Those that fail in this build, as far as is known.
  var failing: [SoakClass] { all.filter { !$0.passes } }

  /// Such as `3 classes of failures`.
  var countText: String {
    failing.count == 1 ? "1 class of failures" : "\(failing.count) classes of failures"
  }

  private func session() -> RunSession {
    RunSession(engine) { self.console.notes("\(Program.name): \($0)\n") }
  }

  // MARK: - Another build

  /// Plays the plainest run of each class again, to see whether it fails in this build as well.
  func judgeAgain() throws {
    let session = session()
    for place in all.indices {
      let token = all[place].plainest
      let scenario = catalog.scenarios.first { $0.name == token.scenario }
      let outcome = try scenario.map {
        try session.play($0, token.configuration, .attempt).result.outcome
      }
      all[place].passes = outcome ?? .passed == .passed
      try folder.keep(all[place])
      guard all[place].passes else { continue }
      console.notes(
        outcome == nil
          ? "\(all[place].statement): its scenario \(token.scenario) is there no more\n"
          : "\(all[place].statement): its plainest run passes in this build\n")
    }
  }

  // MARK: - New failures

  /// Takes the failures of a turn in, each into its class; what may be made plainer waits for ``shrink(while:)``.
  func take(_ finds: [SoakCampaign.Find]) throws {
    let session = session()
    for find in finds {
      let kind = FailureKind(of: find.run.result)
      let place: Int
      if let known = all.firstIndex(where: { $0.kinds.contains(kind) }) {
        place = known
      } else {
        place = try self.place(find, kind, by: session)
      }
      all[place].add(find.counts)
      all[place].passes = false
      try folder.keep(all[place])
    }
  }

  /// The class of a failure of a kind that is not known yet; the kind is known from then on.
  private func place(
    _ find: SoakCampaign.Find, _ kind: FailureKind, by session: RunSession
  ) throws -> Int {
    let told = try self.told(find.run, by: session)
    // A run that a busy machine gave up may end in another way when it is played again.
    let seen = told.isSame ? FailureKind(of: told.run.result) : kind
    let place = try self.place(find, kind, told)
    if !all[place].kinds.contains(seen) { all[place].kinds.append(seen) }
    return place
  }

  private func place(
    _ find: SoakCampaign.Find, _ kind: FailureKind, _ told: (run: FinishedRun, isSame: Bool)
  ) throws -> Int {
    let statement =
      told.isSame ? BrokenStatement.text(of: told.run.result) : "not deterministic: \(kind)"
    let events = told.run.result.events
    if let place = all.firstIndex(where: { $0.statement == statement }) {
      if told.isSame, events < all[place].events { plainer.append((place, told.run)) }
      return place
    }
    var new = SoakClass(
      statement: statement, first: find.run.result.token, runsBefore: find.runsBefore,
      plainest: find.run.result.token, events: events)
    new.story = Self.story(told.run, nil, Style(hasColour: false))
    all.append(new)
    console.notes(
      "\(Program.name): new class of failures: \(statement) (\(folder.path(of: new)))\n")
    return all.count - 1
  }

  /// A failing run with its story, and whether it failed again when it was played for it.
  private func told(
    _ run: FinishedRun, by session: RunSession
  ) throws(WorkerFault) -> (run: FinishedRun, isSame: Bool) {
    // Of a crash the trace is wanted, which a process makes for the first crash of a scenario. A run that was given up is
    // played again: its machine may have been busy.
    let isAbandoned = run.result.story?.isAbandoned ?? false
    if let story = run.result.story, !isAbandoned || BrokenStatement.function(in: story) != nil,
      run.result.failure != nil
    {
      return (run, true)
    }
    let session = isAbandoned ? self.session() : session
    let again = try session.play(run.plan.scenario, run.plan.configuration)
    if again.result.outcome != .passed { return (again, true) }
    let result = run.result.differing("played again, the run passed")
    return (FinishedRun(plan: run.plan, result: result, wallTime: run.wallTime), false)
  }

  /// Looks for plainer runs of new classes, and of those that a plainer run than theirs has joined.
  ///
  /// - Parameter isOpen: Whether there is time for further runs; what was not looked for is looked for the next time.
  func shrink(while isOpen: @escaping () -> Bool) throws {
    for place in all.indices where !all[place].isShrunk && !all[place].passes && isOpen() {
      let token = all[place].first
      guard let scenario = catalog.scenarios.first(where: { $0.name == token.scenario }) else {
        continue
      }
      let session = session()
      let run = try session.play(scenario, token.configuration)
      try shrink(place, run, by: session, isNew: true, while: isOpen)
    }
    for (place, run) in plainer where isOpen() && run.result.events < all[place].events {
      try shrink(place, run, by: session(), isNew: false, while: isOpen)
    }
    plainer = []
  }

  private func shrink(
    _ place: Int, _ run: FinishedRun, by session: RunSession, isNew: Bool,
    while isOpen: @escaping () -> Bool
  ) throws {
    let shrunk = try ShrunkFailure(run.result.token, of: catalog, by: session, while: isOpen)
    let isWhole = isOpen()
    var plainest = shrunk?.run ?? run
    if plainest.result.outcome == .crashed, plainest.result.story?.crash.isEmpty ?? true {
      let traced = try self.session().play(run.plan.scenario, plainest.result.configuration)
      if traced.result.outcome == .crashed { plainest = traced }
    }
    let isPlainer = plainest.result.events < all[place].events
    if plainest.result.story != nil, isNew || isPlainer {
      all[place].plainest = plainest.result.token
      all[place].events = plainest.result.events
      all[place].story = Self.story(plainest, shrunk, Style(hasColour: false))
    }
    all[place].isShrunk = all[place].isShrunk || isWhole
    try folder.keep(all[place])
    guard isNew, isWhole else { return }
    try tell(News(failure: all[place], run: plainest, shrunk: shrunk))
  }

  /// The story of the plainest run, the steps that led to it, and the scenario file of a day.
  static func story(_ run: FinishedRun, _ shrunk: ShrunkFailure?, _ style: Style) -> String {
    var run = run
    run.near = shrunk?.near
    let text = (shrunk?.head(style) ?? "") + (StoryText(run, style: style)?.text ?? "")
    guard let source = JSONLine.source(of: run, run.plan.scenario) else { return text }
    return text + "  As a scenario file:\n\n" + source
  }
}
