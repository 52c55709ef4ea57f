internal import Harness
public import Simulator

/// The recorded capacity of one direction of a link: the instants at which it could deliver a packet.
///
/// The format is that of the mahimahi link emulator (Netravali et al., USENIX ATC 2015; `mm-link`): text, one decimal
/// number a line, never falling, each a time in milliseconds from the start at which ``opportunityBytes`` bytes can be
/// delivered. A number that stands n times is n opportunities. After the last line the trace begins again, with the last
/// number added to every time: the last number is the period. Propagation delay and loss are not in a trace.
public struct DeliveryTrace: Sendable, Hashable, Digestible {
  /// The number of bytes that one opportunity delivers: a packet of full size.
  public static let opportunityBytes = 1_500

  /// The name of the file, or what stands for it.
  public let name: String

  /// A hash of the recorded times, the same in every process.
  public let contentHash: UInt64

  private let recording: Recording

  /// The times, shared by all copies.
  private final class Recording: Sendable {
    /// Milliseconds from the start, never falling; the last one is above 0.
    let times: [UInt32]
    init(_ times: [UInt32]) { self.times = times }
  }

  /// Reads a trace.
  ///
  /// - Parameters:
  ///   - text: The lines; a carriage return before a line's end is allowed.
  ///   - name: The name for messages, such as that of a file.
  public init(parsing text: String, name: String) throws(DeliveryTraceError) {
    var times: [UInt32] = []
    times.reserveCapacity(text.utf8.count / 7)
    var hash = StableHash()
    var line = 0
    for bytes in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
      line += 1
      let digits = bytes.last == 0x0D ? bytes.dropLast() : bytes
      if digits.isEmpty && bytes.endIndex == text.utf8.endIndex { continue }
      guard let time = Self.number(digits) else {
        let shown = String(String(decoding: digits.prefix(20), as: UTF8.self))
        throw DeliveryTraceError(
          name: name, line: line,
          flaw: "“\(shown)” is no number of milliseconds from 0 to \(longest), with digits only")
      }
      if let last = times.last, time < last {
        throw DeliveryTraceError(
          name: name, line: line, flaw: "\(time) comes after \(last), and times never fall")
      }
      times.append(time)
      hash.mix(UInt64(time))
    }
    guard let period = times.last else {
      throw DeliveryTraceError(
        name: name, line: nil, flaw: "it holds no times; write one number of milliseconds a line")
    }
    guard period > 0 else {
      throw DeliveryTraceError(
        name: name, line: times.count, flaw: "the last time is the period, and has to be above 0")
    }
    self.name = name
    contentHash = hash.value
    recording = Recording(times)
  }

  /// Reads a trace from a file of the real machine, once for each process; a relative path counts from the working
  /// directory.
  public init(contentsOf path: String) throws(DeliveryTraceError) {
    self = try InputFiles.value(
      in: path, limit: Self.longestFile,
      failing: { DeliveryTraceError(name: path, line: nil, flaw: $0) },
      { text throws(DeliveryTraceError) in
        try DeliveryTrace(
          parsing: text, name: path.split(separator: "/").last.map(String.init) ?? path)
      })
  }

  /// The times of one period in milliseconds, never falling.
  var times: [UInt32] { recording.times }

  /// The length of the trace, after which it begins again.
  public var period: Duration { .milliseconds(Int64(recording.times.last ?? 1)) }

  /// The number of opportunities in one period.
  public var count: Int { recording.times.count }

  /// The capacity in the long run.
  public var meanBandwidth: Bandwidth {
    let bits = UInt64(count * Self.opportunityBytes * 8).multipliedFullWidth(by: 1_000)
    return .bits(Int(UInt64(recording.times.last ?? 1).dividingFullWidth(bits).quotient))
  }

  /// The largest file that is read, 256 MB: an hour of 300 Mbit/s has 650 MB, and should be cut.
  private static let longestFile = 256 << 20

  public static func == (left: DeliveryTrace, right: DeliveryTrace) -> Bool {
    left.contentHash == right.contentHash && left.name == right.name
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(contentHash) }

  public func digest(into hash: inout StableHash) { hash.mix(contentHash) }
}

extension DeliveryTrace: CustomStringConvertible {
  public var description: String {
    "trace \(name) (\(meanBandwidth) on average over \(period.stopwatch))"
  }
}

/// The latest time of a trace in milliseconds, about eleven days.
private let longest: UInt32 = 1_000_000_000

extension DeliveryTrace {
  /// The number that digits stand for; nil for anything else.
  private static func number(_ digits: Substring.UTF8View.SubSequence) -> UInt32? {
    guard !digits.isEmpty, digits.count <= 10 else { return nil }
    var value: UInt64 = 0
    for digit in digits {
      guard 0x30...0x39 ~= digit else { return nil }
      value = value * 10 + UInt64(digit - 0x30)
    }
    return value <= longest ? UInt32(value) : nil
  }
}

/// A mistake in a file of delivery opportunities.
public struct DeliveryTraceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public let name: String
  /// The line of the mistake, from 1; nil where it is about the whole file.
  public let line: Int?
  /// The mistake and its remedy.
  public let flaw: String

  public var description: String {
    "\(name)\(line.map { ", line \($0)" } ?? ""): \(flaw)"
  }
}
