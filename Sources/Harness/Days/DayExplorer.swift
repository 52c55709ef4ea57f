internal import Simulator

/// A search for days that reach something new.
///
/// Days are planned in rounds, and their results are taken in order, so that what is found does not depend on who plays
/// them. Days that reach a gesture in a state, a turn of a state or a probe that no day before them did are kept; later
/// days are changes of those (coverage-guided fuzzing, as in AFL and libFuzzer), or fresh ones: of the two more that which has
/// reached more of late.
public struct DayExplorer: Sendable {
  /// A day that is kept, with the way in which it was played.
  public struct Entry: Hashable, Sendable {
    /// The configuration of the run, with its day.
    public let configuration: RunConfiguration
    /// The features that it was the first to reach.
    public let news: [String]
    fileprivate let features: Set<Int>

    /// Describes a day that was kept by an earlier search.
    ///
    /// - Parameter places: The places of all its features in ``DayExplorer/features``.
    public init(_ configuration: RunConfiguration, news: [String], places: [Int]) {
      self.configuration = configuration
      self.news = news
      features = Set(places)
    }

    fileprivate init(configuration: RunConfiguration, news: [String], features: Set<Int>) {
      self.configuration = configuration
      self.news = news
      self.features = features
    }

    /// The places of all its features in ``DayExplorer/features``, ascending.
    public var places: [Int] {
      // order: sorted.
      features.sorted()
    }

    /// The day.
    public var day: Day {
      if case .given(let day) = configuration.day { day } else { Day() }
    }
  }

  /// The sizes of fresh days.
  public struct Sizes: Hashable, Sendable {
    /// The numbers of phones.
    public var phones: ClosedRange<Int>
    /// The numbers of users, of which a day has at most as many as phones.
    public var users: ClosedRange<Int>

    /// Sizes.
    public init(phones: ClosedRange<Int> = 2...6, users: ClosedRange<Int> = 2...6) {
      self.phones = phones
      self.users = users
    }
  }

  /// The features that days of one sort are the first to reach, those of late counting most.
  private struct Yield {
    /// Features a day, in millionths: the mean of about the last 64 days.
    private(set) var mean = 1_000_000

    mutating func take(_ news: Int) { mean += (news * 1_000_000 - mean) / 64 }
  }

  /// The way in which fresh days are played.
  public let plain: RunConfiguration
  /// The sizes of fresh days.
  public let sizes: Sizes
  /// Whether days are changes of kept ones.
  public let isGuided: Bool
  /// Whether each day's schedule is drawn: fifo, random or pct.
  public let drawsSchedule: Bool
  /// The scenario of which each day's knobs are drawn, as a sweep draws them; nil where all days have those of ``plain``.
  public let swarm: Scenario?
  /// Whether a part of the days has faults of the nemesis as well, as many as the scenario allows.
  public let drawsFaults: Bool
  /// The days that are kept.
  public private(set) var corpus: [Entry] = []
  /// The features in the order in which they were first reached.
  public private(set) var features: [String] = []
  private var places: [String: Int] = [:]
  /// The number of days that have reached each feature.
  private var counts: [Int] = []
  /// What fresh days and changed ones have reached of late.
  private var yields = (fresh: Yield(), changed: Yield())
  /// The runs of an earlier corpus that were not played yet.
  public private(set) var waiting: [RunConfiguration]

  /// A search.
  ///
  /// - Parameters:
  ///   - swarm: The scenario of which each day's knobs are drawn; nil for none.
  ///   - drawsFaults: Whether faults of the nemesis are drawn too, within what that scenario allows.
  ///   - first: Runs that are played first, such as those of an earlier corpus.
  public init(
    _ plain: RunConfiguration, sizes: Sizes = Sizes(), isGuided: Bool = true,
    drawsSchedule: Bool = true, swarm: Scenario? = nil, drawsFaults: Bool = false,
    first: [RunConfiguration] = []
  ) {
    self.swarm = swarm
    self.drawsFaults = drawsFaults
    self.plain = plain
    self.sizes = sizes
    self.isGuided = isGuided
    self.drawsSchedule = drawsSchedule
    waiting = first
  }

  /// Plans the next days: at first those of the earlier corpus, then one for each of these seeds.
  ///
  /// Those of the earlier corpus are planned again until their results have been taken in.
  public func plan(_ seeds: some Sequence<UInt64>) -> [RunConfiguration] {
    waiting + seeds.map { configuration($0) }
  }

