internal import Devices
internal import Foundation
internal import Simulator
internal import SystemSupport

// The time zone, the calendar and the language of the phone whose app asks, whether its own code asks or Foundation for it.
//
// A function is a closure in a structure here, not a function without a context: the optimiser of Swift 6.3.1 fails on those
// that return a `TimeZone` or a `Calendar`. Both are called alike; a closure that captures nothing has no context to look at.

extension Replaced {
  static var regional: [Interposed.Replacement] {
    let zone = Zone { unsafe timeZone(or: &realZone) }
    let updatedZone = Zone { unsafe timeZone(or: &realUpdatedZone) }
    let calendar = Days { unsafe Replaced.calendar(or: &realCalendar) }
    let updatedCalendar = Days { unsafe Replaced.calendar(or: &realUpdatedCalendar) }
    let locale = Tongue { unsafe Replaced.locale(or: &realLocale) }
    let updatedLocale = Tongue { unsafe Replaced.locale(or: &realUpdatedLocale) }
    let languages = Languages { preferredLanguages }
    return unsafe [
      Interposed.replacement(
        "$s20FoundationEssentials8TimeZoneV7currentACvgZ", code(of: zone), &realZone),
      Interposed.replacement(
        "$s20FoundationEssentials8TimeZoneV19autoupdatingCurrentACvgZ", code(of: updatedZone),
        &realUpdatedZone),
      Interposed.replacement(
        "$s20FoundationEssentials8CalendarV7currentACvgZ", code(of: calendar), &realCalendar),
      Interposed.replacement(
        "$s20FoundationEssentials8CalendarV19autoupdatingCurrentACvgZ", code(of: updatedCalendar),
        &realUpdatedCalendar),
      Interposed.replacement(
        "$s20FoundationEssentials6LocaleV7currentACvgZ", code(of: locale), &realLocale),
      Interposed.replacement(
        "$s20FoundationEssentials6LocaleV19autoupdatingCurrentACvgZ", code(of: updatedLocale),
        &realUpdatedLocale),
      Interposed.replacement(
        "$s20FoundationEssentials6LocaleV18preferredLanguagesSaySSGvgZ", code(of: languages),
        &realLanguages),
    ]
  }

  private struct Zone { let ask: () -> TimeZone }
  private struct Days { let ask: () -> Calendar }
  private struct Tongue { let ask: () -> Locale }
  private struct Languages { let ask: () -> [String] }

  /// The address of the code of a closure in a structure of its own.
  static func code<Closure>(of closure: Closure) -> UnsafeRawPointer {
    let words = unsafe unsafeBitCast(closure, to: (UnsafeRawPointer, UInt).self)
    precondition(unsafe words.1 == 0, "a replacement captures something")
    return unsafe words.0
  }

  /// The library's own function, as a closure in a structure of its own.
  static func real<Closure>(
    _ place: UnsafeMutablePointer<UInt>, as type: Closure.Type
  ) -> Closure {
    unsafe unsafeBitCast((Interposed.real(place), UInt(0)), to: type)
  }

  /// The app that is running; nil for code of none.
  private static var app: AppProcess? { SimulatedProcess.asking?.program as? AppProcess }

  /// The time zone of the phone whose app asks; nil for code of none.
  ///
  /// One with a name has the rules that the library's data know.
  static var phoneZone: TimeZone? {
    guard let zone = app?.clock.zone else { return nil }
    return World.allowingRealWorld {
      (zone.name.isEmpty ? nil : TimeZone(identifier: zone.name))
        ?? TimeZone(secondsFromGMT: Int(zone.standardOffset.components.seconds))
    }
  }

  /// The language and region of the phone whose app asks; nil for code of none.
  private static var phoneLocale: Locale? {
    guard let tag = app?.locale.identifier else { return nil }
    return World.allowingRealWorld {
      Locale(identifier: tag.replacing("-", with: "_"))
    }
  }

  private static func timeZone(or place: UnsafeMutablePointer<UInt>) -> TimeZone {
    if let phoneZone { return phoneZone }
    return unsafe real(place, as: Zone.self).ask()
  }

  private static func calendar(or place: UnsafeMutablePointer<UInt>) -> Calendar {
    var calendar = unsafe real(place, as: Days.self).ask()
    if let phoneZone, let phoneLocale {
      calendar.locale = phoneLocale
      calendar.timeZone = phoneZone
    }
    return calendar
  }

  private static func locale(or place: UnsafeMutablePointer<UInt>) -> Locale {
    if let phoneLocale { return phoneLocale }
    return unsafe real(place, as: Tongue.self).ask()
  }

  private static var preferredLanguages: [String] {
    if let tag = app?.locale.identifier { return [tag] }
    return unsafe real(&realLanguages, as: Languages.self).ask()
  }
}

// The addresses of the library's own functions.

@exclusivity(unchecked) nonisolated(unsafe) private var realZone: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realUpdatedZone: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realCalendar: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realUpdatedCalendar: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realLocale: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realUpdatedLocale: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realLanguages: UInt = 0
