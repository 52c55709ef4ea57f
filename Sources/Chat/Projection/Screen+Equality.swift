internal import Simulator

extension Screen.MessageThread: Hashable {
  public static func == (left: Screen.MessageThread, right: Screen.MessageThread) -> Bool {
    left === right
      || left.id == right.id && left.title == right.title && left.members == right.members
        && left.isReadOnly == right.isReadOnly && left.bubbles == right.bubbles
        && left.subtitle == right.subtitle && left.composer == right.composer
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(bubbles)
  }
}

extension Screen.Bubble: Hashable {
  public static func == (left: Screen.Bubble, right: Screen.Bubble) -> Bool {
    left === right
      || left.id == right.id && left.author == right.author && left.text == right.text
        && left.image == right.image && left.time == right.time && left.status == right.status
        && left.receiptLabel == right.receiptLabel && left.offersRetry == right.offersRetry
        && left.offersReceipts == right.offersReceipts && left.isDeleted == right.isDeleted
        && left.isEdited == right.isEdited && left.speaker == right.speaker
        && left.spokenStatus == right.spokenStatus
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(status)
  }
}

extension Screen {
  /// A hash that equal screens share in every process.
  var stableHash: UInt64 {
    var hash = StableHash()
    hash.mix(Int64(badge))
    hash.mix(alert ?? "")
    for row in conversations {
      hash.mix(row.id.text)
      hash.mix(row.preview)
      hash.mix(Int64(row.unread ?? -1))
    }
    if let thread {
      hash.mix(thread.id.text)
      if let subtitle = thread.subtitle { hash.mix(subtitle) }
      if !thread.composer.isEmpty { hash.mix(thread.composer) }
      for bubble in thread.bubbles {
        hash.mix(bubble.id.text)
        hash.mix(bubble.text)
        hash.mix(bubble.time)
        hash.mix(bubble.status?.rawValue ?? "")
        if let label = bubble.receiptLabel { hash.mix(label) }
      }
    }
    if let sheet { hash.mix(sheet.description) }
    return hash.value
  }
}
