public import Devices
internal import Simulator

// What a person does to get at a picture (AS-01).

extension Phone where App == ChatApp {
  /// Chooses a picture for the next message: taps '+', allows the photo library where the system asks, and picks. The picture
  /// stands in the composer until it is sent or removed.
  ///
  /// Fails the run where the person has denied the library. The taps by themselves are
  /// ``addPicture(fileID:filePath:line:)``, ``answerPrompt(_:fileID:filePath:line:)`` and ``pick(_:fileID:filePath:line:)``.
  public nonisolated func choose(
    _ picture: Picture, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await addPicture(fileID: fileID, filePath: filePath, line: line)
    // The app may have died under the finger, and the prompt comes back with it.
    try? await waitUntilUsable()
    if display.screen?.prompt != nil {
      await answerPrompt(.allow, fileID: fileID, filePath: filePath, line: line)
    }
    await pick(picture, fileID: fileID, filePath: filePath, line: line)
  }

  /// Taps '+' beside the composer: the photo picker opens, and in front of it the system's prompt where nobody has answered it.
  public nonisolated func addPicture(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(.addPicture, fileID: fileID, filePath: filePath, line: line)
  }

  /// Answers the system's prompt for the photo library.
  public nonisolated func answerPrompt(
    _ answer: PhotoAnswer, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    await perform(.answerPrompt(answer), fileID: fileID, filePath: filePath, line: line)
  }

  /// Taps a picture in the photo picker, which closes.
  public nonisolated func pick(
    _ picture: Picture, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(.choose(picture), fileID: fileID, filePath: filePath, line: line)
  }

  /// Taps Open Settings: the app is behind the screen.
  public nonisolated func openSettings(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(.openSettings, fileID: fileID, filePath: filePath, line: line)
  }
}
