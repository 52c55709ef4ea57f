import Backend
internal import Harness
import Network
import Simulator

/// The runs of a budget: every scenario that measures something, on every profile, with every seed.
struct BudgetPlan: Sendable {
  /// One scenario on one profile.
  struct Stage: Hashable, Sendable {
    /// The scenario's name.
    let scenario: String
    /// The profile that takes the place of the scenario's own; nil where the scenario keeps its own.
    let profile: String?

    /// The scenario and the profile, where it is not the scenario's own.
    var words: String { scenario + (profile.map { " on \($0)" } ?? "") }
  }

  /// The time for which an expectation is waited for beyond its limit: long enough for a connection that breaks without a word,
  /// which a phone notices after 15 minutes at the latest, and for the pause before the next (30 s at the most).
  static let overtime = Duration.minutes(16)

  /// The stages, scenario by scenario, in the order of the catalog and of the profiles.
  let stages: [Stage]
  /// The runs: with each seed, all stages in their order.
  let runs: RunPlan

  /// Plans the stages of `scenarios`.
  ///
  /// - Parameters:
  ///   - scenarios: Each with whether a profile of the run changes anything about it.
  ///   - backendPath: The path to the backend that takes the place of the scenarios' own; nil where they keep theirs.
  init(
    _ scenarios: [(scenario: Scenario, followsProfile: Bool)], profiles: [String],
    backendPath: String? = nil, seeds: SeedRange, schedule: Schedule
  ) {
    var stages: [Stage] = []
    var plays: [Scenario] = []
    for (scenario, followsProfile) in scenarios {
      let chosen: [String?] = followsProfile && !profiles.isEmpty ? profiles : [nil]
      for profile in chosen {
        stages.append(Stage(scenario: scenario.name, profile: profile))
        plays.append(scenario)
      }
    }
    self.stages = stages
    runs = RunPlan(names: stages.map(\.scenario), total: stages.count * seeds.count) {
      [stages, plays] ordinal in
      let (seed, stage) = ordinal.quotientAndRemainder(dividingBy: stages.count)
      return PlannedRun(
        ordinal: ordinal, scenario: plays[stage],
        configuration: RunConfiguration(
          seed: seeds[seed], schedule: schedule,
          faults: FaultChoice.asDeclared.budget(for: plays[stage]), profile: stages[stage].profile,
          backendPath: backendPath, overtime: Self.overtime))
    }
  }

  /// The stage of the run at a place in the plan.
  func stage(of ordinal: Int) -> Int { ordinal % stages.count }
}

/// Names of network profiles as they are typed and as they stand in tokens.
enum ProfileName {
  /// Reads names between commas, each as ``LinkProfile/named(_:)`` takes it; `measured` stands for all links as measured,
  /// `constant` for all others.
  ///
  /// - Returns: Their short forms, such as `verybadnetwork`, in order.
  static func list(_ text: String) throws(UsageError) -> [String] {
    var names: [String] = []
    let words = text.split(separator: ",", omittingEmptySubsequences: false).flatMap { word in
      switch word {
      case "measured": LinkProfile.measured.map { Substring($0.name) }
      case "constant": LinkProfile.named.map { Substring($0.name) }
      default: [word]
      }
    }
    for word in words {
      let profile: LinkProfile
      do {
        profile = try LinkProfile.named(String(word))
      } catch {
        throw .profile(error)
      }
      let name = short(profile)
      guard !names.contains(name) else {
        throw .badValue(
          option: CommandOption.profiles.name, value: text,
          expected: "\(profile.name) stands in it twice")
      }
      names.append(name)
    }
    return names
  }

  /// Refuses a token that names a profile, or a path to the backend, that there is not.
  static func check(_ token: ReplayToken) throws(TokenFlaw) {
    if let path = token.configuration.backendPath {
      do throws(BackendPathError) {
        _ = try BackendPath.named(path)
      } catch {
        throw .profile(.badValue(option: "path=", value: path, expected: "\(error)"))
      }
    }
    guard let name = token.configuration.profile else { return }
    do throws(ProfileError) {
      _ = try LinkProfile.named(name)
    } catch {
      throw .profile(.profile(error))
    }
  }

  /// The profile's name in a form without spaces and signs.
  static func short(_ profile: LinkProfile) -> String {
    profile.name.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// The option without which a token's profile is not known, with a space before it; nothing for most tokens.
  static func traceOption(for token: ReplayToken) -> String {
    guard let name = token.configuration.profile, let files = LinkProfile.traceFiles(of: name)
    else { return "" }
    let value = "\(files.up),\(files.down)"
    let isPlain = value.allSatisfy { $0.isLetter || $0.isNumber || "._-/,+=:@".contains($0) }
    let quoted = "'" + value.replacing("'", with: "'\\''") + "'"
    return " \(CommandOption.trace.name) \(isPlain ? value : quoted)"
  }

  /// The name for a person; what stands in for a profile where the scenario keeps its own.
  static func title(_ name: String?) -> String {
    guard let name else { return "as written" }
    return (try? LinkProfile.named(name).name) ?? name
  }
}
