/// The time that clocks would show if they were right.
public enum TrueTime {
  /// The instant at which every world begins: Monday, 2026-01-05, 12:00:00 UTC, in milliseconds since 1970.
  ///
  /// Noon of a working day, so that a scenario of a few hours stays within one day in most time zones.
  public static let beginningMilliseconds: Int64 = 1_767_614_400_000

  /// The true time at an instant of the world, in milliseconds since 1970.
  public static func milliseconds(at instant: Instant) -> Int64 {
    milliseconds(atNanoseconds: instant.nanoseconds)
  }

  /// The true time so many nanoseconds after the world's beginning, rounded down to milliseconds.
  public static func milliseconds(atNanoseconds nanoseconds: Int64) -> Int64 {
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return beginningMilliseconds + quotient - (remainder < 0 ? 1 : 0)
  }
}
