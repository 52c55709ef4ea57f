internal import Devices

extension ChatText {
  /// The table in English.
  static func english(_ phrase: Phrase, _ form: PluralCategory) -> String {
    switch phrase {
    case .sending: "Sending"
    case .sent: "Sent"
    case .delivered: "Delivered"
    case .read: "Read"
    case .failed: "Failed, actions available"
    case .you: "You"
    case .youObject: "you"
    case .readByCount: "Read by {read} of {all}"
    case .receiptsTitle: "Read Receipts"
    case .infoTitle: "Message Info"
    case .pickerTitle: "Add Participants"
    case .readHeading: "Read ({count})"
    case .deliveredHeading: "Delivered ({count})"
    case .pendingHeading: "Pending ({count})"
    case .done: "Done"
    case .add: "Add"
    case .cancel: "Cancel"
    case .pending: "Pending"
    case .notYet: "Not yet"
    case .now: "now"
    case .minutesAgo:
      switch form {
      case .one: "{count} minute ago"
      default: "{count} minutes ago"
      }
    case .hoursAgo:
      switch form {
      case .one: "{count} hour ago"
      default: "{count} hours ago"
      }
    case .yesterday: "yesterday"
    case .daysAgo:
      switch form {
      case .one: "{count} day ago"
      default: "{count} days ago"
      }
    case .online: "online"
    case .lastSeen: "last seen {time}"
    case .deletedUser: "Deleted User"
    case .unknownUser: "Unknown User"
    case .unknownUsers:
      switch form {
      case .one: "{count} unknown user"
      default: "{count} unknown users"
      }
    case .photo: "[Photo]"
    case .deletedMessage: "This message was deleted"
    case .pictureDamaged: "The photo is damaged and cannot be sent"
    case .uploadDisconnected: "Not sent: the connection was lost"
    case .uploadTimedOut: "Not sent: the server did not answer"
    case .uploadRefused: "Not sent: the server refused the photo"
    case .downloadTimedOut: "Could not be loaded: the server did not answer"
    case .downloadUnavailable: "Could not be loaded: the photo is not there"
    case .mediaDeleted: "Media deleted"
    case .deleteMedia: "Delete media"
    case .mediaNotDeleted: "The media could not be deleted"
    case .video: "[Video]"
    case .spokenVideo: "Video, double tap to play"
    case .spokenVideoPlaceholder: "Video, not loaded"
    case .videoDamaged: "The video is damaged and cannot be sent"
    case .videoTooLarge: "The video has {size}. At most {limit} can be sent"
    case .videoRefused: "Not sent: the server refused the video"
    case .videoUnavailable: "Could not be loaded: the video is not there"
    case .pageNumber: "{page} of {all}"
    case .tooManyPictures:
      switch form {
      case .one: "Only one photo or video can be sent at once"
      default: "At most {count} photos and videos can be sent at once"
      }
    case .tooManyPixels:
      "A photo or video of more than {limit} pixels in width or height cannot be sent"
    case .mediaTitle: "Media"
    case .allMedia: "All"
    case .photosOnly: "Photos"
    case .videosOnly: "Videos"
    case .noMedia: "Nothing has been shared yet"
    case .downloadAll: "Download all ({count})"
    case .mediaHere: "On this phone"
    case .mediaElsewhere: "Not on this phone"
    case .mediaLoading: "Loading…"
    case .mediaToCome: "Not sent yet"
    case .uploadedShare: "{percent} %"
    case .megabytes: "{count} MB"
    case .kilobytes: "{count} KB"
    case .photosTitle: "Photos"
    case .photosPrompt: "“Chat” would like access to your photos, to send those you choose"
    case .allowPhotos: "Allow Full Access"
    case .limitPhotos: "Limit Access…"
    case .denyPhotos: "Don’t Allow"
    case .photosDenied: "Chat may not see your photos. You can allow it in Settings"
    case .noPhotos: "No photos"
    case .selectMorePhotos: "Select More Photos…"
    case .openSettings: "Open Settings"
    case .storageLow: "Storage is almost full: {free} left, and sending this needs {size}"
    case .spokenPhoto: "Photo, double tap to open full screen"
    case .spokenPlaceholder: "Photo, not loaded"
    case .closePicture: "✕"
    case .addedOne: "{actor} added {users}"
    case .addedSeveral:
      switch form {
      case .one: "{actor} added {count} participant"
      default: "{actor} added {count} participants"
      }
    case .removedOne: "{actor} removed {users}"
    case .removedSeveral:
      switch form {
      case .one: "{actor} removed {count} participant"
      default: "{actor} removed {count} participants"
      }
    case .left: "{actor} left"
    case .created: "{actor} created the group"
    case .youAddedOne: "{actor} added {users}"
    case .youAddedSeveral:
      switch form {
      case .one: "{actor} added {count} participant"
      default: "{actor} added {count} participants"
      }
    case .youRemovedOne: "{actor} removed {users}"
    case .youRemovedSeveral:
      switch form {
      case .one: "{actor} removed {count} participant"
      default: "{actor} removed {count} participants"
      }
    case .youLeft: "{actor} left"
    case .youCreated: "{actor} created the group"
    case .addedYou: "{actor} added you"
    case .removedYou: "You were removed from {group}"
    case .newMessages:
      switch form {
      case .one: "{count} new message in {group}"
      default: "{count} new messages in {group}"
      }
    case .typingOne: "{first} is typing…"
    case .typingTwo: "{first} and {second} are typing…"
    case .typingMany:
      switch form {
      case .one: "{first}, {second} and {count} other are typing…"
      default: "{first}, {second} and {count} others are typing…"
      }
    case .typingUnknown:
      switch form {
      case .one: "{count} person is typing…"
      default: "{count} people are typing…"
      }
    case .spokenProgress: "uploading, {share}"
    case .actionsAvailable: "actions available"
    case .spokenUnread: "{count} unread"
    case .spokenMuted: "muted"
    case .spokenArchived: "read only"
    case .spokenInArchive: "in the archive"
    case .spokenPinned: "Pinned"
    case .conversationsTitle: "Conversations"
    case .searchField: "Search"
    case .back: "Back"
    case .toNewest: "Newest message"
    case .composer: "Message"
    case .send: "Send"
    case .addPicture: "Add photo"
    case .attachment: "Photo to send"
    case .removeAttachment: "Remove photo"
    case .videoToSend: "Video to send"
    case .removeVideo: "Remove video"
    case .groupPhoto: "Group photo"
    case .giveRole: "Change role"
    case .spokenClose: "Close"
    case .alertOK: "OK"
    case .newConversation: "New conversation"
    case .sendReceipts: "Send read receipts"
    case .switchOn: "on"
    case .switchOff: "off"
    case .markRead: "Mark as read"
    case .mute: "Mute"
    case .unmute: "Unmute"
    case .unarchive: "Unarchive"
    case .changeTag: "Change tag"
    case .pin: "Pin"
    case .unpin: "Unpin"
    case .changeName: "Change name"
    case .changePhoto: "Change photo"
    case .changeDescription: "Change description"
    case .invite: "Invite"
    case .retry: "Try again"
    case .reload: "Load again"
    case .edit: "Edit"
    case .deleteMessage: "Delete"
    case .photoWord: "Photo"
    case .videoWord: "Video"
    case .yes: "Yes"
    case .exactTimeHint: "Double tap for the exact time"
    case .fullScreenHint: "Double tap to open full screen"
    case .playHint: "Double tap to play"
    case .infoHint: "Double tap for group info"
    case .mediaHint: "Double tap for photos and videos"
    case .photoSent: "Photo sent"
    case .videoSent: "Video sent"
    case .spokenArrivals:
      switch form {
      case .one: "{count} new message"
      default: "{count} new messages"
      }
    case .separator: ", "
    case .groupUnchanged: "The group could not be changed"
    case .chatUnchanged: "The conversation could not be changed"
    case .diskFull: "The phone's storage is full. Nothing new is kept until there is room"
    case .notKept: "Your changes could not be saved yet"
    case .membersHeading: "Participants ({count})"
    case .admin: "Admin"
    case .joined: "{actor} joined"
    case .youJoined: "{actor} joined"
    case .invitation: "{actor} invites you to {group}"
    case .accept: "Accept"
    case .decline: "Decline"
    case .invited: "Invited"
    case .withdraw: "Withdraw"
    case .moderator: "Moderator"
    case .onlyAdminsWrite: "Only admins can send messages"
    case .groupOver: "This group is archived"
    case .membershipOver: "You are not a member any more"
    case .statistics: "Statistics"
    case .messagesOfDay:
      switch form {
      case .one: "{count} message"
      default: "{count} messages"
      }
    case .membersOfDay:
      switch form {
      case .one: "{count} participant"
      default: "{count} participants"
      }
    case .uploading: "Uploading…"
    case .remove: "Remove"
    case .leave: "Leave"
    case .archive: "Archive"
    case .askRemove: "Remove {users} from {group}?"
    case .askLeave: "Leave {group}?"
    case .askArchive: "A group needs two members. Archive {group}?"
    case .membersUnchanged: "The members could not be changed"
    case .startRefused: "The conversation could not be started"
    case .sizeRefused: "A conversation has from 2 to 256 members"
    }
  }
}
