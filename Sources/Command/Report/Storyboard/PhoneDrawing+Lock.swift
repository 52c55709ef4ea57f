internal import Harness
import Simulator

extension PhoneDrawing {
  /// What is known of the app while it is not on the screen.
  enum Absence: String, Hashable {
    case background = "runs behind the lock screen"
    case suspended = "suspended"
    case notRunning = "not running"

    /// - Parameter life: The name of the state of the app's life; nil before its first launch.
    init(life: String?) {
      self = life == "background" ? .background : life == "suspended" ? .suspended : .notRunning
    }

    /// The ground of the lock screen: dark where the app is not running.
    var ground: String {
      switch self {
      case .background: "#33448f"
      case .suspended: "#2f3448"
      case .notRunning: "#0b0c10"
      }
    }

    fileprivate var tile: String {
      switch self {
      case .background: "#2f9e5b"
      case .suspended: "#5b6b62"
      case .notRunning: "#24272f"
      }
    }
  }

  private static let middle = width / 2
  private static let most = 3

  /// The lock screen: the clock, the newest notifications, and the app's icon with its badge.
  var lockScreen: String {
    var body = SVG.text(
      clock, x: Self.middle, y: 88, size: 38, fill: "#ffffff", weight: "600", anchor: "middle")
    var y = 106.0
    for node in notifications.suffix(Self.most).reversed() {
      body += notification(node, y: y)
      y += 42
    }
    let icon = Self.height - 96
    body += SVG.box(
      x: Self.middle - 21, y: icon, width: 42, height: 42, radius: 11, fill: absence.tile)
    body += Self.bubble(
      x: Self.middle - 12, y: icon + 10, fill: absence == .notRunning ? "#7b808c" : "#ffffff")
    if !badge.isEmpty {
      let width = max(18, SVG.width(of: badge, size: 10.5) + 10)
      body += SVG.box(
        x: Self.middle + 12, y: icon - 6, width: width, height: 18, radius: 9, fill: "#d42a2a")
      body += SVG.text(
        badge, x: Self.middle + 12 + width / 2, y: icon + 6.5, size: 10.5, fill: "#ffffff",
        weight: "650", anchor: "middle")
    }
    return body
      + SVG.text(
        absence.rawValue, x: Self.middle, y: icon + 58, size: 10.5, fill: "#ffffff",
        anchor: "middle")
  }

  private var notifications: [Recording.Node] {
    shade.map { recording.nodes[$0].parts.map { recording.nodes[$0] } } ?? []
  }

  /// The number on the app's icon; empty where there is none.
  private var badge: String { shade.map { recording.texts[recording.nodes[$0].texts[2]] } ?? "" }

  private func notification(_ node: Recording.Node, y: Double) -> String {
    let words = node.texts.map { recording.texts[$0] }
    let room = Self.width - 50
    return SVG.box(x: 16, y: y, width: Self.width - 32, height: 37, radius: 11, fill: "#eef0f6")
      + SVG.text(
        SVG.cut(words[0], to: room, size: 11), x: 25, y: y + 15, size: 11, fill: "#10131a",
        weight: "650")
      + SVG.text(
        SVG.cut(words[1], to: room, size: 11), x: 25, y: y + 29, size: 11, fill: "#10131a")
  }

  /// A speech bubble, 24 wide.
  private static func bubble(x: Double, y: Double, fill: String) -> String {
    let path =
      "M12 0C5.5 0 1 4 1 9c0 3 1.7 5.6 4.4 7.3L4.2 20.4l4.8-2.4c1 .2 2 .3 3 .3 6.5 0 11-4.1 11-9.2S18.5 0 12 0z"
    return "<path transform=\"translate(\(SVG.number(x)) \(SVG.number(y)))\" fill=\"\(fill)\" "
      + "d=\"\(path)\"/>\n"
  }
}
