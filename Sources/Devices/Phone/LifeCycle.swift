/// The states of an app's life on a phone, as iOS names them.
///
/// Source: Apple, "Managing your app's life cycle" and `UIApplication.State`. A suspended app keeps its memory and runs no
/// code; a terminated one is only what stands on the disk.
public enum LifeState: String, Hashable, Sendable {
  /// Not running: never launched, killed, or deleted.
  case terminated
  /// On the screen.
  case foreground
  /// Running and in front, but covered by the system, as by a call or the Control Centre: nobody sees it or touches it.
  case inactive
  /// Running without being on the screen, for as long as the system allows.
  case background
  /// In memory, but no code of it runs until it comes back to the foreground.
  case suspended
}

/// The events in an app's life cycle.
public enum LifeEvent: String, Hashable, Sendable {
  case launch
  /// The system launches the app behind the screen, as for a response to a notification.
  case launchBehind = "launch behind the screen"
  case enterBackground
  case enterForeground
  /// The system covers the app.
  case resignActive = "resign active"
  /// The system covers the app no more.
  case becomeActive = "become active"
  case suspend
  /// The system lets a suspended app run for a while, behind the screen.
  case wake
  case terminate
  /// A person touches the app; it changes nothing about its life.
  case gesture
}

/// An event that cannot happen in the present state.
public struct LifeError: Error, Hashable, CustomStringConvertible {
  /// The phone's name.
  public let phone: String
  /// The present state.
  public let state: LifeState
  /// The event that is not possible in this state.
  public let event: LifeEvent

  public var description: String {
    let remedy =
      switch (state, event) {
      case (.terminated, _): "launch it first"
      case (.inactive, .gesture), (.inactive, .enterForeground), (.inactive, .resignActive):
        "the system covers it; uncover it first"
      case (_, .resignActive), (_, .becomeActive): "only an app in the foreground is covered"
      case (_, .gesture): "bring it to the foreground first"
      case (_, .wake): "only a suspended app is woken"
      case (_, .suspend): "only an app in the background is suspended; send it there first"
      case (_, .launch), (_, .launchBehind):
        "it runs already; kill it first, or bring it to the foreground"
      default: "it is already there"
      }
    return "\(phone)'s app is in state \(state.rawValue) and cannot \(event.rawValue): \(remedy)"
  }
}

extension LifeState {
  /// Whether the app is in front of all others, covered by the system or not.
  public var isInFront: Bool { self == .foreground || self == .inactive }

  /// The state after an event; nil when it cannot happen.
  public func after(_ event: LifeEvent) -> LifeState? {
    switch (self, event) {
    case (.terminated, .launch): .foreground
    case (.terminated, .launchBehind): .background
    case (.foreground, .resignActive): .inactive
    case (.inactive, .becomeActive): .foreground
    case (.foreground, .enterBackground), (.inactive, .enterBackground): .background
    case (.background, .suspend): .suspended
    case (.suspended, .wake): .background
    case (.background, .enterForeground), (.suspended, .enterForeground): .foreground
    case (.foreground, .terminate), (.inactive, .terminate), (.background, .terminate),
      (.suspended, .terminate):
      .terminated
    default: nil
    }
  }
}
