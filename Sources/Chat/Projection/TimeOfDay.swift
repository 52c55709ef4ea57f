internal import Devices
internal import Simulator

/// Times as the app writes them, on the viewing phone's clock and in its zone.
enum TimeOfDay {
  /// Hours and minutes of a moment, such as "12:05".
  static func text(_ milliseconds: Int64, in clock: WallClock) -> String {
    let local = milliseconds + clock.zoneOffset.nanoseconds / 1_000_000
    let day: Int64 = 86_400_000
    let minutes = Int((local % day + day) % day / 60_000)
    return "\(two(minutes / 60)):\(two(minutes % 60))"
  }

  private static func two(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
