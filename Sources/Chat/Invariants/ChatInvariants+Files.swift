internal import Backend
internal import Devices

// What stands in file storage against what the database says of it.

extension ChatInvariants {
  /// Every file in storage belongs to a message that announces it by its name or is the photo of its group, or a phone of its
  /// author's is to upload or name it, or a function of the backend is to run that may remove it (I-21).
  ///
  /// A phone counts that has the file in hand, by what is on its disk; whether it is in a pocket or off makes no difference.
  static func orphan(_ moment: QuietPoint<ChatApp>) -> Breach? {
    if moment.isStorageEmpty { return nil }
    let data = moment.data
    for place in moment.filePlaces {
      guard let problem = problem(of: place, in: data) else { continue }
      let isInHand = moment.phones.contains {
        $0.userID == UserID(place[2]) && hasInHand(place, $0.disk.image)
      }
      if isInHand || moment.awaitsFunction(where: { mayRemove(place, at: $0) }) { continue }
      return Breach(
        of: "I-21",
        "every file in storage to belong to a message or a group, or to be on its way out",
        "\(place) is of \(problem)")
    }
    return nil
  }

  /// What is wrong with a file by what the database says; nil where nothing is.
  private static func problem(of place: Path, in data: Node) -> String? {
    if place.depth == 4, place[0].text == "groups" {
      let group = ConversationID(place[1])
      let photo = data[ChatPaths.conversation(group).child(ChatField.photo)].text
      return photo == place.description ? nil : "a group that shows \(photo ?? "no photo")"
    }
    guard let id = ChatPlaces.message(at: place.description) else { return nil }
    let message = data[ChatPaths.messages(in: ConversationID(place[1])).child(id.key)]
    let isAnnounced = message[child: ChatField.attachments].children.contains {
      $1[child: ChatField.file].text == place[4].text
    }
    if isAnnounced {
      let author = message[child: ChatField.author].text
      return author == place[2].text ? nil : "a message of somebody else's"
    }
    return
      "a message that is \(message.isEmpty ? "not there" : "deleted, or without such a picture")"
  }

  /// Whether a function that runs with an event may remove a file: since it was stored, since another photo has replaced it,
  /// or since its message has lost its attachments.
  private static func mayRemove(_ place: Path, at event: FunctionEvent) -> Bool {
    if let file = event.file { return file.path == place }
    if place[0].text == "groups" {
      let photo = ChatPaths.conversation(ConversationID(place[1])).child(ChatField.photo)
      return event.path == photo && event.before.text == place.description
    }
    guard let message = ChatPlaces.message(at: place.description) else { return false }
    let folder = ChatPaths.messages(in: ConversationID(place[1])).child(message.key)
    return event.path == folder.child(ChatField.attachments)
  }

  /// Whether a phone uploads a file, or is to name it.
  private static func hasInHand(_ place: Path, _ image: DiskImage) -> Bool {
    if ChatPlaces.message(at: place.description) != nil {
      return image.rows(in: ChatStore.uploadTable).contains { $0.row.place == place }
    }
    return image.row(place[3].text, in: ChatStore.uploadTable) != nil
      || image.rows(in: ChatStore.outboxTable).contains {
        guard case .describe(_, .photo(place.description)) = $0.row.change else { return false }
        return true
      }
  }
}
