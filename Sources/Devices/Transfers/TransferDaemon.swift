package import Network
package import Simulator

/// The part of a phone's system that transfers what the app has handed over, in processes of its own.
///
/// Transfers go on while the app is suspended, and after it has died or was ended for its memory; the system tries again by itself
/// when the network is lost. They end when the person closes the app, and go without a word with a reinstallation. Once all of a
/// session have ended, the system resumes the app, or launches it behind the screen. Source: Apple, "Downloading files in the
/// background", `URLSessionConfiguration.background(withIdentifier:)`, and Quinn, Apple Developer Forums, thread 14855.
package final class TransferDaemon: Sendable {
  private struct State {
    /// In the order in which they were made.
    var sessions: [any SystemSession] = []
    /// Whether the app has handed anything over.
    var isUsed = false
    var limiter = ResumeRateLimiter()
    /// Whether transfers that may wait do so, as in Low Power Mode.
    var defers = false
    /// Begins those that have waited, in the order in which they were handed over.
    var deferred: [@Sendable () -> Void] = []
  }

  package let network: Network
  /// The phone as the network knows it.
  package let host: NetworkHost
  private let phone: String
  private let life: WorldBound<LifeState>
  private let wallClock: WorldBound<WallClock>
  private let allEnded: @Sendable (any SystemSession) -> Void
  private let state: WorldBound<State>

  /// - Parameter allEnded: Told, on a lane of the system, that no transfer of a session is under way any more.
  init(
    of phone: String, from host: NetworkHost, on network: Network, life: WorldBound<LifeState>,
    wallClock: WorldBound<WallClock>, allEnded: @escaping @Sendable (any SystemSession) -> Void
  ) {
    self.phone = phone
    self.host = host
    self.network = network
    self.life = life
    self.wallClock = wallClock
    self.allEnded = allEnded
    state = WorldBound(State(), in: network.world)
    // Its sessions know it.
    network.world.atEnd { [state] in state.withValue { $0 = State() } }
  }

  private var world: World { network.world }

  // MARK: - Sessions

  func add(_ session: any SystemSession) { state.withValue { $0.sessions.append(session) } }

  /// The session of an identifier, which outlives the launch of the app that made it.
  package func session<Session: SystemSession>(
    _ identifier: String, make: () -> Session
  ) -> Session {
    let known = state.withValue { $0.sessions.first { $0.identifier == identifier } }
    if let known = known as? Session { return known }
    let made = make()
    add(made)
    return made
  }

  /// A process of the system that carries the transfers of a session out. No suspension of the app stops it.
  package func makeProcess(for identifier: String) -> SimulatedProcess {
    let name = "\(phone)/transfers of \(identifier)"
    let process = SimulatedProcess(name: name, mainLane: world.lane("\(name)/main")) {
      [wallClock] instant in wallClock.withValue { $0 }.nanoseconds(at: instant)
    }
    world.atEnd { process.end() }
    return process
  }

  /// No transfer of a session is under way any more.
  package func ended(_ session: any SystemSession) { allEnded(session) }

  // MARK: - The beginning of transfers

  /// Begins a transfer that the app asks for now, or once the system lets it.
  ///
  /// One that is asked for behind the screen waits for the rate limiter. It is discretionary as well, and such wait in Low Power
  /// Mode. Source: Apple, `URLSessionConfiguration.isDiscretionary`: transfers that are started in the background always are.
  ///
  /// - Parameters:
  ///   - isDiscretionary: Whether the system may choose the time also where the app is on the screen.
  ///   - lane: The lane on which one begins that has waited for the limiter.
  package func admit(
    isDiscretionary: Bool = false, on lane: Lane, _ begin: @escaping @Sendable () -> Void
  ) {
    let isBehindScreen = life.withValue { $0 } != .foreground
    let now = world.now
    let (isDeferred, wait) = state.withValue { state -> (Bool, Duration) in
      state.isUsed = true
      let wait = isBehindScreen ? state.limiter.wait(at: now) : .zero
      guard isBehindScreen || isDiscretionary, state.defers else { return (false, wait) }
      state.deferred.append(begin)
      return (true, wait)
    }
    if isDeferred { return }
    if wait == .zero { begin() } else { lane.schedule(after: wait, begin) }
  }

  /// Lets discretionary transfers wait from now on, or begins those that have waited.
  func setDefers(_ defers: Bool) {
    let due = state.withValue { state in
      state.defers = defers
      guard !defers else { return [@Sendable () -> Void]() }
      defer { state.deferred = [] }
      return state.deferred
    }
    for begin in due { begin() }
  }

  // MARK: - The life of the app

  /// The system resumes or launches the app for its transfers.
  func noteResumption() {
    let now = world.now
    state.withValue { $0.limiter.resumed(at: now) }
  }

  /// The person has the app in front of them.
  func appOpened() {
    if state.withValue(parts: [], { $0.isUsed }) { state.withValue { $0.limiter.reset() } }
  }

  /// The person has closed the app.
  func closedByPerson() { for session in sessions { session.closedByPerson() } }

  /// The app was deleted.
  func removeAll() { for session in sessions { session.removeAll() } }

  private var sessions: [any SystemSession] { state.withValue { $0.sessions } }

  /// The transfers under way, a line each, for the story of a failure.
  func report() -> [String] {
    state.withValue(parts: [], { $0.sessions }).flatMap { $0.report() }
  }
}
