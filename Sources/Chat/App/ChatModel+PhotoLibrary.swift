internal import Devices

// The photo picker behind '+' and at a group's photo, and what the person lets the app see of the photo library (AS-01).
//
// The picker is the app's own, so the app reads the library, needs the person's permission, and shows what that covers. The
// system's picker (`PHPickerViewController`) would run beside the app, need none, and show all photos.

extension ChatModel {
  /// Opens the photo picker of the open thread.
  mutating func addPicture() {
    guard let open = navigation.open, store.conversations[open]?.letsWrite(user) == true else {
      return
    }
    closeSheet()
    stopTyping()
    openPhotos(of: nil)
  }

  /// Opens the photo picker for the photo of a group, in front of the information on it; for its admins only (GI-03).
  mutating func changePhoto(of id: ConversationID) {
    guard navigation.sheet?.subject == .info(id), store.conversations[id]?.lets(user) == true else {
      return
    }
    openPhotos(of: id)
  }

  /// Opens the photo picker. Where nobody has answered the system's prompt yet, it comes in front; where they have said no, a
  /// text stands there and a way to Settings, and the chat goes on without pictures.
  private mutating func openPhotos(of group: ConversationID?) {
    navigation.sheet = Navigation.Sheet(subject: .photos(of: group))
    guard navigation.photoAccess == .notDetermined, !navigation.isAskedForPhotos else { return }
    navigation.isAskedForPhotos = true
    effects.append(.askForPhotos)
  }

  /// Whether the photo picker shows a picture, for the composer or for the photo of a group.
  func offers(_ picture: Picture, for group: ConversationID?) -> Bool {
    navigation.sheet?.subject == .photos(of: group)
      && navigation.photos.photos.contains { $0.picture == picture }
  }

  /// The number of photos that the picker has room for; nil while it is closed.
  var photosInView: Int? {
    guard case .photos = navigation.sheet?.subject else { return nil }
    return projection(clock: WallClock()).rowLimit
  }

  /// The person has answered the prompt, now or before.
  mutating func photosAnswered(_ access: PhotoAccess) {
    navigation.isAskedForPhotos = false
    navigation.photoAccess = access
  }

  /// Sends the person to Settings, from where the photo library is not allowed.
  mutating func openSettings() {
    guard case .photos = navigation.sheet?.subject, navigation.photoAccess == .denied else {
      return
    }
    effects.append(.openSettings)
  }
}
