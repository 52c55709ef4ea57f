public import Devices
internal import Simulator

// What a person does to get at a picture (AS-01).

extension Phone where App == ChatApp {
  /// Chooses a picture for the next message: takes it unless it is in the library, taps '+', allows the photo library where
  /// the system asks, selects the picture where the library is limited, and picks it. The picture stands in the composer until
  /// it is sent or removed.
  ///
  /// Fails the run where the person has denied the library. The taps by themselves are
  /// ``addPicture(fileID:filePath:line:)``, ``answerPrompt(_:selecting:fileID:filePath:line:)`` and
  /// ``pick(_:fileID:filePath:line:)``.
  public nonisolated func choose(
    _ picture: Picture, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await savePhoto(picture, fileID: fileID, filePath: filePath, line: line)
    await addPicture(fileID: fileID, filePath: filePath, line: line)
    await reach(picture, fileID: fileID, filePath: filePath, line: line)
    await perform(.choose(picture), fileID: fileID, filePath: filePath, line: line)
  }

  /// Has the photo picker show a picture of the library: answers the prompt, selects the picture, or scrolls.
  nonisolated func reach(
    _ picture: Picture, fileID: String, filePath: String, line: Int
  ) async {
    // The app may have died under the finger, and the prompt comes back with it.
    try? await waitUntilUsable()
    if display.screen?.prompt != nil {
      await perform(.answerPrompt(.allow), fileID: fileID, filePath: filePath, line: line)
    }
    guard let sheet = display.screen?.photoSheet, !sheet.pictures.contains(picture) else { return }
    if sheet.access == .limited, !selectedPhotos.contains(picture) {
      await selectMorePhotos([picture], fileID: fileID, filePath: filePath, line: line)
    }
    // More than there are above it, as the newest are in view.
    let above = savedPhotos.firstIndex(of: picture) ?? 0
    guard above > 0, sheet.access != .denied else { return }
    await scroll(revealing: above, fileID: fileID, filePath: filePath, line: line)
  }

  /// Taps '+' beside the composer: the photo picker opens, and in front of it the system's prompt where nobody has answered it.
  public nonisolated func addPicture(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(.addPicture, fileID: fileID, filePath: filePath, line: line)
  }

  /// Answers the system's prompt for the photo library.
  ///
  /// `pictures` of the library are those that the person selects behind Limit Access, where the app then sees them alone; none by default.
  ///
  /// - Throws: ``GestureImpossible`` where there is no prompt; the run has failed then.
  public nonisolated func answerPrompt(
    _ answer: PhotoAnswer, selecting pictures: [Picture] = [], fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async throws {
    if !pictures.isEmpty {
      await selectPhotos(pictures, fileID: fileID, filePath: filePath, line: line)
    }
    let gesture = ChatGesture.answerPrompt(answer)
    if await outcome(of: gesture, fileID: fileID, filePath: filePath, line: line) == nil {
      throw GestureImpossible(gesture: gesture.name, phone: name)
    }
  }

  /// Taps Select More Photos in the picker, and selects these as well in the system's sheet behind it.
  ///
  /// Fails the run unless the library is limited, and where it does not have a picture.
  public nonisolated func selectMorePhotos(
    _ pictures: [Picture], fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    await perform(.selectMorePhotos(pictures), fileID: fileID, filePath: filePath, line: line)
  }

  /// Taps a picture that the photo picker shows, which closes: the picture stands in the composer, or becomes the photo of the group
  /// on whose information the picker was opened.
  ///
  /// Fails the run where the picker does not show it.
  public nonisolated func pick(
    _ picture: Picture, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    try? await waitUntilUsable()
    let group = display.screen?.photoSheet?.group
    await perform(
      group.map { ChatGesture.setPhoto($0, picture) } ?? .choose(picture), fileID: fileID,
      filePath: filePath, line: line)
  }

  /// Taps Open Settings: the app is behind the screen.
  public nonisolated func openSettings(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(.openSettings, fileID: fileID, filePath: filePath, line: line)
  }
}
