internal import Backend

/// The places of the chat's files in storage.
enum ChatPlaces {
  /// `/groups/CONVERSATION/USER/KEY`: a photo of a group, under the name of the admin who has uploaded it. Each has a place of
  /// its own, at which nothing else ever stands.
  static func photo(_ key: Key, of conversation: ConversationID, by user: UserID) -> Path {
    Path([Key("groups"), conversation.key, user.key, key])
  }
}

/// The security rules of the chat's files, as its team would deploy them.
///
/// Rules of storage cannot look into the database, so they cannot know who is a member. They keep each file to its uploader's
/// own name; that only admins have a group show one, and only one below its own place, the database's rules see to
/// (SE-11). A stranger can store files that nobody is ever shown.
enum ChatStorageRules {
  /// The most bytes of a photo (5 MB).
  static let photoBytesMax = 5 * 1_024 * 1_024

  /// The rules.
  static let rules: StorageRules = {
    let photos = "groups/{group}/{user}/{photo}"
    do {
      return StorageRules([
        try StorageRules.Rule(photos, [.create]) { request, places in
          request.uid == places["user"] && request.byteCount ?? .max <= photoBytesMax
            && request.contentType?.hasPrefix("image/") == true
        },
        try StorageRules.Rule(photos, [.get]) { request, _ in request.uid != nil },
      ])
    } catch {
      preconditionFailure("the chat's files are at no possible place: \(error)")
    }
  }()
}
