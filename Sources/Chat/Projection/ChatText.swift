/// The words that the app shows and that VoiceOver says.
enum ChatText {
  /// What VoiceOver says of a bubble; `author` is nil for the viewer's own.
  static func accessibilityLabel(
    author: UserID?, text: String, time: String, status: DeliveryStatus?
  ) -> String {
    let who = author.map { "\($0)" } ?? "You"
    let fate = status.map { ", \(spoken($0))" } ?? ""
    return "\(who): \(text), \(time)\(fate)"
  }

  /// A status as VoiceOver says it.
  static func spoken(_ status: DeliveryStatus) -> String {
    switch status {
    case .sending: "Sending"
    case .sent: "Sent"
    case .delivered: "Delivered"
    case .read: "Read"
    case .failed: "Failed, actions available"
    }
  }
}
