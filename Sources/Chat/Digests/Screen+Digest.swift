internal import Backend
internal import Devices
public import Simulator

// What a run's digest sees of a screen.

extension Screen: Digestible {
  public func digest(into hash: inout StableHash) {
    hash.mix(Int64(badge))
    alert.digest(into: &hash)
    if isRightToLeft { hash.mix("right to left") }
    hash.mix(UInt64(conversations.count))
    // A span lends its rows, which a loop would copy.
    let conversations = conversations
    let rows = conversations.span
    for index in rows.indices {
      rows[index].id.digest(into: &hash)
      hash.mix(rows[index].title)
      hash.mix(rows[index].preview)
      hash.mix(Int64(rows[index].unread ?? -1))
      if rows[index].isArchived { hash.mix("archived") }
      if rows[index].isMuted { hash.mix("muted") }
      if rows[index].isInArchive { hash.mix("in the archive") }
      if let tag = rows[index].tag { hash.mix(tag) }
      if let departure = rows[index].departure { hash.mix("departure \(departure)") }
      rows[index].photo?.digest(into: &hash)
    }
    for invitation in invitations {
      invitation.conversation.digest(into: &hash)
      hash.mix(invitation.text)
      invitation.accept.digest(into: &hash)
      invitation.decline.digest(into: &hash)
    }
    if let search {
      hash.mix("search")
      hash.mix(search.words)
      search.found.digest(into: &hash)
    }
    if sharesReceipts == false { hash.mix("no receipts") }
    thread?.digest(into: &hash)
    sheet?.digest(into: &hash)
    if let prompt { hash.mix("prompt \(prompt)") }
    if traits != PhoneTraits() { traits.digest(into: &hash) }
    if let question { hash.mix("\(question.text) \(question.confirm) \(question.cancel)") }
  }
}

extension Screen.GroupPhoto {
  fileprivate func digest(into hash: inout StableHash) {
    hash.mix("photo \(place)")
    content.digestContent(into: &hash)
  }
}

extension Screen.MessageThread {
  fileprivate func digest(into hash: inout StableHash) {
    id.digest(into: &hash)
    hash.mix(title)
    members.digest(into: &hash)
    isReadOnly.digest(into: &hash)
    if isGroup { hash.mix("group") }
    photo?.digest(into: &hash)
    subtitle.digest(into: &hash)
    hash.mix(composer)
    hash.mix(Int64(unread))
    hash.mix(Int64(inView.lowerBound))
    hash.mix(Int64(inView.upperBound))
    for bubble in bubbles { bubble.digest(into: &hash) }
    previews.first.digest(into: &hash)
    for preview in previews.dropFirst() { preview.digest(into: &hash) }
    if let writingNotice { hash.mix(writingNotice) }
    if canPin { hash.mix("pins") }
    if canAdd { hash.mix("adds") }
    if !isMember { hash.mix("no member") }
    if !pinned.isEmpty { hash.mix(UInt64(pinned.count)) }
    for message in pinned {
      message.id.digest(into: &hash)
      hash.mix(message.text)
    }
    if let storageWarning { hash.mix("storage \(storageWarning)") }
    if let typingLine {
      hash.mix("typing")
      hash.mix(typingLine)
    }
    if !typists.isEmpty { typists.digest(into: &hash) }
  }
}

extension Screen.Photo: Digestible {
  public func digest(into hash: inout StableHash) {
    hash.mix(place)
    content.digestContent(into: &hash)
    hash.mix(Int64(width))
    hash.mix(Int64(height))
    progress.digest(into: &hash)
    failure.digest(into: &hash)
    hash.mix(label)
    if isVideo { hash.mix("video") }
  }
}

extension Screen.Preview: Digestible {
  public func digest(into hash: inout StableHash) {
    hash.mix(name)
    hash.mix(thumbnail.fingerprint)
    hash.mix(Int64(thumbnail.byteCount))
    hash.mix(size)
    if isVideo { hash.mix("video") }
  }
}

extension Screen.Bubble {
  fileprivate func digest(into hash: inout StableHash) {
    id.digest(into: &hash)
    author.digest(into: &hash)
    hash.mix(text)
    hash.mix(time)
    photos.first.digest(into: &hash)
    for photo in photos.dropFirst() { photo.digest(into: &hash) }
    if let pageLabel { hash.mix(pageLabel) }
    if page != 0 { hash.mix("page \(page)") }
    if let mediaNote { hash.mix("no media: \(mediaNote)") }
    if let status { hash.mix(status.rawValue) }
    if let receiptLabel { hash.mix(receiptLabel) }
    hash.mix(speaker)
    if let spokenStatus { hash.mix(spokenStatus) }
    if let spokenProgress { hash.mix(spokenProgress) }
    if let spokenRepair { hash.mix(spokenRepair) }
    // One word for what is there and how it is shown, so that no text can stand for another.
    if let statusMilliseconds { hash.mix(statusMilliseconds) }
    if let marks { hash.mix(marks.description) }
    var traits: UInt64 = offersRetry ? 1 : 0
    if offersReceipts { traits |= 2 }
    if isDeleted { traits |= 4 }
    if isEdited { traits |= 8 }
    if photo != nil { traits |= 16 }
    if status != nil { traits |= 32 }
    if receiptLabel != nil { traits |= 64 }
    if spokenStatus != nil { traits |= 128 }
    if marks != nil { traits |= 256 }
    if statusMilliseconds != nil { traits |= 512 }
    if controls.contains(.edit) { traits |= 1_024 }
    if controls.contains(.delete) { traits |= 2_048 }
    if controls.contains(.reload) { traits |= 4_096 }
    if controls.contains(.deleteMedia) { traits |= 8_192 }
    if spokenProgress != nil { traits |= 16_384 }
    if spokenRepair != nil { traits |= 32_768 }
    if pageLabel != nil { traits |= 65_536 }
    hash.mix(traits)
  }
}
