public import Simulator

/// A time zone: its offset from UTC, and the rules of its daylight saving time where it has one.
///
/// Source: the tz database, by the `Zone` and `Rule` lines that are in force without an end. They hold for all years here,
/// those before 2008 too, and are data of this file: what the machine knows of zones is never asked.
public struct PhoneTimeZone: Hashable, Sendable, Digestible {
  /// The name in the tz database, such as "Europe/Berlin"; empty for an offset without a name.
  public let name: String
  /// The offset from UTC of standard time, at most a day.
  public let standardOffset: Duration
  let saving: DaylightSaving?

  init(_ name: String, _ standardOffset: Duration, _ saving: DaylightSaving? = nil) {
    self.name = name
    self.standardOffset = standardOffset
    self.saving = saving
  }

  /// A zone with one offset for ever.
  public static func fixed(_ offset: Duration) -> PhoneTimeZone { PhoneTimeZone("", offset) }

  /// Coordinated universal time.
  public static let utc = PhoneTimeZone.fixed(.zero)
  /// Berlin: `Rule EU`, from the last Sunday of March to the last one of October at 1:00 UTC.
  public static let berlin = PhoneTimeZone("Europe/Berlin", .hours(1), .europe)
  /// Warsaw: `Rule EU`.
  public static let warsaw = PhoneTimeZone("Europe/Warsaw", .hours(1), .europe)
  /// New York: `Rule US`, from the second Sunday of March to the first one of November at 2:00.
  public static let newYork = PhoneTimeZone("America/New_York", .hours(-5), .unitedStates)
  /// Kolkata, without daylight saving time.
  public static let kolkata = PhoneTimeZone("Asia/Kolkata", .minutes(330))
  /// Riyadh, without daylight saving time.
  public static let riyadh = PhoneTimeZone("Asia/Riyadh", .hours(3))
  /// Lord Howe: `Rule LH`, half an hour from the first Sunday of October to the first one of April at 2:00.
  public static let lordHowe = PhoneTimeZone("Australia/Lord_Howe", .minutes(630), .lordHowe)

  /// The zones that have a name.
  public static let named: [PhoneTimeZone] = [
    berlin, warsaw, newYork, kolkata, riyadh, lordHowe,
  ]

  /// The offset from UTC at a moment, in milliseconds since 1970, UTC.
  public func offset(atMilliseconds moment: Int64) -> Duration {
    guard let saving else { return standardOffset }
    let (begin, end) = saving.changes(in: year(of: moment), standardOffset)
    let isSaving =
      begin < end ? begin <= moment && moment < end : !(end <= moment && moment < begin)
    return isSaving ? standardOffset + saving.amount : standardOffset
  }

  /// The first moment after another at which the offset changes, both in milliseconds since 1970; nil where it never does.
  public func nextChange(afterMilliseconds moment: Int64) -> Int64? {
    guard let saving else { return nil }
    let year = year(of: moment)
    return (year...year + 1).flatMap { year in
      let (begin, end) = saving.changes(in: year, standardOffset)
      return [begin, end]
    }.filter { $0 > moment }.min()
  }

  /// The year of a moment, by standard time: no zone changes its offset around New Year.
  private func year(of moment: Int64) -> Int {
    let local = moment + standardOffset.milliseconds
    let day = local / DaylightSaving.dayLength - (local % DaylightSaving.dayLength < 0 ? 1 : 0)
    return CivilDate(ofDay: day).year
  }
}

extension PhoneTimeZone: CustomStringConvertible {
  /// The name, or the offset of a zone without one.
  public var description: String { name.isEmpty ? standardOffset.stopwatch : name }
}
