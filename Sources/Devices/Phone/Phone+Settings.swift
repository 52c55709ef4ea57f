internal import Harness
internal import Network
internal import Simulator

// What a person sets on the phone itself, or its system by itself: language, time zone, daylight saving time.

extension Phone {
  /// The phone's language and region.
  public nonisolated var locale: PhoneLocale { localeInForce.withValue { $0 } }

  /// Changes the phone's language, as a person does in Settings: the system ends the app, and launches it anew where it was
  /// on the screen.
  ///
  /// An app chooses its words when it is launched. Source: Apple, Technical Q&A QA1828, "How iOS Determines the Language
  /// For Your App". That a person comes back to the app at once is ours.
  public func setLocale(
    _ locale: PhoneLocale, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line
  ) async throws {
    world.reaches(fileID, filePath, line)
    world.moment("\(name).language")
    try await waitUntilUsable()
    guard locale != self.locale else { return }
    localeInForce.withValue { $0 = locale }
    world.journal.record(LocaleEvent(locale: locale), about: host.subject)
    let state = lifeState
    guard state != .terminated else { return }
    try die("was ended since the phone's language changed")
    if state == .foreground { try start() }
  }

  /// Takes the phone to another time zone: its clocks follow at once, and the app is told
  /// (``PhoneApp/significantTimeChange()``).
  public func setTimeZone(
    _ zone: PhoneTimeZone, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) {
    setClock(fileID: fileID, filePath: filePath, line: line) { $0.zone = zone }
  }

  /// Sets the clock on the wall, as a person or a time zone does; the app is told
  /// (``PhoneApp/significantTimeChange()``).
  ///
  /// A clock that cannot be ends the run as misused, and the phone keeps the one that it has.
  public func setClock(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    _ change: @Sendable (inout WallClock) -> Void
  ) {
    world.reaches(fileID, filePath, line)
    // Changed outside of the phone's own value: the closure may look at the phone.
    var clock = wallClock.withValue { $0 }
    change(&clock)
    if let flaw = clock.flaw {
      let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
      world.misuse(Misuse("\(name).setClock: \(flaw)"), at: location)
      return
    }
    let before = wallClock.withValue { wallClock in
      defer { wallClock = clock }
      return wallClock
    }
    world.journal.record(ClockEvent(clock: clock), about: host.subject)
    film(clock)
    if clock.skew != before.skew { database?.post { $0.systemClockChanged() } }
    tellTimeChange()
    awaitZoneChange()
  }

  /// Tells a report of the phone's clock.
  nonisolated func film(_ clock: WallClock) {
    guard let recorder = world.recorder else { return }
    let zone = clock.zone.offset(atMilliseconds: clock.milliseconds(at: world.now))
    let offset = clock.skew + zone
    recorder.change(.clock, of: name, to: Int(offset.milliseconds))
    let drift = clock.driftPartsPerMillion
    recorder.change(.drift, of: name, to: drift.isFinite ? Int((drift * 1000).rounded()) : 0)
  }

  /// Waits, with a timer that holds nothing up, for the clock on the wall to come to a change of daylight saving time.
  func awaitZoneChange() {
    zoneTimer.cancel()
    let clock = wallClock.withValue { $0 }
    let shown = clock.milliseconds(at: world.now)
    guard let change = clock.zone.nextChange(afterMilliseconds: shown) else { return }
    let delay = clock.time(untilShowing: change, from: world.now)
    zoneTimer = schedule(after: max(delay, .milliseconds(1)), background: true) { phone in
      phone.zoneMayHaveChanged(change)
    }
  }

  private func zoneMayHaveChanged(_ change: Int64) {
    let clock = wallClock.withValue { $0 }
    // Rounding may have been early by a millisecond.
    guard clock.milliseconds(at: world.now) >= change else { return awaitZoneChange() }
    let offset = clock.zone.offset(atMilliseconds: change)
    world.journal.record(
      JournalNote(.life, "clocks put: \(clock.zone) is \(offset.stopwatch) ahead of UTC"),
      about: host.subject)
    film(clock)
    tellTimeChange()
    awaitZoneChange()
  }

  /// Tells the app that its times read differently. One that is suspended hears of it when it is on the screen again, once.
  func tellTimeChange() {
    switch lifeState {
    case .foreground, .inactive, .background:
      tellRunningApp { $0.significantTimeChange() }
    case .suspended: isTimeChangeDue = true
    case .terminated: break
    }
  }
}
