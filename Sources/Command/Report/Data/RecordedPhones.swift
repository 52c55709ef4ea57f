internal import Harness
import Simulator

/// The phones of a recording, as they were after an event.
struct RecordedPhones {
  let recording: Recording

  /// The last value of a part that can be seen of a phone; nil where it had none yet.
  func value(_ part: Recording.Frame.Part, of phone: Int, at event: Int) -> Int? {
    recording.frames.last { $0.phone == phone && $0.part == part && $0.event <= event }?.value
  }

  /// The number of the app's screen, in ``Recording/nodes``; nil where the app is not on the phone's screen.
  func screen(of phone: Int, at event: Int) -> Int? {
    guard let life = life(of: phone, at: event), life == "foreground" || life == "inactive",
      let screen = value(.screen, of: phone, at: event), screen >= 0
    else { return nil }
    return screen
  }

  /// The words where the app would be, such as "not running".
  func absence(of phone: Int, at event: Int) -> String {
    let life = life(of: phone, at: event)
    return life == "background" || life == "suspended" ? "in the background" : "not running"
  }

  /// The word for the network at the top of the screen.
  func network(of phone: Int, at event: Int) -> String {
    guard value(.interface, of: phone, at: event) != 0 else { return "✈" }
    return value(.link, of: phone, at: event).map { recording.texts[$0] } ?? ""
  }

  /// The time of day that a phone's clock shows, such as `9:05`.
  func clock(of phone: Int, at event: Int) -> String {
    let nanoseconds = recording.events[event].instant
    let drift =
      nanoseconds / 1_000_000 * Int64(value(.drift, of: phone, at: event) ?? 0) / 1_000_000_000
    let shown =
      TrueTime.milliseconds(atNanoseconds: 0) + nanoseconds / 1_000_000 + drift
      + Int64(value(.clock, of: phone, at: event) ?? 0)
    let minutes = ((shown / 60_000) % 1440 + 1440) % 1440
    let rest = "\(minutes % 60)"
    return "\(minutes / 60):\(rest.count == 1 ? "0" : "")\(rest)"
  }

  /// The number of the notification centre, in ``Recording/nodes``; nil where there was none yet.
  func shade(of phone: Int, at event: Int) -> Int? {
    value(.shade, of: phone, at: event).flatMap { $0 < 0 ? nil : $0 }
  }

  /// The name of the state of the app's life; nil before its first launch.
  func life(of phone: Int, at event: Int) -> String? {
    value(.life, of: phone, at: event).map { recording.texts[$0] }
  }
}
