internal import Harness
internal import Simulator

extension LinkProfile {
  /// A link whose capacity was recorded, each direction in a file of delivery opportunities; see ``DeliveryTrace``.
  ///
  /// A run plays the recording from an instant that its seed draws for each host, the same for both directions, so that
  /// over many seeds latencies are distributed as on the recorded network. A file is read once by each process.
  ///
  /// - Parameters:
  ///   - up: The file of the direction from the host; a relative path counts from the working directory.
  ///   - down: The file of the direction to the host.
  ///   - latency: The time under way, which is not in a trace; 20 ms each way, as in the evaluation for which mahimahi's
  ///     cellular traces were recorded (Winstein, Sivaraman, Balakrishnan: "Stochastic Forecasts Achieve High
  ///     Throughput and Low Delay over Cellular Networks", NSDI 2013, section 5).
  ///   - queueBytes: The bytes that may wait in each direction; as many as a link may have unless told otherwise, as in
  ///     the same evaluation and in `mm-link`.
  public static func trace(
    up: String, down: String, latency: Duration = .milliseconds(20),
    queueBytes: Int = DirectionProfile.mostBytes
  ) throws(DeliveryTraceError) -> LinkProfile {
    try trace(
      up: DeliveryTrace(contentsOf: up), down: DeliveryTrace(contentsOf: down), latency: latency,
      queueBytes: queueBytes)
  }

  /// A link whose capacity was recorded, from recordings at hand.
  public static func trace(
    up: DeliveryTrace, down: DeliveryTrace, latency: Duration = .milliseconds(20),
    queueBytes: Int = DirectionProfile.mostBytes
  ) -> LinkProfile {
    func direction(_ trace: DeliveryTrace) -> DirectionProfile {
      DirectionProfile(latency: .constant(latency), trace: trace, queueBytes: queueBytes)
    }
    var hash = StableHash()
    hash.mix(up.contentHash)
    hash.mix(down.contentHash)
    let digits = String(hash.value, radix: 16)
    return LinkProfile(
      "Trace \(String(repeating: "0", count: 16 - digits.count) + digits)", down: direction(down),
      up: direction(up), modelledOn: "recorded: up \(up.name), down \(down.name)")
  }

  /// Reads a recorded link and makes it known to this process by its name, as the named profiles are; see ``named(_:)``.
  package static func addTrace(up: String, down: String) throws(DeliveryTraceError) -> LinkProfile {
    let profile = try trace(up: up, down: down)
    InputFiles.add(InputFiles.RecordedLink(name: profile.name, up: up, down: down))
    return profile
  }

  /// The files of a recorded link that is known to this process, by its name; nil for other profiles.
  package static func traceFiles(of name: String) -> (up: String, down: String)? {
    InputFiles.recordedLinks.first { key($0.name) == key(name) }.map { ($0.up, $0.down) }
  }

  /// The recorded link of a name that this process was told of; nil where there is none.
  static func recorded(_ name: String) -> LinkProfile? {
    traceFiles(of: name).flatMap { try? trace(up: $0.up, down: $0.down) }
  }

  /// The beginning of the recording that a host's link plays; nil for a link that is not recorded.
  func recordedStart(of host: String) -> RecordedStart? {
    guard up.trace != nil || down.trace != nil else { return nil }
    let longest = max(up.trace?.period ?? .zero, down.trace?.period ?? .zero)
    return RecordedStart(host: StableHash.of(host), period: longest.nanoseconds)
  }
}

/// The draw of the instant at which a recording begins.
struct RecordedStart: Sendable {
  /// The stable hash of the host's name.
  let host: UInt64
  /// The length of the longer direction, in nanoseconds.
  let period: Int64

  /// Nanoseconds of the recording before the world's beginning.
  func place(by choices: Choices) -> Int64 {
    Int64(choices.draw(.linkRecording, entity: host, ordinal: 0) % UInt64(max(1, period)))
  }
}

extension ChoiceStream {
  static let linkRecording = Self("link.recording")
}
