public import Devices

// What the app hears from the phone itself, and asks of it: its look, its photo library, the room on its disk.

extension ChatApp {
  public func traitsChanged(to traits: PhoneTraits) {
    change { model, _ in model.navigation.traits = traits }
  }

  /// Has the system ask the person for the photo library.
  func askForPhotos() {
    services.photos.requestAccess(on: self) { app, access in
      app.change { model, _ in model.photosAnswered(access) }
    }
  }

  /// Shows what changes in the photo library while its picker is open.
  func watchPhotos() {
    services.photos.watchChanges(on: self) { app in app.ingest { _, _ in } }
  }

  /// The photos of the library that the picker has room for; none while it is closed.
  func photosInView() -> LibraryWindow {
    model.photosInView.map { services.photos.newest($0) } ?? LibraryWindow()
  }

  /// Has VoiceOver tell what has changed on the screen since an earlier one; nothing of an app's first screen.
  func announceChanges(since earlier: Screen?) {
    guard services.voiceOver.isRunning, let earlier, let shown else { return }
    for announcement in shown.announcements(since: earlier) {
      services.voiceOver.announce(announcement)
    }
  }

  /// Looks how much room there is, when a picture is chosen and whenever the person comes back (AS-18).
  func measureRoom() {
    let free = process.availableBytes
    guard free != model.navigation.freeBytes else { return }
    change { model, _ in model.navigation.freeBytes = free }
  }
}
