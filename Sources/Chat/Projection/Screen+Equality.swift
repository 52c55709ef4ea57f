extension Screen.MessageThread: Equatable {
  public static func == (left: Screen.MessageThread, right: Screen.MessageThread) -> Bool {
    left === right
      || left.id == right.id && left.title == right.title && left.photo == right.photo
        && left.isGroup == right.isGroup
        && left.members == right.members
        && left.isReadOnly == right.isReadOnly && left.writingNotice == right.writingNotice
        && left.bubbles == right.bubbles && left.pinned == right.pinned
        && left.canPin == right.canPin && left.canAdd == right.canAdd
        && left.isMember == right.isMember
        && left.subtitle == right.subtitle && left.composer == right.composer
        && left.previews == right.previews && left.storageWarning == right.storageWarning
        && left.unread == right.unread && left.inView == right.inView
        && left.typists == right.typists && left.typingLine == right.typingLine
  }
}

extension Screen.Bubble: Equatable {
  public static func == (left: Screen.Bubble, right: Screen.Bubble) -> Bool {
    left === right
      || left.id == right.id && left.author == right.author && left.text == right.text
        && left.photos == right.photos && left.page == right.page
        && left.mediaNote == right.mediaNote && left.time == right.time
        && left.status == right.status
        && left.marks == right.marks && left.statusMilliseconds == right.statusMilliseconds
        && left.receiptLabel == right.receiptLabel && left.controls == right.controls
        && left.offersReceipts == right.offersReceipts && left.isDeleted == right.isDeleted
        && left.isEdited == right.isEdited && left.speaker == right.speaker
        && left.spokenStatus == right.spokenStatus && left.spokenProgress == right.spokenProgress
        && left.spokenRepair == right.spokenRepair
  }
}
