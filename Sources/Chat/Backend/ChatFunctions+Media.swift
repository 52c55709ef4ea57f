internal import Backend

extension ChatFunctions {
  /// Removes the files of a message that carries them no more: an admin has deleted them (PM-18), or its author the message.
  /// The rules of storage let nobody else remove a picture.
  ///
  /// A place is the message's own and never used again, so it may run twice and late.
  var removeMedia: ServerFunction {
    Self.function("removeMedia", .onDelete, at: Self.attachments, removeFiles)
  }

  private static let attachments = pattern("messages/{conversation}/{message}/attachments")

  private func removeFiles(_ run: FunctionRun) async throws {
    guard let conversation = run.event.parameters["conversation"].map({ ConversationID($0) }),
      let message = run.event.parameters["message"].map({ MessageID($0) })
    else { return }
    let record = try await run.read(ChatPaths.messages(in: conversation).child(message.key))
    // What an operator has put back keeps its files.
    guard record[child: ChatField.attachments].isEmpty,
      let author = record[child: ChatField.author].text
    else { return }
    for (_, attachment) in run.event.before.children {
      guard let file = attachment[child: ChatField.file].text else { continue }
      try await run.deleteFile(
        ChatPlaces.picture(of: message, in: conversation, by: UserID(author), file: Key(file)))
    }
  }

  /// Removes a picture that is stored and belongs to no message of its author's.
  ///
  /// The kernel of a phone sends what a killed app left in its sockets, so the end of an upload can come after ``removeMedia``,
  /// which found no file yet. The message is always there first (C-44), so that what has none came too late, or from a client
  /// that is not the app.
  var removeStrayMedia: ServerFunction {
    Self.function("removeStrayMedia", .onFinalize, at: Self.pictures, removeStrayFile)
  }

  private static let pictures = pattern("pictures/{conversation}/{author}/{message}/{file}")

  private func removeStrayFile(_ run: FunctionRun) async throws {
    let names = run.event.parameters
    guard let conversation = names["conversation"].map({ ConversationID($0) }),
      let message = names["message"].map({ MessageID($0) }), let file = names["file"]
    else { return }
    let record = try await run.read(ChatPaths.messages(in: conversation).child(message.key))
    let isExpected = record[child: ChatField.attachments].children.contains {
      $1[child: ChatField.file].text == file
    }
    if isExpected, record[child: ChatField.author].text == names["author"] { return }
    try await run.deleteFile(run.event.path)
  }

  /// Removes a photo that is stored for a group and that the group does not show.
  ///
  /// A photo is stored before the group names it, so one of an admin's has a day until their phone names it. A phone that has
  /// given it up will not, and one that is installed anew meanwhile knows of it no more. The platform tries a function again for
  /// 24 hours, so this one fails for as long as it is too early to tell. Source: Firebase documentation, "Retry asynchronous
  /// functions".
  var removeStrayPhoto: ServerFunction {
    Self.function("removeStrayPhoto", .onFinalize, at: Self.photos, removeStrayPhotoFile)
  }

  private static let photos = pattern("groups/{conversation}/{author}/{photo}")
  /// The time in which a phone that is in reach has named its photo. The team's choice.
  private static let usualNaming = Duration.seconds(50)
  /// The age of a photo that no phone names any more: an hour before the platform gives up.
  private static let latestNamingMilliseconds: Int64 = 23 * 60 * 60 * 1_000

  private func removeStrayPhotoFile(_ run: FunctionRun) async throws {
    if try await isDecided(run) { return }
    if run.event.attempt == 1 {
      try await run.sleep(for: Self.usualNaming)
      if try await isDecided(run) { return }
    }
    throw PhotoUnnamed()
  }

  /// Whether a photo is the group's or is removed; false while a phone may name it.
  private func isDecided(_ run: FunctionRun) async throws -> Bool {
    let names = run.event.parameters
    guard let conversation = names["conversation"].map({ ConversationID($0) }),
      let author = names["author"].map({ Key($0) }), try await run.hasFile(run.event.path)
    else { return true }
    let group = try await run.read(ChatPaths.conversation(conversation))
    if group[child: ChatField.photo].text == run.event.path.description { return true }
    // Only a member is an admin: the rules have the role go with the membership.
    let isAdmin = !group[child: ChatField.admins][child: author].isEmpty
    let age = run.nowMilliseconds - run.event.timeMilliseconds
    if isAdmin, group[child: ChatField.archivedAt].isEmpty, age < Self.latestNamingMilliseconds {
      return false
    }
    try await run.deleteFile(run.event.path)
    return true
  }

  /// A photo that its admin's phone may still have a group show.
  private struct PhotoUnnamed: Error, CustomStringConvertible {
    let description = "the group does not name the photo yet"
  }

  /// Removes the file of a group's photo that another one has replaced.
  ///
  /// An admin's phone may name a photo whose file is gone: it did not hear the answer and names it once more, when another
  /// admin's stands there already, or it was out of reach for a day (``removeStrayPhoto``). Then the group takes back what it
  /// showed before.
  var removePhoto: ServerFunction {
    Self.function("removePhoto", .onWrite, at: Self.photo, removeReplaced)
  }

  private static let photo = pattern("conversations/{conversation}/photo")

  private func removeReplaced(_ run: FunctionRun) async throws {
    let before = run.event.before.text
    guard let conversation = run.event.parameters["conversation"].map({ ConversationID($0) }),
      let after = run.event.after.text, let new = try? Path(parsing: after)
    else { return }
    let place = ChatPaths.conversation(conversation).child(ChatField.photo)
    let current = try await run.read(place).text
    if current == before { return }
    if current == after, try await !run.hasFile(new) {
      let restored = try await run.transaction(place) { current in
        // At first the library knows nothing, and asks again with what stands there.
        guard current.isEmpty || current.text == after else { return nil }
        return before.map { Node(.string($0)) } ?? .empty
      }
      if restored.isCommitted { return }
    }
    guard let before, let old = try? Path(parsing: before) else { return }
    try await run.deleteFile(old)
  }
}
