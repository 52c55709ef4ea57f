package import Network
internal import Simulator

/// The way from the phones' access links to the backend, and the time that the database takes for a request.
///
/// A link profile tells of the last mile: from a phone to its operator. What lies behind it is the internet, which this adds: the
/// same way for every phone of a world. The worlds of apps stand at the end of ``region`` unless they say otherwise; ``none`` has the
/// backend at the operator's door, with no time for a request.
public struct BackendPath: Sendable, Hashable {
  /// The name by which people choose the path.
  public var name: String
  /// The time one way, the same in both directions.
  public var delay: Duration
  /// The greatest time that chance adds to the delay, each way, for each datagram.
  public var jitter: Duration
  /// The time between a request's arrival and its effect. Drawn for each request; those of one connection stay in order, and
  /// connections do not wait for each other.
  public var processing: ClosedRange<Duration>
  /// The source of the delay; nil for a path of one's own.
  public var modelledOn: String?

  /// A path of one's own; whether it is possible is checked where it is put to use.
  public init(
    _ name: String, delay: Duration, jitter: Duration = .zero,
    processing: ClosedRange<Duration> = .zero ... .zero, modelledOn: String? = nil
  ) {
    self.name = name
    self.delay = delay
    self.jitter = jitter
    self.processing = processing
    self.modelledOn = modelledOn
  }

  /// The access link of the backend that makes the way that long; without a limit of bandwidth.
  package var link: LinkProfile {
    if delay == .zero, jitter == .zero { return .perfect }
    let latency: LatencyDistribution =
      jitter == .zero ? .constant(delay) : .uniform(delay, delay + jitter)
    return LinkProfile(name, bothWays: DirectionProfile(latency: latency))
  }

  /// Says what makes the path impossible, or nil where nothing does.
  package var flaw: String? {
    for (part, time) in [
      ("delay", delay), ("jitter", jitter), ("processing", processing.lowerBound),
      ("processing", processing.upperBound),
    ] where time < .zero || time > .hours(1) {
      return "BackendPath.\(part) to be from 0 s to 1 h; it is \(time.stopwatch)"
    }
    return nil
  }
}

extension BackendPath {
  /// No way and no time: only the phones' links take any.
  public static let none = BackendPath("none", delay: .zero)

  /// A city nearby: 10 ms each way, as between Washington and Toronto.
  public static let region = wideArea("region", .milliseconds(10), "Washington and Toronto, 19 ms")

  /// The same continent: 17 ms each way, as between Dallas and Toronto.
  public static let continent = wideArea(
    "continent", .milliseconds(17), "Dallas and Toronto, 34 ms")

  /// Over the Atlantic: 46 ms each way, as between Washington and Frankfurt.
  public static let ocean = wideArea("ocean", .milliseconds(46), "Washington and Frankfurt, 91 ms")

  /// The other side of the world: 82 ms each way, as between Washington and Tokyo.
  public static let world = wideArea("world", .milliseconds(82), "Washington and Tokyo, 164 ms")

  /// A path with half a measured round trip each way.
  ///
  /// Source of the round trips: IBM Cloud documentation, "Network latency dashboards", the averages of 27 July to 25 August 2024.
  /// The monthly averages of one pair lie up to 4 ms apart there, so the jitter of up to 2 ms each way is ours. A request takes 2 ms at
  /// least: so long took a write, an update and a transaction in the examples of the service's profiler (Firebase documentation,
  /// "Firebase Realtime Database operation types", `millis`). That it takes 10 ms at most is ours.
  private static func wideArea(_ name: String, _ delay: Duration, _ pair: String) -> BackendPath {
    BackendPath(
      name, delay: delay, jitter: .milliseconds(2),
      processing: .milliseconds(2) ... .milliseconds(10),
      modelledOn: "IBM Cloud, “Network latency dashboards”, August 2024: \(pair) there and back")
  }

  /// Every path with a name, the shortest first.
  public static let named: [BackendPath] = [.none, .region, .continent, .ocean, .world]

  /// The path of this name.
  ///
  /// - Throws: ``BackendPathError`` where there is none.
  public static func named(_ name: String) throws(BackendPathError) -> BackendPath {
    guard let path = named.first(where: { $0.name == name }) else {
      throw BackendPathError(name: name)
    }
    return path
  }
}

extension BackendPath: CustomStringConvertible {
  /// Such as `ocean: 46 ms each way, up to 2 ms more, 2 ms to 10 ms a request`.
  public var description: String {
    if self == .none { return "none: the phones' links alone" }
    let more = jitter == .zero ? "" : ", up to \(jitter.stopwatch) more"
    let (least, most) = (processing.lowerBound.stopwatch, processing.upperBound.stopwatch)
    let times = most == least ? least : "\(least) to \(most)"
    return "\(name): \(delay.stopwatch) each way\(more), \(times) a request"
  }
}

/// An error in the name of a path to the backend.
public struct BackendPathError: Error, Hashable, CustomStringConvertible {
  /// The name that no path has.
  public let name: String

  public var description: String {
    let known = BackendPath.named.map(\.name).joined(separator: ", ")
    return "There is no path to the backend “\(name)”. Choose one of: \(known)."
  }
}
