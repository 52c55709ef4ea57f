public import Backend
internal import Network
package import Simulator

/// A moment at which nothing happens: nothing is ready to run, and nothing will be for a second of virtual time or more.
///
/// Then a phone that has heard everything must show and store the same as the backend, and so as all others that have.
///
/// ```swift
/// case .quiet(let moment):
///   let lists = moment.informedPhones.compactMap { $0.display.screen?.lines }
///   return Set(lists).count < 2 ? nil : Breach("all phones to show one list", "\(lists)")
/// ```
///
/// It is good for the length of the call that hands it over; looking at it changes nothing.
public struct QuietPoint<App: PhoneApp>: Sendable {
  /// All phones that were set up and are still there, in the order of their setting up.
  public var phones: [Phone<App>] { everyone() }
  private let everyone: @Sendable () -> [Phone<App>]
  private let backend: BackendHost

  init(phones: @escaping @Sendable () -> [Phone<App>], backend: BackendHost) {
    everyone = phones
    self.backend = backend
  }

  /// The whole tree of the backend, past all rules.
  public var data: Node { backend.inspect { $0.server.root } }

  /// The places of all files in storage, past all rules, in order.
  public var filePlaces: [Path] { backend.storage.inspect { $0.paths } }

  /// Whether there is no file in storage: quicker than asking ``filePlaces``.
  package var isStorageEmpty: Bool { backend.storage.inspect { $0.isEmpty } }

  /// Whether a function of the backend waits for its run, or is running, with an event such as `matches` looks for.
  public func awaitsFunction(where matches: @Sendable (FunctionEvent) -> Bool) -> Bool {
    backend.inspect { $0.awaitsFunction(where: matches) }
  }

  /// The phones that have heard everything, see ``isInformed(_:)``.
  public var informedPhones: [Phone<App>] { phones.filter(isInformed) }

  /// Whether a phone has heard everything: its app is in the foreground and connected, its disk takes what the app
  /// keeps, the backend has answered all of its writes, and at every location to which it listens its client has what the
  /// backend has.
  public func isInformed(_ phone: Phone<App>) -> Bool {
    guard phone.lifeState == .foreground, !phone.isKeptWaiting,
      let client = phone.presentDatabase, phone.runningProcess?.isCommitDue == false
    else { return false }
    let engine = client.inspect { client -> SyncEngine? in
      client.session.isReady && !client.engine.hasPendingWrites ? client.engine : nil
    }
    guard let engine else { return false }
    return backend.inspect { engine.isUpToDate(with: $0.server) }
  }

  /// The backend's time that the last handshake of a phone's client told, in milliseconds since 1970, and the instant at which
  /// it came: by the way of that message a phone takes the backend's clock to be behind.
  package func greeting(of phone: Phone<App>) -> (milliseconds: Int64, instant: Instant)? {
    phone.presentDatabase?.inspect { $0.greeting }
  }

  /// The clock on a phone's wall, as it is set now.
  package func clock(of phone: Phone<App>) -> WallClock { phone.wallClock.withValue { $0 } }

  /// Whether the backend has a connection of a phone's, by which it serves some listen.
  ///
  /// A connection whose other end is gone counts until the backend notices.
  public func isServed(_ phone: Phone<App>) -> Bool {
    backend.inspect { $0.serves(phone.host.name) }
  }

  /// Whether phones of a user's may be refused a token: what the backend is to do when their connection ends is refused then,
  /// as nobody has left it.
  package func mayRefuseTokens(to user: String) -> Bool { backend.accounts.mayRefuse(user) }

  /// Whether a phone's app runs, is not suspended, and has a network interface that is up.
  public func canConnect(_ phone: Phone<App>) -> Bool {
    switch phone.lifeState {
    case .terminated, .suspended: false
    case .foreground, .inactive, .background: phone.network.isInterfaceUp(of: phone.host)
    }
  }
}

extension SyncEngine {
  /// Whether every listen is answered, and each has what the server shows for its query.
  fileprivate func isUpToDate(with server: DatabaseServer) -> Bool {
    var isUpToDate = true
    forEachListen { query, node in
      if isUpToDate { isUpToDate = node.map { $0 == server.shown(to: query) } ?? false }
    }
    return isUpToDate
  }
}
