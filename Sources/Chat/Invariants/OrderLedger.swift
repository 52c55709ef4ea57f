internal import Devices
internal import Simulator

/// The orders in which messages were sent on all phones, against which the thread of every phone is held (I-19).
///
/// A message has its place when it comes to the outbox. One that comes there once more, by a retry or because it was refused
/// for want of its conversation, may stand at either place: nobody knows whether the first attempt was accepted. So may one
/// that waited when its phone's disk was erased: what had left the phone may be accepted behind what is sent afterwards.
/// Messages that a user sent on two phones are not compared, as nobody can say for two phones without a network which was
/// first. A message that has failed is where it failed.
struct OrderLedger: Sendable {
  /// The place of a message among those of the phone that sent it.
  private struct Place {
    let phone: String
    let author: UserID
    let ordinal: Int
  }

  private var places: [MessageID: Place] = [:]
  /// Messages that may stand anywhere.
  private var loose: Set<MessageID> = []
  private var last = 0

  /// A user has sent a message on a phone, for the first time or once more.
  mutating func send(_ id: MessageID, by author: UserID, on phone: String) {
    last += 1
    let place = Place(phone: phone, author: author, ordinal: last)
    if places.updateValue(place, forKey: id) != nil { loose.insert(id) }
  }

  /// A phone's disk was erased while messages waited in its outbox.
  mutating func loosen(_ ids: Set<MessageID>) { loose.formUnion(ids) }

  /// Looks at the thread of a phone, with the messages of all authors.
  func judge(
    _ thread: Screen.MessageThread, on phone: String, without refused: Set<MessageID> = []
  ) -> Breach? {
    var last: [String: (ordinal: Int, bubble: Screen.Bubble)] = [:]
    for bubble in thread.bubbles {
      guard let place = places[bubble.id], bubble.status != .failed,
        !loose.contains(bubble.id), !refused.contains(bubble.id)
      else { continue }
      if let before = last[place.phone], before.ordinal > place.ordinal {
        return Breach(
          of: "I-19",
          "the messages of \(place.author) to stand in the order of sending on \(phone)",
          "\(named(before.bubble.id, before.bubble.text)) was sent after "
            + "\(named(bubble.id, bubble.text)) and stands before it")
      }
      last[place.phone] = (place.ordinal, bubble)
    }
    return nil
  }
}
