internal import Backend
internal import Devices

/// The places of the chat's files in storage.
enum ChatPlaces {
  /// `/groups/CONVERSATION/USER/KEY`: a photo of a group, under the name of the admin who has uploaded it. Each has a place of
  /// its own, at which nothing else ever stands.
  static func photo(_ key: Key, of conversation: ConversationID, by user: UserID) -> Path {
    Path([groups, conversation.key, user.key, key])
  }

  /// The beginning of the places of all photos of a group.
  static func photoFolder(of conversation: ConversationID) -> String { "/groups/\(conversation)/" }

  /// `/pictures/CONVERSATION/USER/MESSAGE/FILE`: a picture of a message, under its author's name.
  ///
  /// The place is in the message's record from the start, so that no retry, no restart and no second phone stores the picture
  /// twice (AS-20). The file's name is random: ids of messages stand in receipts too, which also those read who may not read
  /// the message.
  static func picture(
    of message: MessageID, in conversation: ConversationID, by author: UserID, file: Key
  ) -> Path {
    Path([pictures, conversation.key, author.key, message.key, file])
  }

  /// The beginning of the places of all pictures of a message.
  static func folder(of message: MessageFact) -> String {
    "/pictures/\(message.conversation)/\(message.author)/\(message.id)/"
  }

  /// The place of an attachment of a message: that of its download URL, and before the upload, that of the file to come.
  static func place(of attachment: Attachment, in message: MessageFact) -> String {
    attachment.url
      ?? picture(
        of: message.id, in: message.conversation, by: message.author, file: attachment.file
      ).description
  }

  /// The message whose picture stands at a place; nil for another place.
  static func message(at place: String) -> MessageID? {
    guard place.hasPrefix("/pictures/"), let path = try? Path(parsing: place), path.depth == 5
    else { return nil }
    return MessageID(path[3])
  }

  private static let pictures = Key("pictures")
  private static let groups = Key("groups")
}

/// The security rules of the chat's files, as its team would deploy them.
///
/// Rules of storage cannot look into the database, so they cannot know who is a member: what they can ask is Firestore
/// (Firebase's blog, "Announcing cross-service Security Rules", 2022). They keep each file to its uploader's own name;
/// that only admins have a group show one, and only one below its own place, the database's rules see to (SE-11). What a
/// stranger stores, functions remove that see the database and the files.
///
/// A file is got by its exact place, of which a part is random and stands in no other record than one that only those read
/// who may see the picture; nobody can list a folder. So it is with the platform's download URLs: whoever has one, with the
/// token in it, gets the file. Source: Firebase documentation, "Download files on iOS" (download URLs) and "Understand Firebase
/// Security Rules for Cloud Storage".
enum ChatStorageRules {
  /// The most bytes of a photo (5 MB).
  static let photoBytesMax = 5 * 1_024 * 1_024

  /// The rules.
  static let rules: StorageRules = {
    let photos = "groups/{group}/{user}/{photo}"
    let pictures = "pictures/{conversation}/{user}/{message}/{file}"
    do {
      return StorageRules([
        try StorageRules.Rule(photos, [.create]) { request, places in
          request.uid == places["user"] && request.byteCount ?? .max <= photoBytesMax
            && (request.contentType == "image/jpeg" || request.contentType == "image/png")
        },
        // Nobody removes a photo or a picture: whoever stored it could store another in its place, behind everybody's back.
        // Functions do.
        try StorageRules.Rule(photos, [.get]) { request, _ in request.uid != nil },
        try StorageRules.Rule(pictures, [.create]) { request, places in
          request.uid == places["user"]
            && request.byteCount ?? .max <= Picture.attachmentBytesMax
            && (request.contentType == "video/mp4" || request.contentType == "image/jpeg"
              || request.contentType == "image/png")
        },
        try StorageRules.Rule(pictures, [.get]) { request, _ in request.uid != nil },
      ])
    } catch {
      preconditionFailure("the chat's files are at no possible place: \(error)")
    }
  }()
}
