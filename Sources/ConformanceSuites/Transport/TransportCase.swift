import Network
import Simulator

/// A link with what is done over it, and the times that a real kernel took: one case of `transport.json`.
struct TransportCase: Sendable {
  /// One direction of the link.
  struct Way: Sendable {
    var delay = Duration.zero
    /// Bits a second; nil for a line without a limit.
    var rate: Int?
    /// Bytes that may wait; nil for a queue without a bound.
    var queue: Int?
    /// The datagrams of each kind that are lost, counted from 1.
    var dropped: [SegmentKind: Set<Int>] = [:]
    /// Each n-th datagram with data is lost.
    var everyData: Int?

    var profile: DirectionProfile {
      DirectionProfile(
        latency: .constant(delay), bandwidth: rate.map(Bandwidth.bits),
        queueBytes: queue ?? DirectionProfile.mostBytes)
    }

    var hasLoss: Bool { !dropped.isEmpty || everyData != nil || queue != nil }
  }

  /// One step of the client; the server reads and answers as it says.
  enum Step: Sendable {
    /// The client writes; the server has read it at the mark.
    case up(bytes: Int, mark: String)
    /// The server writes when it has done all before; the client has read it at the mark.
    case down(bytes: Int, mark: String)
    /// The client waits until a time after the beginning.
    case wait(until: Duration)
    /// The client writes again and again.
    case every(bytes: Int, count: Int, from: Duration, each: Duration, mark: String)
  }

  let name: String
  var up = Way()
  var down = Way()
  /// Times after the first SYN between which everything is lost.
  var dark: [Range<Duration>] = []
  var steps: [Step] = []
  /// The recorded times in milliseconds, by mark, in the order of the file.
  var recorded: [(mark: String, ms: Double)] = []

  var hasLoss: Bool { up.hasLoss || down.hasLoss || !dark.isEmpty }

  init(name: String) { self.name = name }

  /// The milliseconds by which a time may differ from the recorded one: 10 ms or 5 %, with any loss, queue or darkness
  /// 40 ms or 10 %.
  func tolerance(of ms: Double) -> Double {
    hasLoss ? max(40, ms / 10) : max(10, ms / 20)
  }

  /// Plays the case; returns the times that are too far from the recorded ones with both, nil where none is.
  func difference() -> String? {
    let times = TransportRun.times(of: self)
    var parts: [String] = []
    for (mark, ms) in recorded {
      guard let simulated = times[mark] else {
        parts.append("\(mark) recorded at \(Self.text(ms)) ms, simulated never")
        continue
      }
      if abs(simulated - ms) > tolerance(of: ms) {
        parts.append(
          "\(mark) recorded at \(Self.text(ms)) ms, simulated at \(Self.text(simulated)) ms")
      }
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  private static func text(_ ms: Double) -> String {
    let tenths = Int((ms * 10).rounded())
    return "\(tenths / 10).\(abs(tenths % 10))"
  }
}
