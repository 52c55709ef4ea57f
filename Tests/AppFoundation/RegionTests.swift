import AppFoundation
import Backend
import Foundation
import Harness
import Network
import Simulator
import Testing

@testable import Devices

#if canImport(Glibc)
  import Glibc
#endif

/// An app that tells the time of day and a number in its phone's way.
@MainActor
private final class DaysApp: MainActorApp {
  typealias Screen = String

  init(services: PhoneServices<String>, configuration: Int) {}
  func start() {}
  var screen: String { "days" }

  /// Noon of the first of July 2026, UTC.
  private let noon = Date(timeIntervalSince1970: 1_782_907_200)

  var hours: [String] {
    let zone = TimeZone.current
    let style = Date.FormatStyle(locale: Locale(identifier: "en_GB"))
      .hour(.twoDigits(amPM: .omitted)).minute(.twoDigits)
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "HH.mm"
    formatter.timeZone = .current
    return [
      zone.identifier, "\(zone.secondsFromGMT(for: noon) / 60)",
      "\(TimeZone.autoupdatingCurrent.secondsFromGMT(for: noon) / 60)",
      "\(Calendar.current.component(.hour, from: noon))",
      "\(Calendar.autoupdatingCurrent.component(.hour, from: noon))",
      noon.formatted(style), formatter.string(from: noon),
    ]
  }

  /// What is told where nobody names a zone.
  var defaults: [String] {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "HH.mm"
    let calendar = Calendar(identifier: .gregorian)
    return [
      formatter.string(from: noon), formatter.timeZone.identifier,
      "\(formatter.timeZone.secondsFromGMT(for: noon) / 60)",
      "\(calendar.component(.hour, from: noon))", calendar.timeZone.identifier,
      NSTimeZone.default.identifier, NSTimeZone.system.identifier,
      "\(NSCalendar(identifier: .gregorian)?.component(.hour, from: noon) ?? -1)",
    ]
  }

  /// The zone of a calendar that a formatter has of its language.
  var formattersCalendar: String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    return formatter.calendar.timeZone.identifier
  }

  func setDefault(_ identifier: String) {
    guard let zone = TimeZone(identifier: identifier) else { return }
    NSTimeZone.default = zone
  }

  #if canImport(Glibc)
    /// A time as the C library tells it, and the way back; last the one that the beginning of daylight saving time leaves out.
    var libraryTimes: [String] {
      var time = time_t(1_782_907_200)
      var parts = unsafe tm()
      _ = unsafe localtime_r(&time, &parts)
      let shared = unsafe localtime(&time)?.pointee.tm_hour
      let zone = unsafe parts.tm_zone.map { unsafe String(cString: $0) } ?? "-"
      let back = unsafe mktime(&parts)
      var gap = unsafe tm()
      unsafe (gap.tm_year, gap.tm_mon, gap.tm_mday, gap.tm_hour, gap.tm_min) = (126, 2, 29, 2, 30)
      let found = unsafe mktime(&gap)
      return unsafe [
        "\(parts.tm_hour).\(parts.tm_min)", "\(shared ?? -1)", "\(parts.tm_gmtoff / 60)",
        "\(parts.tm_isdst)", zone, "\(back - 1_782_907_200)", "\(found)", "\(gap.tm_hour)",
      ]
    }
  #endif

  var words: [String] {
    let formatter = DateFormatter()
    formatter.dateStyle = .long
    formatter.timeStyle = .none
    let numbers = NumberFormatter()
    numbers.numberStyle = .decimal
    return [
      Locale.current.identifier, Locale.autoupdatingCurrent.identifier,
      Locale.preferredLanguages.joined(), 1234.5.formatted(),
      noon.formatted(date: .long, time: .omitted), formatter.string(from: noon),
      numbers.string(from: 1234.5) ?? "-", "\(Calendar.current.firstWeekday)",
    ]
  }
}

