public import Devices
internal import Simulator

// What a person does with a group as a whole: on the information on it, and with the questions that come first.

extension Phone where App == ChatApp {
  /// Opens the information on a group, whose thread is open.
  public nonisolated func openInfo(
    of group: ConversationID, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    await perform(.openInfo(group), fileID: fileID, filePath: filePath, line: line)
  }

  /// Taps Remove at a member, on the information on the group; a question comes first (MR-01).
  public nonisolated func askRemoval(
    of member: UserID, from group: ConversationID, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(
      .askRemoval(of: member, from: group), fileID: fileID, filePath: filePath, line: line)
  }

  /// Taps Leave, on the information on the group; a question comes first (MR-10).
  public nonisolated func leave(
    _ group: ConversationID, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    await perform(.leave(group), fileID: fileID, filePath: filePath, line: line)
  }

  /// Says yes to the question in front of everything.
  public nonisolated func confirm(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(.confirm, fileID: fileID, filePath: filePath, line: line)
  }

  /// Says no to the question in front of everything, which goes away.
  public nonisolated func goBack(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(.back, fileID: fileID, filePath: filePath, line: line)
  }

  /// Gives a group another name, on the information on it.
  public nonisolated func rename(
    _ group: ConversationID, to name: String, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async {
    await perform(.rename(group, to: name), fileID: fileID, filePath: filePath, line: line)
  }

  /// Taps the photo of a group on the information on it: the photo picker opens, as behind '+'.
  public nonisolated func changePhoto(
    of group: ConversationID, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    await perform(.changePhoto(group), fileID: fileID, filePath: filePath, line: line)
  }

  /// Gives a group another photo, on the information on it; all see it once it is uploaded.
  ///
  /// The person takes the picture unless it is in the library, opens the picker, allows the photo library where the system asks,
  /// selects the picture where the library is limited, and picks it. Fails the run where they have denied the library. The taps
  /// by themselves begin with ``changePhoto(of:fileID:filePath:line:)``.
  public nonisolated func setPhoto(
    _ photo: Picture, of group: ConversationID, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) async {
    await savePhoto(photo, fileID: fileID, filePath: filePath, line: line)
    await changePhoto(of: group, fileID: fileID, filePath: filePath, line: line)
    await reach(photo, fileID: fileID, filePath: filePath, line: line)
    await perform(.setPhoto(group, photo), fileID: fileID, filePath: filePath, line: line)
  }
}
