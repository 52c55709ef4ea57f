internal import Foundation
internal import Simulator
internal import Synchronization
internal import SystemSupport

// The time zone that Foundation and the C library take where nobody names one: that of the phone whose app asks, or the one that
// its code has set as `NSTimeZone.default`. A formatter, a calendar that is made by its identifier and `localtime_r(3)` take it.
//
// Foundation keeps a default in two places, in Swift and in CoreFoundation, and asks for either by a call that can be led
// elsewhere. Source: swift-corelibs-foundation, `NSTimeZone.default`, `CFDateFormatterCreate`.

extension Replaced {
  static var defaultZones: [Interposed.Replacement] {
    // The library finds the machine's own zone by `localtime_r`, once: before any app asks.
    _ = TimeZone.current
    _ = unsafe systemZone()
    let zone = MaybeZone { Replaced.defaultZone }
    let set = ZoneSetter { Replaced.setDefault($0) }
    let calendar = FixedDays { Replaced.calendar($0) }
    let copy: CopyZone = { unsafe Replaced.copyDefaultZone(or: &realCopyDefault) }
    let copySystem: CopyZone = { unsafe Replaced.copyDefaultZone(or: &realCopySystem) }
    let value: LocaleValue = { unsafe Replaced.localeValue($0, $1) }
    let setZone: SetZone = { unsafe Replaced.setCoreDefault($0) }
    var all = unsafe [
      Interposed.replacement(
        "$s20FoundationEssentials8TimeZoneV8_defaultACSgvgZ", code(of: zone), &realDefault),
      Interposed.replacement(
        "$s20FoundationEssentials8TimeZoneV8_defaultACSgvsZ", code(of: set), &realSetDefault),
      Interposed.replacement(
        "$s20FoundationEssentials8CalendarV10identifierA2C10IdentifierOh_tcfC",
        code(of: calendar), &realFixed),
      Interposed.replacement("CFTimeZoneCopyDefault", copy, &realCopyDefault),
      Interposed.replacement("CFTimeZoneCopySystem", copySystem, &realCopySystem),
      Interposed.replacement("CFTimeZoneSetDefault", setZone, &realSetCore),
      Interposed.replacement("CFLocaleGetValue", value, &realLocaleValue),
    ]
    #if canImport(Glibc)
      let local: LocalTime = { unsafe Replaced.localTime($0, $1) }
      let shared: SharedLocalTime = { unsafe Replaced.sharedLocalTime($0) }
      let make: MakeTime = { unsafe Replaced.makeTime($0) }
      unsafe all += [
        Interposed.replacement("localtime_r", local, &realLocalTime),
        Interposed.replacement("localtime", shared, &realSharedLocalTime),
        Interposed.replacement("mktime", make, &realMakeTime),
      ]
    #endif
    return unsafe all
  }

