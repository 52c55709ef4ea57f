import Backend
import Devices
import Simulator

extension RecordingRun {
  // MARK: - File storage

  /// Carries out an action with files.
  func perform(_ action: RecordedAction, _ number: ActionNumber, on storage: isolated StorageClient)
  {
    let path = path(action["path"])
    let told: @Sendable (Result<StoredFile, TransferError>) -> Void = { result in
      switch result {
      case .success(let file): end(number, .succeeded) { $0.file = file }
      case .failure(let error): fail(number, error)
      }
    }
    switch action.operation {
    case "storage.upload":
      storage.upload(
        Self.content(action), to: path,
        contentType: action["contentType"].string ?? "application/octet-stream", ended: told)
    case "storage.download": storage.download(path, ended: told)
    case "storage.delete":
      storage.delete(path) { error in
        if let error { fail(number, error) } else { end(number, .succeeded) }
      }
    case "storage.metadata", "storage.url": storage.metadata(of: path, ended: described(number))
    case "storage.updateMetadata":
      var custom: [String: String] = [:]
      for member in action["custom"].object ?? [] {
        custom[member.name] = member.value.string ?? ""
      }
      storage.updateMetadata(of: path, custom, ended: described(number))
    case "storage.list":
      storage.list(path) { result in
        switch result {
        case .success(let listing): end(number, .succeeded) { $0.listing = listing }
        case .failure(let error): fail(number, error)
        }
      }
    default: end(number, .unsupported("\(action.operation) isn't modelled"))
    }
  }

  private func described(
    _ number: ActionNumber
  ) -> @Sendable (Result<FileMetadata, TransferError>) -> Void {
    { result in
      switch result {
      case .success(let metadata):
        end(number, .succeeded) {
          $0.file = metadata.file
          $0.metadata = metadata
        }
      case .failure(let error): fail(number, error)
      }
    }
  }

  private static func content(_ action: RecordedAction) -> FileContent {
    if let text = action["base64"].string { return FileContent(Base64.bytes(of: text)) }
    return FileContent(fingerprint: 1, byteCount: Int(action["size"].number ?? 0))
  }

  private func fail(_ number: ActionNumber, _ error: TransferError) {
    let kind =
      switch error {
      case .refused(.unauthorized): "unauthorized"
      case .refused(.fileNotFound): "objectNotFound"
      case .refused, .cancelled, .retryLimitExceeded, .networkLost, .closedByPerson: ""
      }
    end(number, .failed(kind: kind, error.description))
  }

  // MARK: - Push

  /// Carries out an action that has to do with messages.
  func perform(_ action: RecordedAction, _ number: ActionNumber, on app: isolated RecordingApp) {
    switch action.operation {
    case "push.token":
      app.services.notifications.register { token in
        end(number, .succeeded) { $0.token = token }
        if let name = action["as"].string { state.withValue { $0.tokens[name] = token } }
      }
    case "push.deleteToken":
      app.services.notifications.unregister { end(number, .succeeded) }
    case "foreground": end(number, .succeeded)
    default: end(number, .unsupported("\(action.operation) isn't modelled"))
    }
  }

  /// Sends a message as a trusted server does.
  func send(_ action: RecordedAction, _ number: ActionNumber) {
    let name = action["to"].string ?? ""
    let isLiteral = action["literalToken"] == .bool(true)
    let known = isLiteral ? nil : state.withValue { $0.tokens[name] }
    var data: [String: String] = [:]
    for member in action["data"].object ?? [] { data[member.name] = member.value.string }
    let notification = action["notification"].object.map { _ in
      PushMessage.Notification(
        title: action["notification"]["title"]?.string ?? "",
        body: action["notification"]["body"]?.string ?? "")
    }
    let message = PushMessage(notification: notification, data: data, priority: .high)
    let token = known ?? PushToken(name)
    backend.push.post { push in
      push.send(message, to: token) { error in
        guard let error else { return end(number, .succeeded) }
        end(number, .failed(kind: Self.kind(of: error), "\(error)"))
      }
    }
  }

  private static func kind(of error: PushError) -> String {
    switch error {
    case .unregistered: "unregistered"
    case .malformedToken, .payloadTooLarge, .invalidTimeToLive, .collapseKeyTooLong,
      .urgentData:
      "invalidArgument"
    case .deviceRateExceeded: ""
    }
  }

  // MARK: - Expectations

  /// The first difference in what files and addresses were expected to be.
  func serviceDifference(
    _ member: JSON.Member, _ result: ActionResult, _ state: RecordingState
  ) -> String? {
    let expected = member.value
    func compare(_ actual: JSON) -> String? {
      actual == expected ? nil : "\(member.name) \(actual) instead of \(expected)"
    }
    switch member.name {
    case "sameAs":
      let other = state.tokens[expected.string ?? ""]
      return result.token != nil && result.token == other ? nil : "it is another address"
    case "items": return compare(.array(result.listing?.items.map(Self.text) ?? []))
    case "prefixes": return compare(.array(result.listing?.prefixes.map(Self.text) ?? []))
    default: break
    }
    guard let file = result.file else { return "it ended without a file" }
    switch member.name {
    case "base64":
      let content = FileContent(Base64.bytes(of: expected.string ?? ""))
      return file.content == content ? nil : "other bytes than \(expected)"
    case "contentType": return compare(.string(file.contentType))
    case "size": return compare(.number(Double(file.content.byteCount)))
    default: break
    }
    guard let metadata = result.metadata else { return "it ended without metadata" }
    if member.name == "metageneration" { return compare(.number(Double(metadata.metageneration))) }
    let members = expected.object ?? []
    let isSame =
      members.count == metadata.custom.count
      && members.allSatisfy { metadata.custom[$0.name] == $0.value.string }
    return isSame ? nil : "custom metadata of \(metadata.custom.count) names instead of \(expected)"
  }

  /// A path as the recordings write it.
  private static func text(_ path: Path) -> JSON {
    .string(String(path.description.drop { $0 == "/" }))
  }

  /// The first difference in the messages that were handed over.
  func pushDifference(_ step: RecordedStep, _ state: RecordingState) -> String? {
    for client in state.messages.keys.sorted()
    where !step.push.contains(where: { $0.name == "\(client)" }) {
      return "client \(client) got a message instead of none"
    }
    for expected in step.push {
      let messages = Int(expected.name).flatMap { state.messages[$0] } ?? []
      let recorded = expected.value.array ?? []
      if messages.count != recorded.count {
        return "client \(expected.name) got \(messages.count) messages, not \(recorded.count)"
      }
      for (json, message) in zip(recorded, messages) {
        if let title = json["title"], title != message.title.map({ .string($0) }) ?? .null {
          return "client \(expected.name) got the title \(message.title ?? "none")"
        }
        guard let data = json["data"]?.object else { continue }
        let isSame =
          data.count == message.data.count
          && data.allSatisfy { message.data[$0.name] == $0.value.string }
        if !isSame { return "client \(expected.name) got other data than \(json)" }
      }
    }
    return nil
  }
}

/// Base64 as the recordings write bytes (RFC 4648, section 4).
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The bytes that a text stands for; other characters are left out.
  static func bytes(of text: String) -> [UInt8] {
    var (bytes, buffer, count): ([UInt8], UInt32, Int) = ([], 0, 0)
    for character in text.utf8 {
      guard let digit = alphabet.firstIndex(of: character) else { continue }
      buffer = buffer << 6 | UInt32(digit)
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(count)))
    }
    return bytes
  }
}
