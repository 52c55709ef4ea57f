internal import Backend
public import Simulator

// What a run's digest sees of the rows on a phone's disk.

extension ConversationFact.Member {
  public func digest(into hash: inout StableHash) {
    user.digest(into: &hash)
    hash.mix(joinedMilliseconds)
  }
}

extension ConversationFact {
  public func digest(into hash: inout StableHash) {
    id.digest(into: &hash)
    members.digest(into: &hash)
    admins.digest(into: &hash)
    hash.mix((isGroup ? 2 : 0) | (isMember ? 1 : 0) as UInt64)
    if let departure { hash.mix(departure.rawValue) }
    if let lastJoinedMilliseconds { hash.mix(lastJoinedMilliseconds) }
    guard name != nil || photo != nil || isArchived || details != nil else { return }
    name.digest(into: &hash)
    photo.digest(into: &hash)
    isArchived.digest(into: &hash)
    details?.digest(into: &hash)
  }
}

extension ReceiptRow {
  func digest(into hash: inout StableHash) {
    key.message.digest(into: &hash)
    key.user.digest(into: &hash)
    hash.mix(milliseconds)
  }
}

extension KeptStatus {
  func digest(into hash: inout StableHash) {
    message.digest(into: &hash)
    hash.mix(status.rawValue)
  }
}

extension SeenFact {
  public func digest(into hash: inout StableHash) {
    message.digest(into: &hash)
    conversation.digest(into: &hash)
    hash.mix((isPrivate ? 2 : 0) | (isSettled ? 1 : 0) as UInt64)
  }
}

extension ProfileFact {
  public func digest(into hash: inout StableHash) {
    user.digest(into: &hash)
    name.digest(into: &hash)
  }
}

extension InvitationFact {
  func digest(into hash: inout StableHash) {
    conversation.digest(into: &hash)
    host.digest(into: &hash)
    hash.mix(title)
    if !members.named.isEmpty { members.named.digest(into: &hash) }
    if !members.areAll { hash.mix("and more") }
  }
}

extension PresencePlace {
  func digest(into hash: inout StableHash) { key.digest(into: &hash) }
}

extension UserID: Digestible {
  public func digest(into hash: inout StableHash) { key.digest(into: &hash) }
}

extension ConversationID: Digestible {
  public func digest(into hash: inout StableHash) { key.digest(into: &hash) }
}

extension MessageID: Digestible {
  public func digest(into hash: inout StableHash) { key.digest(into: &hash) }
}

extension MessageFact: Digestible {
  public func digest(into hash: inout StableHash) {
    id.digest(into: &hash)
    conversation.digest(into: &hash)
    author.digest(into: &hash)
    hash.mix(text)
    attachments.first.digest(into: &hash)
    for attachment in attachments.dropFirst() { attachment.digest(into: &hash) }
    hash.mix(UInt64(revision))
    isDeleted.digest(into: &hash)
    if isMediaDeleted { hash.mix("media deleted") }
    notice.digest(into: &hash)
    hash.mix(localMilliseconds)
    serverMilliseconds.digest(into: &hash)
    if let guessedMilliseconds { hash.mix(guessedMilliseconds) }
    switch submission {
    case .queued: hash.mix(UInt64(1))
    case .accepted: hash.mix(UInt64(2))
    case .failed(let reason): hash.mix(reason)
    }
  }
}

extension Attachment: Digestible {
  public func digest(into hash: inout StableHash) {
    hash.mix(UInt64(number))
    hash.mix(contentType)
    hash.mix(Int64(byteCount))
    hash.mix(Int64(width))
    hash.mix(Int64(height))
    hash.mix(file.text)
    url.digest(into: &hash)
    uploadedMilliseconds.digest(into: &hash)
  }
}

extension MembershipNotice {
  public func digest(into hash: inout StableHash) {
    hash.mix(kind.rawValue)
    actor.digest(into: &hash)
    users.digest(into: &hash)
  }
}

extension ConversationDetails: Digestible {
  public func digest(into hash: inout StableHash) {
    description.digest(into: &hash)
    isAdminsOnly.digest(into: &hash)
    moderators.digest(into: &hash)
    hash.mix(UInt64(invited.count))
    for guest in invited.keys.sorted() {
      guest.digest(into: &hash)
      invited[guest].digest(into: &hash)
    }
    hash.mix(UInt64(pins.count))
    for pin in pins {
      pin.message.digest(into: &hash)
      pin.user.digest(into: &hash)
      hash.mix(pin.milliseconds)
    }
  }
}
