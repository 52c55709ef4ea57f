public import Backend
public import Devices
internal import Harness
internal import Simulator

extension ChatWorld: DayWorld {
  public typealias Gesture = ChatDeed

  /// The settings by their names, each with the line of Swift that takes it.
  private static let settings: [(name: String, source: String)] = [
    ("push", "$0.usesPush = true"), ("presence", "$0.sharesPresence = true"),
    ("marking-all", "$0.marking = .all"), ("group-blue-all", "$0.groupBlue = .all"),
    ("groups-always-shared", "$0.groupPrivacy = .alwaysShared"),
    ("typing", "$0.showsTyping = true"), ("creation", "$0.announcesCreation = true"),
  ]

  public static var daySettings: [String] { settings.map(\.name) }

  public static func source(ofSetting name: String) -> String {
    settings.first { $0.name == name }.map { "world.setPolicies { \($0.source) }" } ?? ""
  }

  public func use(daySetting name: String) {
    setPolicies { policies in
      switch name {
      case "push": policies.usesPush = true
      case "presence": policies.sharesPresence = true
      case "marking-all": policies.marking = .all
      case "group-blue-all": policies.groupBlue = .all
      case "typing": policies.showsTyping = true
      case "creation": policies.announcesCreation = true
      case "groups-always-shared": policies.groupPrivacy = .alwaysShared
      default: break
      }
    }
  }

  public func state(of phone: ChatPhone) async -> String {
    guard let app = try? phone.app() else { return "" }
    return await app.stateName()
  }

  public func perform(
    _ deed: ChatDeed, on phone: ChatPhone, makes name: String?
  ) async throws -> String? {
    do {
      switch deed {
      case .gesture(let gesture):
        guard let meant = resolved(gesture) else { return "there is no such thing" }
        if case .startConversation(let users, _) = meant { await openAccounts(of: users) }
        let key = try await phone.attempt(meant)
        guard let key, let name else { return nil }
        cast.withValue { cast in
          if case .startConversation = gesture {
            cast.name(ConversationID(key), name)
          } else {
            cast.name(MessageID(key), name)
          }
        }
      case .burst(let count, let chat):
        guard let id = cast.withValue({ $0.conversation(chat) }) else { return "no \(chat)" }
        for number in 1...max(1, count) {
          _ = try await phone.attempt(.send("\(number)", in: id))
        }
      case .longMessage(let count, let chat):
        guard let id = cast.withValue({ $0.conversation(chat) }) else { return "no \(chat)" }
        let text = String(repeating: "x", count: max(0, count))
        _ = try await phone.attempt(.send(text, in: id))
      case .longEdit(let count, let message):
        guard let id = cast.withValue({ $0.message(message) }) else { return "no \(message)" }
        _ = try await phone.attempt(.edit(id, to: String(repeating: "e", count: max(0, count))))
      case .imported(let count, let author, let chat):
        guard let id = cast.withValue({ $0.conversation(chat) }) else { return "no \(chat)" }
        guard !cast.withValue({ $0.hasImported }) else { return "there was an import" }
        guard await !backend.read(ChatPaths.conversation(id)).isEmpty else {
          return "the backend does not have the conversation yet"
        }
        cast.withValue { $0.hasImported = true }
        _ = await importMessages(max(1, count), from: author, into: id)
      case .savePhoto(let picture): await phone.savePhoto(picture)
      case .refuseMessages(let count):
        refuseNext(.message, by: phone, count: max(1, count))
      }
    } catch let error as GestureRefused {
      return error.reason
    }
    return nil
  }

  private func resolved(_ gesture: ChatGesture) -> ChatGesture? {
    cast.withValue { cast in
      gesture.about({ cast.conversation($0) }, { cast.message($0) })
    }
  }
}

extension Phone where App == ChatApp {
  /// Makes a gesture where it is possible.
  ///
  /// - Returns: The id of what it makes; nil where it makes nothing.
  /// - Throws: `GestureRefused` where it is not possible.
  @discardableResult
  public func attempt(_ gesture: ChatGesture) async throws -> Key? {
    try await attempt(
      gesture.name, gesture.details, isNavigation: gesture.isNavigation,
      missing: { $0.missing(gesture.touched) }, { $0.performAsPerson(gesture) })
  }
}
