internal import Backend
internal import Devices
internal import Simulator

// What a run's digest sees of the sheet in front of a screen.

extension Screen.Sheet {
  func digest(into hash: inout StableHash) {
    switch self {
    case .receipts(let sheet):
      hash.mix(UInt64(1))
      sheet.digest(into: &hash)
    case .info(let info):
      hash.mix(UInt64(2))
      info.digest(into: &hash)
    case .picker(let picker):
      hash.mix(UInt64(3))
      picker.digest(into: &hash)
    case .group(let info):
      hash.mix(UInt64(4))
      info.digest(into: &hash)
    case .picture(let viewer):
      hash.mix(UInt64(5))
      viewer.digest(into: &hash)
    case .statistics(let statistics):
      hash.mix(UInt64(6))
      statistics.digest(into: &hash)
    case .media(let sheet):
      hash.mix(UInt64(7))
      sheet.digest(into: &hash)
    case .photos(let sheet):
      hash.mix(UInt64(8))
      sheet.digest(into: &hash)
    }
  }
}

// MARK: - Who has read a message

extension Screen.ReceiptSheet {
  fileprivate func digest(into hash: inout StableHash) {
    message.digest(into: &hash)
    hash.mix(title)
    read.digest(into: &hash)
    delivered.digest(into: &hash)
    pending.digest(into: &hash)
    hash.mix(done)
  }
}

extension Screen.Section {
  fileprivate func digest(into hash: inout StableHash) {
    hash.mix(heading)
    hash.mix(Int64(count))
    hash.mix(UInt64(rows.count))
    for row in rows {
      row.user.digest(into: &hash)
      hash.mix(row.name)
      row.avatar.digest(into: &hash)
      row.hasCheck.digest(into: &hash)
      row.time.digest(into: &hash)
    }
  }
}

extension Screen.MessageInfo {
  fileprivate func digest(into hash: inout StableHash) {
    message.digest(into: &hash)
    for text in [title, sent, delivered, read, done] { hash.mix(text) }
  }
}

// MARK: - Groups

extension Screen.MemberPicker {
  fileprivate func digest(into hash: inout StableHash) {
    hash.mix(title)
    hash.mix(UInt64(candidates.count))
    for candidate in candidates {
      candidate.user.digest(into: &hash)
      hash.mix(candidate.name)
      candidate.isPicked.digest(into: &hash)
    }
    hash.mix(Int64(count))
    canAdd.digest(into: &hash)
    hash.mix(add)
    hash.mix(cancel)
  }
}

extension Screen.GroupInfo {
  fileprivate func digest(into hash: inout StableHash) {
    conversation.digest(into: &hash)
    for text in [title, heading, media, done] { hash.mix(text) }
    picture.digestContent(into: &hash)
    for text in [photo, uploading, description, writing, add, statistics, leave] {
      text.digest(into: &hash)
    }
    canEdit.digest(into: &hash)
    hash.mix(UInt64(members.count))
    for member in members { member.digest(into: &hash) }
    for guest in guests {
      guest.user.digest(into: &hash)
      hash.mix(guest.name)
      hash.mix(guest.mark)
      guest.withdraw.digest(into: &hash)
    }
  }
}

extension Screen.MemberRow {
  fileprivate func digest(into hash: inout StableHash) {
    user.digest(into: &hash)
    hash.mix(name)
    role.digest(into: &hash)
    canGiveRole.digest(into: &hash)
    pending.digest(into: &hash)
    remove.digest(into: &hash)
  }
}

extension Screen.GroupStatistics {
  fileprivate func digest(into hash: inout StableHash) {
    conversation.digest(into: &hash)
    hash.mix(title)
    hash.mix(UInt64(days.count))
    for day in days {
      hash.mix(day.date)
      hash.mix(day.messages)
      hash.mix(day.members)
    }
    for writer in active {
      writer.user.digest(into: &hash)
      hash.mix(writer.name)
      hash.mix(Int64(writer.count))
    }
    peakHour.digest(into: &hash)
    hash.mix(done)
  }
}

// MARK: - Pictures

extension Screen.PictureViewer {
  fileprivate func digest(into hash: inout StableHash) {
    message.digest(into: &hash)
    content.digestContent(into: &hash)
    hash.mix(isVideo ? 1 : 0 as UInt64)
    pageLabel.digest(into: &hash)
    hash.mix(Int64(zoom))
    delete.digest(into: &hash)
    hash.mix(close)
  }
}

extension Screen.MediaSheet {
  fileprivate func digest(into hash: inout StableHash) {
    conversation.digest(into: &hash)
    hash.mix(title)
    hash.mix(filter.rawValue)
    filters.digest(into: &hash)
    hash.mix(UInt64(rows.count))
    for row in rows { row.digest(into: &hash) }
    hash.mix(Int64(count))
    empty.digest(into: &hash)
    downloadAll.digest(into: &hash)
    hash.mix(done)
  }
}

extension Screen.MediaRow {
  fileprivate func digest(into hash: inout StableHash) {
    message.digest(into: &hash)
    hash.mix(Int64(number))
    hash.mix((isVideo ? 2 : 0) | (hasFailed ? 1 : 0) as UInt64)
    hash.mix(author)
    hash.mix(time)
    content.digestContent(into: &hash)
    hash.mix(state)
    delete.digest(into: &hash)
  }
}

extension Screen.PhotoSheet {
  fileprivate func digest(into hash: inout StableHash) {
    hash.mix(title)
    hash.mix(access.rawValue)
    hash.mix(group?.text)
    hash.mix(UInt64(rows.count))
    for row in rows {
      row.picture.digest(into: &hash)
      hash.mix(row.time)
    }
    hash.mix(Int64(count))
    empty.digest(into: &hash)
    select.digest(into: &hash)
    notice.digest(into: &hash)
    settings.digest(into: &hash)
    hash.mix(cancel)
  }
}

extension FileContent? {
  /// Mixes in what is in a file, or that there is none.
  func digestContent(into hash: inout StableHash) {
    hash.mix(self?.fingerprint ?? 0)
    hash.mix(Int64(self?.byteCount ?? -1))
  }
}
