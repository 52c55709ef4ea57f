extension Duration {
  /// The duration in whole nanoseconds, rounded towards zero and saturated at the bounds of `Int64`.
  @inlinable
  public var nanoseconds: Int64 {
    // Nine seconds of attoseconds fit into a word; most durations are shorter, and 128 bits are slow.
    if let attoseconds = Int64(exactly: attoseconds) { return attoseconds / 1_000_000_000 }
    let (seconds, attoseconds) = components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return seconds < 0 ? .min : .max }
    let (sum, carried) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
    return carried ? (seconds < 0 ? .min : .max) : sum
  }

  /// The duration in whole milliseconds, rounded towards zero.
  ///
  /// A quotient of two durations is a `Double`: 13 hours by a millisecond are less than 46,800,000.
  @inlinable
  package var milliseconds: Int64 { nanoseconds / 1_000_000 }

  /// A duration of `minutes` times 60 seconds; saturates at the seconds that an `Int64` counts, 292 thousand million
  /// years, which every verb refuses by name.
  @inlinable
  public static func minutes(_ minutes: Int) -> Duration { seconds(minutes, times: 60) }

  /// A duration of `hours` times 3,600 seconds; saturates as ``minutes(_:)`` does.
  @inlinable
  public static func hours(_ hours: Int) -> Duration { seconds(hours, times: 3600) }

  /// A duration of `days` times 86,400 seconds: a day of a clock, not of a calendar; saturates as ``minutes(_:)`` does.
  @inlinable
  public static func days(_ days: Int) -> Duration { seconds(days, times: 86_400) }

  @inlinable
  static func seconds(_ count: Int, times factor: Int) -> Duration {
    let (seconds, overflow) = count.multipliedReportingOverflow(by: factor)
    return .seconds(overflow ? (count < 0 ? .min : .max) : seconds)
  }

  /// The duration in the unit a person would choose, with three decimals at the most.
  ///
  /// `340 ns`, `12.5 µs`, `65.001 ms`, `12.345 s`, `5:00.000`, `1 d 02:03:04.500`.
  public var stopwatch: String {
    let total = nanoseconds
    guard total >= 0 else { return "-" + Self.nanoseconds(-max(total, -.max)).stopwatch }
    switch total {
    case 0: return "0 s"
    case ..<1_000: return "\(total) ns"
    case ..<1_000_000: return Self.decimal(total, unit: 1_000) + " µs"
    case ..<1_000_000_000: return Self.decimal(total, unit: 1_000_000) + " ms"
    case ..<60_000_000_000: return Self.decimal(total, unit: 1_000_000_000) + " s"
    default: return Self.clockFace(total)
    }
  }

  /// `total / unit` with up to three decimals, trailing zeros dropped.
  private static func decimal(_ total: Int64, unit: Int64) -> String {
    let thousandths = total / (unit / 1000)
    let fraction = thousandths % 1000
    guard fraction != 0 else { return "\(thousandths / 1000)" }
    var digits = pad(fraction, to: 3)
    while digits.last == "0" { digits.removeLast() }
    return "\(thousandths / 1000).\(digits)"
  }

  /// Days, hours, minutes and seconds, the leading ones left out when they are zero.
  private static func clockFace(_ total: Int64) -> String {
    let milliseconds = total / 1_000_000
    let seconds = milliseconds / 1000
    let tail =
      "\(pad(seconds / 60 % 60, to: 2)):\(pad(seconds % 60, to: 2))"
      + ".\(pad(milliseconds % 1000, to: 3))"
    let hours = seconds / 3600
    if hours == 0 { return tail.first == "0" ? String(tail.dropFirst()) : tail }
    if hours < 24 { return "\(hours):\(tail)" }
    return "\(hours / 24) d \(pad(hours % 24, to: 2)):\(tail)"
  }

  private static func pad(_ number: Int64, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