  /// Goes on with what an earlier search knew, in place of playing its days again.
  ///
  /// - Parameters:
  ///   - features: The features in the order in which they were first reached, each once.
  ///   - corpus: The days that it kept; one whose places lie beyond the features is left out.
  public mutating func restore(features: [String], corpus: [Entry]) {
    self.features = features
    counts = Array(repeating: 1, count: features.count)
    places = Dictionary(
      features.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    // order: only the greatest is asked for.
    self.corpus = corpus.filter { ($0.features.max() ?? 0) < max(1, features.count) }
  }

  /// Keeps the fewest days that together reach what all kept ones do, and no others.
  public mutating func minimise() { corpus = minimised() }

  private func configuration(_ seed: UInt64) -> RunConfiguration {
    var draws = DayMutation(seed: StableHash.finalize(seed ^ 0x6578_706C_6F72_65))
    var configuration = plain
    configuration.seed = seed
    if drawsSchedule {
      // A run under pct costs two.
      switch draws.below(8) {
      case 0...2: configuration.schedule = .fifo
      case 3...6: configuration.schedule = .random
      default: configuration.schedule = .pct(depth: 1 + draws.below(5))
      }
    }
    if let swarm {
      configuration.knobs = Swarm.knobs(seed: seed, swarm)
      // Days have faults of their own, and come to rest in the middle only without those of the nemesis.
      if drawsFaults, draws.below(3) == 0 { configuration.faults = Swarm.faults(seed: seed, swarm) }
    }
    let phones = sizes.phones.lowerBound + draws.below(sizes.phones.count)
    let most = min(sizes.users.upperBound, phones)
    let least = min(sizes.users.lowerBound, most)
    configuration.day = .drawn(phones: phones, users: max(1, least + draws.below(most - least + 1)))
    guard isGuided, !corpus.isEmpty, draws.below(100) < changedShare else { return configuration }
    // Those that reach what few days did are chosen more often (Böhme, Pham, Roychoudhury: Coverage-based Greybox Fuzzing as
    // Markov Chain, CCS 2016).
    let candidates = (0..<3).map { _ in corpus[draws.below(corpus.count)] }
    guard let best = candidates.min(by: { rarity(of: $0) < rarity(of: $1) }) else {
      return configuration
    }
    let other = corpus[draws.below(corpus.count)].day
    configuration.day = .given(draws.mutate(best.day, with: other))
    return configuration
  }

  /// The number of days that have reached the rarest of a kept day's features.
  private func rarity(of entry: Entry) -> Int {
    // order: only the least is asked for.
    entry.features.map { counts[$0] }.min() ?? 0
  }

  /// The share of days that are changes of kept ones, in percent.
  private var changedShare: Int {
    let (fresh, changed) = (yields.fresh.mean, yields.changed.mean)
    return min(90, max(10, changed * 100 / max(1, fresh + changed)))
  }

  /// Takes the result of the next day in.
  ///
  /// - Returns: The features that it was the first to reach.
  @discardableResult
  public mutating func fold(_ result: RunResult) -> [String] {
    if result.configuration == waiting.first { waiting.removeFirst() }
    var own: Set<Int> = []
    var news: [String] = []
    for feature in result.coverage + result.probes.map({ "probe: \($0.name)" }) {
      if let place = places[feature] {
        own.insert(place)
      } else {
        places[feature] = features.count
        own.insert(features.count)
        features.append(feature)
        counts.append(0)
        news.append(feature)
      }
    }
    // order: each is counted once.
    for place in own { counts[place] += 1 }
    if case .given = result.configuration.day {
      yields.changed.take(news.count)
    } else {
      yields.fresh.take(news.count)
    }
    if !news.isEmpty, result.outcome == .passed, let day = result.day {
      var configuration = result.configuration
      configuration.day = .given(day)
      corpus.append(Entry(configuration: configuration, news: news, features: own))
    }
    return news
  }

  /// The fewest kept days, as a greedy choice finds them, that together reach what all do.
  public func minimised() -> [Entry] {
    CorpusCover.places(
      of: corpus.map { ($0.features, $0.day.steps.count) }, among: features.count
    ).map { corpus[$0] }
  }
}
