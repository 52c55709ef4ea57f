public import Simulator

/// An app as teams write it, with its models and views on the main actor, for phones of a world.
///
/// A small class beside the app's own code conforms to it: it makes the app's models and says what a person sees of them.
/// The models know nothing of it. Each launch of a phone's app makes one, in a process of its own (``SimulatedProcess``):
///
/// ```swift
/// @MainActor final class RehearsedChat: MainActorApp {
///   let model: ChatViewModel
///
///   init(services: PhoneServices<ChatScreen>, configuration: ChatServers) {
///     model = ChatViewModel(user: services.user, api: RemoteChat(session: services.session(configuration.origin)))
///   }
///
///   func start() { model.appear() }
///
///   var screen: ChatScreen { ChatScreen(rows: model.rows.map(\.text), draft: model.draft) }
/// }
/// ```
///
/// ``screen`` is read again after each change of a property of an `@Observable` object that it has read.
@MainActor
public protocol MainActorApp: AnyObject, Sendable {
  /// The app's screen as the person sees it.
  associatedtype Screen: Sendable, Equatable, Digestible, CustomStringConvertible
  /// The settings that every launch is given beside the phone's services.
  associatedtype Configuration: Sendable

  /// Whether the app has a client of the realtime database, which connects when the app is launched; by default it has none.
  nonisolated static var usesDatabase: Bool { get }

  /// What the bundle of the app says of it when it is first installed; by default it is version 1.0, build 1.
  nonisolated static func bundle(for configuration: Configuration) -> AppBundle

  /// Makes the app's models; the first thing that runs in the process.
  init(services: PhoneServices<Screen>, configuration: Configuration)

  /// What the person sees at this moment.
  var screen: Screen { get }

  /// Goes to work, as the app's first view does when it appears.
  func start()

  /// The app went to the background or came back. By default nothing happens.
  func lifeChanged(to state: LifeState)

  /// A push message without notification arrived. Behind the screen the app calls the handler once it has done its work, and is
  /// suspended then. By default nothing happens.
  ///
  /// Source: Apple, `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`.
  func received(_ data: [String: String], completionHandler: @escaping @Sendable () -> Void)

  /// The system has resumed or launched the app behind the screen, since all transfers of a background session have ended. The app
  /// makes a session of that identifier where it has none, and calls the handler once it has done its work: it is suspended then.
  /// By default nothing happens.
  ///
  /// Source: Apple, `application(_:handleEventsForBackgroundURLSession:completionHandler:)`.
  func handleEventsForBackgroundURLSession(
    _ identifier: String, completionHandler: @escaping @Sendable () -> Void)

  /// A person tapped a notification; the app is in the foreground. By default nothing happens.
  func tapped(_ notification: DeliveredNotification)
}

extension MainActorApp {
  public nonisolated static var usesDatabase: Bool { false }
  public nonisolated static func bundle(for configuration: Configuration) -> AppBundle {
    AppBundle()
  }
  public func lifeChanged(to state: LifeState) {}
  public func received(
    _ data: [String: String], completionHandler: @escaping @Sendable () -> Void
  ) {}
  public func handleEventsForBackgroundURLSession(
    _ identifier: String, completionHandler: @escaping @Sendable () -> Void
  ) {}
  public func tapped(_ notification: DeliveredNotification) {}
}
