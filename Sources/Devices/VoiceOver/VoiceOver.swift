internal import Simulator

/// The part of a phone's system that reads screens aloud and speaks what apps announce.
final class VoiceOver: Sendable {
  /// What was said, looked at as a screen is.
  let display: Display<SpokenAnnouncements>
  private let isOn: WorldBound<Bool>
  private let life: WorldBound<LifeState>

  init(in world: World, of subject: JournalSource, life: WorldBound<LifeState>) {
    display = Display(in: world, of: subject)
    isOn = WorldBound(false, in: world)
    self.life = life
  }

  var isRunning: Bool { isOn.withValue { $0 } }

  /// Switches it; what was said before is forgotten.
  func run(_ isRunning: Bool) {
    isOn.withValue { $0 = isRunning }
    display.show(SpokenAnnouncements(), "VoiceOver \(isRunning ? "on" : "off")")
  }

  /// Says something for the app, which is heard only where the app is in front and nothing of the system covers it.
  func announce(_ announcement: String) {
    guard isRunning, life.withValue({ $0 }) == .foreground else { return }
    var spoken = display.screen ?? SpokenAnnouncements()
    spoken.append(announcement)
    display.show(spoken, "VoiceOver says “\(announcement)”")
  }
}

/// VoiceOver as the app of one launch knows it; without effect once its process has died.
public struct AppVoiceOver: Sendable {
  private let voiceOver: VoiceOver
  private let process: AppProcess

  init(voiceOver: VoiceOver, process: AppProcess) {
    self.voiceOver = voiceOver
    self.process = process
  }

  /// Whether the person has VoiceOver on.
  ///
  /// Source: Apple, `UIAccessibility.isVoiceOverRunning`.
  public var isRunning: Bool { voiceOver.isRunning }

  /// Has VoiceOver say something about a change on the screen that does not move its focus.
  ///
  /// Nothing is said while VoiceOver is off, or the app is not active: behind the screen, on a locked phone, under a call.
  /// Source: Apple, `UIAccessibility.post(notification:argument:)` with `UIAccessibility.Notification.announcement`. That an
  /// app which is not active is not heard is our reading; that no announcement cuts off an earlier one is ours.
  public func announce(_ announcement: String) {
    guard process.isAlive else { return process.noteAttempt("announce something") }
    voiceOver.announce(announcement)
  }
}