#if os(Linux)
  @Suite("Zone, calendar and language are those of the phone")
  struct RegionTests {
    private typealias Alice = Phone<HostedApp<DaysApp>>

    private static func phone(
      _ name: String, _ zone: PhoneTimeZone, _ locale: PhoneLocale, on stage: AppStage
    ) async throws -> Alice {
      let phone = try Alice(
        name: name, user: name.lowercased(), on: .wifi, clock: WallClock(zone: zone),
        locale: locale, network: stage.network, server: stage.backend.host, configuration: 0)
      try await phone.launch()
      return phone
    }

    @Test("each phone has its own zone, and a person may change it while the app runs")
    func zones() {
      let (zone, locale) = (TimeZone.current, Locale.current)
      let world = World(seed: 1, schedule: .random)
      let verdict = world.run {
        let stage = try AppStage(in: world)
        let alice = try await Self.phone("Alice", .berlin, .english, on: stage)
        let bob = try await Self.phone("Bob", .fixed(.minutes(-210)), .english, on: stage)
        let berlin = ["Europe/Berlin", "120", "120", "14", "14", "14:00", "14.00"]
        let atFirst = await alice.touch("look") { $0.hours }
        #expect(atFirst == berlin)
        let atBob = await bob.touch("look") { $0.hours }
        #expect(atBob == ["GMT-0330", "-210", "-210", "8", "8", "08:30", "08.30"])
        await alice.setTimeZone(.newYork)
        let later = await alice.touch("look") { $0.hours }
        #expect(later == ["America/New_York", "-240", "-240", "8", "8", "08:00", "08.00"])
        // Code of no app has those of the machine.
        #expect(TimeZone.current == zone)
        #expect(Locale.current == locale)
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("formatters and calendars that are told no zone have the phone's")
    func defaultZones() {
      let zone = NSTimeZone.default
      let world = World(seed: 1, schedule: .random)
      let verdict = world.run {
        let stage = try AppStage(in: world)
        let alice = try await Self.phone("Alice", .berlin, .english, on: stage)
        let bob = try await Self.phone("Bob", .fixed(.minutes(-210)), .english, on: stage)
        func all(_ zone: String, _ minutes: String, _ hour: String, _ time: String) -> [String] {
          [time, zone, minutes, hour, zone, zone, zone, hour]
        }
        let atAlice = await alice.touch("look") { $0.defaults }
        #expect(atAlice == all("Europe/Berlin", "120", "14", "14.00"))
        let atBob = await bob.touch("look") { $0.defaults }
        #expect(atBob == all("GMT-0330", "-210", "8", "08.30"))
        await alice.setTimeZone(.newYork)
        let later = await alice.touch("look") { $0.defaults }
        #expect(later == all("America/New_York", "-240", "8", "08.00"))
        // Foundation keeps that one for a language, so it is nobody's.
        let keptZone = await alice.touch("look") { $0.formattersCalendar }
        #expect(keptZone == zone.identifier)
        // An app's own default is the app's alone.
        await alice.touch("set") { $0.setDefault("Asia/Tokyo") }
        let own = await alice.touch("look") { $0.defaults }
        #expect(own?.prefix(3) == ["21.00", "Asia/Tokyo", "540"])
        let stillBob = await bob.touch("look") { $0.defaults }
        #expect(stillBob == atBob)
        #expect(NSTimeZone.default == zone)
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
      #expect(NSTimeZone.default == zone)
    }

    #if canImport(Glibc)
      @Test("the C library's local time is the phone's")
      func libraryTimes() {
        let world = World(seed: 1, schedule: .random)
        let verdict = world.run {
          let stage = try AppStage(in: world)
          let alice = try await Self.phone("Alice", .berlin, .english, on: stage)
          let bob = try await Self.phone("Bob", .fixed(.minutes(-210)), .english, on: stage)
          let atAlice = await alice.touch("look") { $0.libraryTimes }
          // 02:30 of 29 March is read as the winter's: 01:30 UTC, which is 03:30.
          #expect(atAlice == ["14.0", "14", "120", "1", "GMT+2", "0", "1774747800", "3"])
          let atBob = await bob.touch("look") { $0.libraryTimes }
          #expect(
            atBob == ["8.30", "8", "-210", "0", "GMT-3:30", "0", "1774764000", "2"])
        }
        #expect(verdict.outcome == .passed, "\(verdict)")
      }
    #endif

    @Test("each phone has its own language, and a person may change it")
    func languages() {
      let world = World(seed: 1, schedule: .random)
      let verdict = world.run {
        let stage = try AppStage(in: world)
        let alice = try await Self.phone("Alice", .utc, .german, on: stage)
        let bob = try await Self.phone("Bob", .utc, .arabic, on: stage)
        let german = [
          "de", "de", "de", "1.234,5", "1. Juli 2026", "1. Juli 2026", "1.234,5", "2",
        ]
        let atFirst = await alice.touch("look") { $0.words }
        #expect(atFirst == german)
        let atBob = await bob.touch("look") { $0.words }
        #expect(
          atBob == [
            "ar_EG", "ar_EG", "ar-EG", "١٬٢٣٤٫٥", "١ يوليو، ٢٠٢٦", "١ يوليو، ٢٠٢٦", "١٬٢٣٤٫٥",
            "7",
          ])
        try await alice.setLocale(.english)
        let later = await alice.touch("look") { $0.words }
        #expect(
          later == ["en", "en", "en", "1,234.5", "July 1, 2026", "July 1, 2026", "1,234.5", "1"])
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }
  }
#endif
