/// A date of the Gregorian calendar, which counts backwards before its beginning as well.
public struct CivilDate: Hashable, Sendable {
  /// The year.
  public let year: Int
  /// The month, from 1 on.
  public let month: Int
  /// The day of the month, from 1 on.
  public let day: Int

  /// A date.
  public init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The date of a day that is counted from 1970-01-01, of our era.
  ///
  /// Years begin in March here, so that a leap day is the last of its year.
  public init(ofDay number: Int64) {
    let shifted = Int(number) + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let isNextYear = monthFromMarch >= 10
    year = era * 400 + yearOfEra + (isNextYear ? 1 : 0)
    month = isNextYear ? monthFromMarch - 9 : monthFromMarch + 3
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
  }

  /// The day, counted from 1970-01-01.
  public var dayNumber: Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Int64(era * 146_097 + dayOfEra - 719_468)
  }
}
