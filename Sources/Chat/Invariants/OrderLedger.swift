internal import Devices
internal import Simulator

/// The order in which one phone's user has sent messages on it, and in which its threads show them (I-19).
///
/// A message has its place when it comes to the outbox. One that comes there once more, by a retry or because it was refused
/// for want of its conversation, may stand at either place: nobody knows whether the first attempt was accepted. Messages of a user's other phones are
/// left out, as nobody can say for two phones without a network which was first. A message that has failed is where it
/// failed.
struct OrderLedger: Sendable {
  let user: UserID
  private var ordinals: [MessageID: Int] = [:]
  /// Messages that were sent more than once.
  private var retried: Set<MessageID> = []
  private var last = 0

  init(of user: UserID) {
    self.user = user
  }

  /// The user has sent a message on this phone, for the first time or once more.
  mutating func send(_ id: MessageID) {
    last += 1
    if ordinals.updateValue(last, forKey: id) != nil { retried.insert(id) }
  }

  /// Looks at a thread.
  func judge(
    _ thread: Screen.MessageThread, on phone: String, without refused: Set<MessageID> = []
  ) -> Breach? {
    if last < 2 { return nil }
    var before: (ordinal: Int, bubble: Screen.Bubble)?
    for bubble in thread.bubbles {
      guard let ordinal = ordinals[bubble.id], bubble.status != .failed,
        !retried.contains(bubble.id), !refused.contains(bubble.id)
      else { continue }
      if let before, before.ordinal > ordinal {
        return Breach(
          of: "I-19", "the messages of \(user) to stand in the order of sending on \(phone)",
          "\(named(before.bubble.id, before.bubble.text)) was sent after "
            + "\(named(bubble.id, bubble.text)) and stands before it")
      }
      before = (ordinal, bubble)
    }
    return nil
  }
}
