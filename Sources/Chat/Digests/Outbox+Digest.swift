internal import Backend
internal import Simulator

// What a run's digest sees of the outbox and of the pauses between receipts.

extension OutboxOperation {
  func digest(into hash: inout StableHash) {
    hash.mix(UInt64(number))
    if let previous { previous.digest(into: &hash) }
    if let mark { mark.digest(into: &hash) }
    switch change {
    case .start(let conversation, let members):
      hash.mix(UInt64(1))
      conversation.digest(into: &hash)
      members.digest(into: &hash)
    case .send(let message):
      hash.mix(UInt64(2))
      message.digest(into: &hash)
    case .deliver(let messages):
      hash.mix(UInt64(3))
      messages.digest(into: &hash)
    case .read(let messages):
      hash.mix(UInt64(4))
      messages.digest(into: &hash)
    case .edit(let message, let text, let revision):
      hash.mix(UInt64(5))
      message.digest(into: &hash)
      hash.mix(text)
      hash.mix(UInt64(revision))
    case .delete(let message):
      hash.mix(UInt64(6))
      message.digest(into: &hash)
    case .deleteMedia(let message):
      hash.mix(UInt64(21))
      message.digest(into: &hash)
    case .change(let change):
      hash.mix(UInt64(7))
      change.digest(into: &hash)
    case .describe(let conversation, let edit):
      hash.mix(UInt64(9))
      conversation.digest(into: &hash)
      edit.digest(into: &hash)
    case .attach(let message, let number):
      hash.mix(UInt64(13))
      message.digest(into: &hash)
      hash.mix(UInt64(number))
    case .share(let turn):
      hash.mix(UInt64(8))
      turn.digest(into: &hash)
    case .set(let setting):
      hash.mix(UInt64(11))
      setting.digest(into: &hash)
    case .clear(let conversation, let message):
      hash.mix(UInt64(12))
      conversation.digest(into: &hash)
      message.digest(into: &hash)
    }
  }
}

extension ReceiptPace {
  func digest(into hash: inout StableHash) {
    hash.mix(earliestNext.nanoseconds)
    hash.mix(quietFrom?.nanoseconds ?? -1)
    hash.mix(flight?.since.nanoseconds ?? -1)
    hash.mix(flight.map { $0.isLeading ? 1 : 2 } ?? 0 as UInt64)
  }
}

extension GroupEdit: Digestible {
  func digest(into hash: inout StableHash) {
    hash.mix(property)
    switch self {
    case .name(let text), .photo(let text), .description(let text): hash.mix(text)
    case .adminsOnly(let isOn): isOn.digest(into: &hash)
    case .role(let user, let role):
      user.digest(into: &hash)
      hash.mix(role.rawValue)
    case .pin(let message, let isOn):
      message.digest(into: &hash)
      isOn.digest(into: &hash)
    case .invitation(let guest, let isOn):
      guest.digest(into: &hash)
      isOn.digest(into: &hash)
    }
  }
}
