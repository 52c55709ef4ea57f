internal import Simulator

/// The daylight saving time of a zone: by how much its clocks are put forward, and on which Sundays.
struct DaylightSaving: Hashable, Sendable {
  /// A Sunday of each year, and the time of its day at which clocks are put.
  struct Change: Hashable, Sendable {
    let month: Int
    /// The day of the month on or after which the Sunday is; nil for the last one of the month.
    let earliestDay: Int?
    let time: Duration
    /// Whether the time is UTC, and not what clocks show until then.
    let isUTC: Bool

    init(_ month: Int, onOrAfter earliestDay: Int? = nil, at time: Duration, isUTC: Bool = false) {
      self.month = month
      self.earliestDay = earliestDay
      self.time = time
      self.isUTC = isUTC
    }

    /// The moment of the change in a year, in milliseconds since 1970.
    ///
    /// - Parameter offset: What clocks are ahead of UTC until then.
    func moment(in year: Int, from offset: Duration) -> Int64 {
      let local = sunday(in: year) * DaylightSaving.dayLength + time.milliseconds
      return isUTC ? local : local - offset.milliseconds
    }

    /// The day of the change, counted from 1970-01-01, which was a Thursday.
    private func sunday(in year: Int) -> Int64 {
      func weekday(_ day: Int64) -> Int64 { ((day + 4) % 7 + 7) % 7 }
      guard let earliestDay else {
        let isDecember = month == 12
        let last =
          CivilDate(year: isDecember ? year + 1 : year, month: isDecember ? 1 : month + 1, day: 1)
          .dayNumber - 1
        return last - weekday(last)
      }
      let first = CivilDate(year: year, month: month, day: earliestDay).dayNumber
      return first + (7 - weekday(first)) % 7
    }
  }

  let amount: Duration
  let begins: Change
  let ends: Change

  static let dayLength: Int64 = 86_400_000

  /// `Rule EU 1981 max Mar lastSun 1:00u 1:00` and `Rule EU 1996 max Oct lastSun 1:00u 0`.
  static let europe = DaylightSaving(
    amount: .hours(1), begins: Change(3, at: .hours(1), isUTC: true),
    ends: Change(10, at: .hours(1), isUTC: true))
  /// `Rule US 2007 max Mar Sun>=8 2:00 1:00` and `Rule US 2007 max Nov Sun>=1 2:00 0`.
  static let unitedStates = DaylightSaving(
    amount: .hours(1), begins: Change(3, onOrAfter: 8, at: .hours(2)),
    ends: Change(11, onOrAfter: 1, at: .hours(2)))
  /// `Rule LH 2008 max Oct Sun>=1 2:00 0:30` and `Rule LH 2008 max Apr Sun>=1 2:00 0`.
  static let lordHowe = DaylightSaving(
    amount: .minutes(30), begins: Change(10, onOrAfter: 1, at: .hours(2)),
    ends: Change(4, onOrAfter: 1, at: .hours(2)))

  /// The moments of a year at which it begins and ends, in milliseconds since 1970.
  func changes(in year: Int, _ standardOffset: Duration) -> (begin: Int64, end: Int64) {
    (
      begins.moment(in: year, from: standardOffset),
      ends.moment(in: year, from: standardOffset + amount)
    )
  }
}
