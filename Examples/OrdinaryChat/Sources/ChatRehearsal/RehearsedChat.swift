import Foundation
import OrdinaryChat
import Rehearsal
import Web

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The two lines by which the app takes the simulated network for its own.
extension WebSession: HTTPClient {}
extension WebSocketTask: MessageSocket {}

/// The app on a simulated phone: its view model, and what a person sees of it.
@MainActor
public final class RehearsedChat: MainActorApp {
  public struct Screen: Sendable, Equatable, Digestible, CustomStringConvertible {
    /// The texts that are sent, and those that wait.
    public var sent: [String]
    public var waiting: [String]
    /// The texts of those whose picture is seen.
    public var pictured: [String]
    public var isOnline: Bool

    public var description: String {
      let lines = sent + waiting.map { "\($0) (waits)" } + pictured.map { "[picture of \($0)]" }
      return lines.joined(separator: "\n") + (isOnline ? "" : "\n(offline)")
    }
  }

  let model: ChatViewModel

  public init(services: PhoneServices<Screen>, configuration: Set<Mistake>) {
    let api = RemoteChat(client: services.webSession(), origin: ChatWorld.origin)
    model = ChatViewModel(user: services.user, api: api, mistakes: configuration)
  }

  public func start() { model.appear() }

  public var screen: Screen {
    Screen(
      sent: model.rows.filter(\.isSent).map(\.text),
      waiting: model.rows.filter { !$0.isSent }.map(\.text),
      pictured: model.rows.filter { $0.isPhotoShown == true }.map(\.text),
      isOnline: model.isOnline)
  }
}
