import Backend
import Network
import Simulator

/// `rehearse profiles`: shows the named network profiles.
struct ProfilesSubcommand: Subcommand {
  static let name = "profiles"
  static let summary =
    "Shows the named network profiles, and the paths behind them, with their numbers."
  static let operands = "[NAME ...]"
  static let explanation = "Case, spaces and punctuation of a NAME do not matter."
  static let options: [CommandOption] = [.plainFormat, .output]

  private let profiles: [LinkProfile]
  /// The paths to the backend, where no profile was asked for.
  private let paths: [BackendPath]
  private let format: ResultFormat
  private let path: String?

  init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
    var chosen: [LinkProfile] = []
    for word in arguments.words {
      do {
        chosen.append(try LinkProfile.named(word))
      } catch {
        throw .profile(error)
      }
    }
    profiles = chosen.isEmpty ? LinkProfile.named + LinkProfile.measured : chosen
    paths = chosen.isEmpty ? BackendPath.named : []
    format = try arguments.format()
    path = arguments.text(.output)
  }

  func run(on console: Console) throws -> ExitStatus {
    let sink = try ResultSink(path: path, console: console)
    switch format {
    case .json:
      for profile in profiles { try sink.write(Self.line(profile)) }
      for path in paths { try sink.write(Self.line(path)) }
    default:
      try sink.write(table(Style(hasColour: sink.hasColour)))
    }
    try sink.finish()
    return .passed
  }

  private func table(_ style: Style) -> String {
    let titles = ["profile", "down", "up", "one-way delay", "loss", "new connection"]
    let rows = profiles.map { profile in
      [
        profile.name, Self.bandwidth(profile.down), Self.bandwidth(profile.up),
        Self.pair(profile) { $0.latency.mean?.stopwatch ?? "unbounded" },
        Self.pair(profile) { Self.percent($0.loss.rate) },
        profile.lookupDelay == .zero ? "at once" : "after \(profile.lookupDelay.stopwatch)",
      ]
    }
    let lines = Columns.lines([titles] + rows)
    let sources = profiles.compactMap { profile in
      profile.modelledOn.map { "\(profile.name): \($0)" }
    }
    return ([style.strong(lines[0])] + lines.dropFirst() + [""] + sources + pathTable(style))
      .joined(separator: "\n") + "\n"
  }

  /// The paths to the backend and their sources.
  private func pathTable(_ style: Style) -> [String] {
    if paths.isEmpty { return [] }
    let rows = paths.map { path in
      [
        path.name, path.delay.stopwatch, "up to \(path.jitter.stopwatch)",
        "\(path.processing.lowerBound.stopwatch) to \(path.processing.upperBound.stopwatch)",
      ]
    }
    let titles = ["path to the backend", "one-way delay", "jitter", "each request"]
    let lines = Columns.lines([titles] + rows)
    let sources = paths.compactMap { path in path.modelledOn.map { "\(path.name): \($0)" } }
    return ["", style.strong(lines[0])] + lines.dropFirst() + [""] + sources
  }

  private static func line(_ path: BackendPath) -> String {
    JSONLine.text(
      kind: "path",
      [
        "name": .string(path.name),
        "delay_ns": .integer(path.delay.nanoseconds),
        "jitter_max_ns": .integer(path.jitter.nanoseconds),
        "processing_min_ns": .integer(path.processing.lowerBound.nanoseconds),
        "processing_max_ns": .integer(path.processing.upperBound.nanoseconds),
        "modelled_on": .optional(path.modelledOn),
      ])
  }

  private static func bandwidth(_ direction: DirectionProfile) -> String {
    direction.bandwidth?.description ?? "no limit"
  }

  /// The text of both directions: once where they share it, else both.
  private static func pair(
    _ profile: LinkProfile, _ text: (DirectionProfile) -> String
  ) -> String {
    let down = text(profile.down)
    let up = text(profile.up)
    return down == up ? down : "\(down) / \(up)"
  }

  private static func percent(_ share: Double) -> String {
    let tenths = (share * 1000).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths)) %" : "\(tenths) %"
  }

  private static func line(_ profile: LinkProfile) -> String {
    JSONLine.text(
      kind: "profile",
      [
        "name": .string(profile.name),
        "down": direction(profile.down),
        "up": direction(profile.up),
        "lookup_ns": .integer(profile.lookupDelay.nanoseconds),
        "modelled_on": .optional(profile.modelledOn),
      ])
  }

  private static func direction(_ direction: DirectionProfile) -> JSONValue {
    .members([
      "bits_per_second": direction.bandwidth.map { .integer(Int64($0.bitsPerSecond)) } ?? .null,
      "delay_mean_ns": direction.latency.mean.map { .integer($0.nanoseconds) } ?? .null,
      "loss_per_million": .integer(Int64((direction.loss.rate * 1e6).rounded())),
      "queue_bytes": .integer(Int64(direction.queueBytes)),
      "mtu_bytes": .integer(Int64(direction.mtu)),
    ])
  }
}
