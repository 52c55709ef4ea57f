internal import Harness
internal import Network
internal import Simulator

// What a person sets on the phone for the look of its apps, which change under the person's eyes.

extension Phone {
  /// The look of the phone's apps.
  public nonisolated var traits: PhoneTraits { traitsInForce.withValue { $0 } }

  /// Sets the size of text in all apps; the app is told (``PhoneApp/traitsChanged(to:)``).
  public func setTextSize(
    _ size: TextSize, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line
  ) {
    world.reaches(fileID, filePath, line)
    setTraits { $0.textSize = size }
  }

  /// Switches Increase Contrast; the app is told (``PhoneApp/traitsChanged(to:)``).
  public func setIncreasesContrast(
    _ isOn: Bool, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line
  ) {
    world.reaches(fileID, filePath, line)
    setTraits { $0.increasesContrast = isOn }
  }

  /// Makes all apps light on dark, or dark on light again; the app is told (``PhoneApp/traitsChanged(to:)``).
  public func setDarkMode(
    _ isOn: Bool, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line
  ) {
    world.reaches(fileID, filePath, line)
    setTraits { $0.isDark = isOn }
  }

  /// Gives the app another width, as when the phone is turned, or an iPad shows another app beside it; the app is told
  /// (``PhoneApp/traitsChanged(to:)``).
  ///
  /// - Parameter width: Points, above zero.
  public func setScreenWidth(
    _ width: Int, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) {
    world.reaches(fileID, filePath, line)
    guard width > 0 else {
      let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
      world.misuse(
        Misuse("\(name).setScreenWidth(_:): \(width) points, where a screen has some"),
        at: location)
      return
    }
    setTraits { $0.width = width }
  }

  private func setTraits(_ change: (inout PhoneTraits) -> Void) {
    var changed = traits
    change(&changed)
    guard changed != traits else { return }
    world.moment("\(name).look")
    traitsInForce.withValue { [changed] in $0 = changed }
    world.journal.record(TraitsEvent(traits: changed), about: host.subject)
    tellTraits()
  }

  /// Tells the app how it is to look. One that is suspended hears of it when it is on the screen again, once.
  func tellTraits() {
    let traits = traits
    switch lifeState {
    case .foreground, .inactive, .background: tellRunningApp { $0.traitsChanged(to: traits) }
    case .suspended: isTraitsChangeDue = true
    case .terminated: break
    }
  }

  /// Tells the app on its return what it has missed.
  func tellDueTraits() {
    guard isTraitsChangeDue else { return }
    isTraitsChangeDue = false
    tellTraits()
  }
}
