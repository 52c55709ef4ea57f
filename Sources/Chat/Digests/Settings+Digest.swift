internal import Backend
internal import Devices
internal import Simulator

// What a run's digest sees of the rows that keep settings, pictures, and what is asked of notifications.

extension ConversationSetting {
  func digest(into hash: inout StableHash) {
    conversation.digest(into: &hash)
    hash.mix(topic.rawValue)
    hash.mix(id)
    hash.mix(value)
    hash.mix(milliseconds ?? -1)
  }
}

extension UploadFact {
  func digest(into hash: inout StableHash) {
    id.digest(into: &hash)
    switch purpose {
    case .photo(let conversation): conversation.digest(into: &hash)
    case .message(let message, let number):
      message.digest(into: &hash)
      hash.mix(UInt64(number))
    }
    picture.digest(into: &hash)
    hash.mix(state.description)
    hash.mix(Int64(timeouts))
    place.digest(into: &hash)
    hash.mix(Int64(session?.number ?? -1))
  }
}

extension FileFact {
  func digest(into hash: inout StableHash) {
    hash.mix(place)
    hash.mix(content.fingerprint)
    hash.mix(Int64(content.byteCount))
  }
}

extension NotificationIntent {
  func digest(into hash: inout StableHash) {
    id.digest(into: &hash)
    conversation.digest(into: &hash)
    message.digest(into: &hash)
    reply.digest(into: &hash)
    hash.mix(localMilliseconds)
  }
}