  private struct MaybeZone { let ask: () -> TimeZone? }
  private struct ZoneSetter { let set: (__owned TimeZone?) -> Void }
  private struct FixedDays { let make: (Calendar.Identifier) -> Calendar }
  private typealias CopyZone = @convention(c) () -> UnsafeRawPointer?
  private typealias LocaleValue =
    @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?) -> UnsafeRawPointer?
  private typealias SetZone = @convention(c) (UnsafeRawPointer?) -> Void

  /// The default that the code of a launch has set.
  private final class ChosenZone {
    var zone: TimeZone?
  }

  /// The default of the launch that is running; nil for code of none.
  private static var phoneDefault: TimeZone? {
    guard let phoneZone else { return nil }
    return SimulatedProcess.asking?.singleton { ChosenZone() }.zone ?? phoneZone
  }

  private static var defaultZone: TimeZone? {
    if let phoneDefault { return phoneDefault }
    return unsafe real(&realDefault, as: MaybeZone.self).ask()
  }

  private static func setDefault(_ zone: TimeZone?) {
    guard phoneZone != nil, let process = SimulatedProcess.asking else {
      return unsafe real(&realSetDefault, as: ZoneSetter.self).set(zone)
    }
    process.singleton { ChosenZone() }.zone = zone
  }

  /// A calendar by its identifier has the default zone.
  private static func calendar(_ identifier: Calendar.Identifier) -> Calendar {
    var calendar = unsafe real(&realFixed, as: FixedDays.self).make(identifier)
    if let phoneDefault { calendar.timeZone = phoneDefault }
    return calendar
  }

  // MARK: - CoreFoundation

  private static func systemZone() -> UnsafeRawPointer? {
    guard let copy = unsafe DynamicLinker.symbol("CFTimeZoneCopySystem") else { return nil }
    return unsafe unsafeBitCast(copy, to: CopyZone.self)()
  }

  private static func copyDefaultZone(
    or place: UnsafeMutablePointer<UInt>
  ) -> UnsafeRawPointer? {
    if let phoneDefault, let zone = unsafe coreZone(phoneDefault.identifier) { return unsafe zone }
    return unsafe unsafeBitCast(Interposed.real(place), to: CopyZone.self)()
  }

  /// The setter of `NSTimeZone.default` sets this one beside the other, which knows it already.
  private static func setCoreDefault(_ zone: UnsafeRawPointer?) {
    guard phoneZone == nil else { return }
    unsafe unsafeBitCast(Interposed.real(&realSetCore), to: SetZone.self)(zone)
  }

  /// A value of a language, which the library keeps for all who ask: the calendar among them has the machine's zone, whoever is first.
  private static func localeValue(
    _ locale: UnsafeRawPointer?, _ key: UnsafeRawPointer?
  ) -> UnsafeRawPointer? {
    unsafe World.allowingRealWorld {
      unsafe unsafeBitCast(Interposed.real(&realLocaleValue), to: LocaleValue.self)(locale, key)
    }
  }

  /// A zone of CoreFoundation by its name, which the caller releases; nil where there is none.
  private static func coreZone(_ name: String) -> UnsafeRawPointer? {
    typealias MakeText =
      @convention(c) (UnsafeRawPointer?, UnsafePointer<CChar>, UInt32) -> UnsafeRawPointer?
    typealias MakeZone =
      @convention(c) (UnsafeRawPointer?, UnsafeRawPointer, UInt8) -> UnsafeRawPointer?
    typealias Release = @convention(c) (UnsafeRawPointer) -> Void
    let utf8: UInt32 = 0x0800_0100
    guard let makeText = unsafe DynamicLinker.symbol("CFStringCreateWithCString"),
      let makeZone = unsafe DynamicLinker.symbol("CFTimeZoneCreateWithName"),
      let release = unsafe DynamicLinker.symbol("CFRelease")
    else { return nil }
    return unsafe World.allowingRealWorld {
      guard let text = unsafe unsafeBitCast(makeText, to: MakeText.self)(nil, name, utf8) else {
        return nil
      }
      defer { unsafe unsafeBitCast(release, to: Release.self)(text) }
      return unsafe unsafeBitCast(makeZone, to: MakeZone.self)(nil, text, 1)
    }
  }

  // MARK: - The C library

  #if canImport(Glibc)
    private typealias LocalTime =
      @convention(c) (UnsafePointer<time_t>, UnsafeMutablePointer<tm>) -> UnsafeMutablePointer<tm>?
    private typealias SharedLocalTime =
      @convention(c) (UnsafePointer<time_t>) -> UnsafeMutablePointer<tm>?
    private typealias MakeTime = @convention(c) (UnsafeMutablePointer<tm>) -> time_t

    private static func localTime(
      _ time: UnsafePointer<time_t>, _ parts: UnsafeMutablePointer<tm>
    ) -> UnsafeMutablePointer<tm>? {
      guard let phoneZone else {
        return unsafe unsafeBitCast(Interposed.real(&realLocalTime), to: LocalTime.self)(
          time, parts)
      }
      return unsafe World.allowingRealWorld { unsafe fill(parts, time.pointee, in: phoneZone) }
    }

    private static func sharedLocalTime(
      _ time: UnsafePointer<time_t>
    ) -> UnsafeMutablePointer<tm>? {
      guard let phoneZone else {
        return unsafe unsafeBitCast(
          Interposed.real(&realSharedLocalTime), to: SharedLocalTime.self)(time)
      }
      // The library's own place for it: its next caller overwrites it, as ever.
      return unsafe World.allowingRealWorld {
        guard let parts = unsafe gmtime(time) else { return nil }
        return unsafe fill(parts, time.pointee, in: phoneZone)
      }
    }

    private static func fill(
      _ parts: UnsafeMutablePointer<tm>, _ time: time_t, in zone: TimeZone
    ) -> UnsafeMutablePointer<tm>? {
      let date = Date(timeIntervalSince1970: TimeInterval(time))
      let offset = zone.secondsFromGMT(for: date)
      var shown = time + offset
      guard unsafe gmtime_r(&shown, parts) != nil else { return nil }
      unsafe parts.pointee.tm_gmtoff = offset
      unsafe parts.pointee.tm_isdst = zone.isDaylightSavingTime(for: date) ? 1 : 0
      unsafe parts.pointee.tm_zone = name(zone.abbreviation(for: date) ?? "UTC")
      return unsafe parts
    }

    /// The moment of a time of day. Of the two that the end of daylight saving time has, and of the one that its beginning
    /// leaves out, the offset before the change counts, whatever `tm_isdst` says: ours.
    private static func makeTime(_ parts: UnsafeMutablePointer<tm>) -> time_t {
      guard let phoneZone else {
        return unsafe unsafeBitCast(Interposed.real(&realMakeTime), to: MakeTime.self)(parts)
      }
      return World.allowingRealWorld {
        let shown = unsafe timegm(parts)
        let day = 86_400
        func offset(at time: time_t) -> Int {
          phoneZone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(time)))
        }
        let (before, after) = (offset(at: shown - day), offset(at: shown + day))
        let isLater =
          offset(at: shown - before) != before && offset(at: shown - after) == after
        let time = shown - (isLater ? after : before)
        _ = unsafe fill(parts, time, in: phoneZone)
        return time
      }
    }

    /// The name of a zone where it stays for ever, as that of the library does.
    private static func name(_ text: String) -> UnsafePointer<CChar>? {
      unsafe names.withLock { names in
        if let known = unsafe UnsafePointer<CChar>(bitPattern: names[text] ?? 0) {
          return unsafe known
        }
        guard let made = unsafe strdup(text) else { return nil }
        names[text] = UInt(bitPattern: made)
        return unsafe UnsafePointer(made)
      }
    }

    private static let names = Mutex<[String: UInt]>([:])
  #endif
}

// The addresses of the library's own functions.

@exclusivity(unchecked) nonisolated(unsafe) private var realDefault: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realSetDefault: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realFixed: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realCopyDefault: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realCopySystem: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realSetCore: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realLocaleValue: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realLocalTime: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realSharedLocalTime: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realMakeTime: UInt = 0
