// What stories and failures print of a message on a disk.

extension MessageFact: CustomStringConvertible {
  public var description: String {
    var parts = ["\(author.text) “\(text)”", id.text, "in \(conversation.text)"]
    for attachment in attachments { parts.append("with \(attachment.url ?? "a picture to come")") }
    if revision > 0 { parts.append("revision \(revision)") }
    if isMediaDeleted { parts.append("without its picture") }
    if isDeleted { parts.append("deleted") }
    if let notice { parts.append("\(notice)") }
    parts.append("at \(localMilliseconds) ms of the phone")
    if let serverMilliseconds { parts.append("at \(serverMilliseconds) ms of the backend") }
    if let guessedMilliseconds { parts.append("placed at \(guessedMilliseconds) ms") }
    switch submission {
    case .queued: parts.append("not answered")
    case .accepted: parts.append("accepted")
    case .failed(let reason): parts.append("failed: \(reason)")
    }
    return parts.joined(separator: ", ")
  }
}
