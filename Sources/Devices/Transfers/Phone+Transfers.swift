internal import Backend
internal import Network
internal import Simulator

// The phone's part in what its system transfers for the app.

extension Phone {
  /// The client of the process in which the system carries uploads to file storage out. It never ends, and no suspension stops it.
  nonisolated static func backgroundClient(
    of name: String, _ user: String?, from host: NetworkHost, to server: NetworkHost,
    on network: Network, _ disk: Disk, _ wallClock: WorldBound<WallClock>
  ) -> StorageClient {
    let world = network.world
    let process = AppProcess(
      name: "\(name)/transfers", world: world, disk: disk, wallClock: wallClock)
    world.atEnd { process.end() }
    return StorageClient(
      lane: process.lane("storage", isConfined: App.isConfined), process: process, user: user,
      from: host, to: server, on: network)
  }

  /// All transfers of a session have ended: a suspended app is resumed, and one that is not running launched behind the screen.
  ///
  /// It has ``BackgroundTimes/wake`` for itself. Source: Apple, `application(_:handleEventsForBackgroundURLSession:completionHandler:)`.
  func transfersEnded(in session: any SystemSession) {
    // What a fault from the seed has taken away comes back by itself.
    guard session.isToBeHeard, !held.withValue({ $0.isGone }) else { return }
    switch lifeState {
    case .foreground, .inactive, .background: return
    case .suspended:
      transfers.noteResumption()
      wake()
    case .terminated:
      guard !isClosed else { return }
      transfers.noteResumption()
      try? start(behindScreen: true)
    }
    tellOfEvents(in: session)
  }

  /// Tells the app for which session it runs, and suspends it as soon as it says that it is done.
  private func tellOfEvents(in session: any SystemSession) {
    guard let identifier = session.identifier else { return }
    let handled = timeEndsEarly()
    tellRunningApp { app in
      app.handleEventsForBackgroundURLSession(identifier, completionHandler: handled)
      session.appRuns()
    }
  }
}
