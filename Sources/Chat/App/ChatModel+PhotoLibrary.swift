internal import Devices

// The photo picker behind '+', and what the person lets the app see of the photo library (AS-01).
//
// The picker is the app's own, beside the composer, so the app reads the library and needs the person's permission.

extension ChatModel {
  /// Opens the photo picker of the open thread. Where nobody has answered the system's prompt yet, it comes in front; where
  /// they have said no, a text stands there and a way to Settings, and the chat goes on without pictures.
  mutating func addPicture() {
    guard let open = navigation.open, store.conversations[open]?.letsWrite(user) == true else {
      return
    }
    closeSheet()
    stopTyping()
    navigation.sheet = Navigation.Sheet(subject: .photos)
    guard navigation.photoAccess == .notDetermined, !navigation.isAskedForPhotos else { return }
    navigation.isAskedForPhotos = true
    effects.append(.askForPhotos)
  }

  /// The person has answered the prompt, now or before.
  mutating func photosAnswered(_ access: PhotoAccess) {
    navigation.isAskedForPhotos = false
    navigation.photoAccess = access
  }

  /// Sends the person to Settings, from where the photo library is not allowed.
  mutating func openSettings() {
    guard navigation.sheet?.subject == .photos, navigation.photoAccess == .denied else { return }
    effects.append(.openSettings)
  }
}
