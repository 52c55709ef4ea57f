internal import Harness
import Simulator

/// `rehearse storyboard`: draws the moments of a run that matter.
struct StoryboardSubcommand: Subcommand {
  static let name = "storyboard"
  static let summary = "Draws the moments of a run that matter, as phones in a row."
  static let operands = "NAME|TOKEN"
  static let explanation = """
    A moment is what a phone shows after a gesture, or when an expectation comes true or fails. With --at every
    phone is drawn at each of these instants. The drawing is SVG, and the same run gives the same bytes.
    """
  static let options: [CommandOption] = [
    .seed, .schedule, .instants, .frames, .output, .hangTimeout, .runTimeout, .memory,
  ]

  private let run: PlannedRun
  private let engine: RunEngine
  private let path: String?
  private let most: Int
  private let instants: [Int64]?

  init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
    guard let word = arguments.words.first else {
      throw .missingArgument("the name of a scenario, or a replay token")
    }
    if arguments.words.count > 1 { throw .unexpectedArgument(arguments.words[1]) }
    let plan: RunPlan
    if let token = try? ReplayToken(parsing: word) {
      plan = try RunPlan([token], of: context.catalog)
    } else {
      plan = try RunPlan(
        [word], of: context.catalog, seeds: SeedRange(first: try arguments.seed(), count: 1),
        schedule: try arguments.schedule())
    }
    guard plan.ordinals.count == 1 else { throw .family(word, members: plan.names) }
    run = plan[plan.ordinals.lowerBound]
    engine = try arguments.engine(on: context.host)
    path = arguments.text(.output)
    let number = WholeNumber("the number of frames", in: 1...100)
    most = try arguments.value(.frames, default: Storyboard.usual) { text throws(Misfit) in
      try number.read(text)
    }
    guard let list = arguments.text(.instants) else {
      instants = nil
      return
    }
    var read: [Int64] = []
    for text in list.split(separator: ",", omittingEmptySubsequences: false) {
      do {
        read.append(try ParsedArguments.duration(String(text)).nanoseconds)
      } catch {
        throw .badValue(
          option: CommandOption.instants.name, value: list, expected: error.reason)
      }
    }
    instants = read
  }

  func run(on console: Console) throws -> ExitStatus {
    let sink = try ResultSink(path: path, console: console)
    do {
      let session = RunSession(engine) { console.notes("\(Program.name): \($0)\n") }
      let film = try session.play(run.scenario, run.configuration, .film)
      guard let recording = film.recording else {
        console.notes("\(run.scenario.name) could not be recorded: it ended its process\n")
        sink.abandon()
        return .failed
      }
      let document = RunDocument(run: film, recording: recording, differs: false)
      try sink.write(Storyboard(document, recording).text(most: most, at: instants))
      try sink.finish()
      return film.result.outcome == .passed ? .passed : .failed
    } catch {
      sink.abandon()
      throw error
    }
  }
}
