internal import Harness
internal import Observation
public import Simulator

/// A ``MainActorApp`` on a phone: `Phone<HostedApp<RehearsedChat>>`.
///
/// The actor is the main thread of the process. Its lane is that of the process's main actor, so everything here and all
/// `@MainActor` code of the launch run one after the other.
public actor HostedApp<Program: MainActorApp>: PhoneApp {
  public typealias Screen = Program.Screen
  public typealias Configuration = Program.Configuration

  public nonisolated let lane: Lane
  private let services: PhoneServices<Screen>
  private let configuration: Configuration
  private var program: Program?
  /// Whether the screen is to be read again once what changes it has come to its next wait.
  private var isStale = false

  public static var usesDatabase: Bool { Program.usesDatabase }

  public static func bundle(for configuration: Configuration) -> AppBundle {
    Program.bundle(for: configuration)
  }

  public init(services: PhoneServices<Screen>, configuration: Configuration) {
    lane = services.lane
    self.services = services
    self.configuration = configuration
    lane.world.noteOrdinaryCode()
  }

  public func start() {
    let (services, configuration) = (services, configuration)
    let program = MainActor.assumeIsolated {
      Program(services: services, configuration: configuration)
    }
    self.program = program
    MainActor.assumeIsolated { program.start() }
    look()
  }

  /// Calls `body` with the app's program, on the main actor.
  func onMain<Result: Sendable>(_ body: @MainActor (Program) -> Result) -> Result? {
    guard let program else { return nil }
    return MainActor.assumeIsolated { body(program) }
  }

  public func lifeChanged(to state: LifeState) { onMain { $0.lifeChanged(to: state) } }

  public func powerStateChanged() { services.process.tell(.powerStateChanged) }

  public func significantTimeChange() { services.process.tell(.timesChanged) }

  public func received(
    _ data: [String: String], completionHandler: @escaping @Sendable () -> Void
  ) {
    onMain { $0.received(data, completionHandler: completionHandler) }
  }

  public func handleEventsForBackgroundURLSession(
    _ identifier: String, completionHandler: @escaping @Sendable () -> Void
  ) {
    onMain {
      $0.handleEventsForBackgroundURLSession(identifier, completionHandler: completionHandler)
    }
  }

  public func tapped(_ notification: DeliveredNotification) { onMain { $0.tapped(notification) } }

  /// Reads the screen and shows it, and reads it again after the next change of what it came from.
  ///
  /// Observation tells of a change just before it; so the look is a step of its own, behind the code that makes the change, as
  /// a view is drawn at the end of a pass of the main thread's loop.
  private func look() {
    isStale = false
    let screen = onMain { program in
      withObservationTracking {
        program.screen
      } onChange: { [weak self] in
        self?.post { $0.changed() }
      }
    }
    if let screen { services.show(screen) }
  }

  private func changed() {
    guard !isStale else { return }
    isStale = true
    post { $0.look() }
  }
}

extension Phone {
  /// Does a gesture in an app on the main actor: runs `body` with its program, once a person could touch the app.
  ///
  /// ```swift
  /// extension Phone where App == HostedApp<RehearsedChat> {
  ///   func send(_ text: String) async { await touch("send", text) { $0.model.send(text) } }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The gesture in words; see ``gesture(_:_:at:isNavigation:missing:isDone:_:)``.
  ///   - details: What the gesture is made with, for stories.
  ///   - missing: The thing that the app lacks for it, such as "no thread open"; nil where it can be done. The gesture waits
  ///     for it.
  ///   - isDone: Whether the app shows that it was done; see the same place.
  /// - Returns: The result of the body; nil where the run is over.
  @discardableResult
  public nonisolated func touch<Program: MainActorApp, Result: Sendable>(
    _ name: String, _ details: @autoclosure () -> String = "", fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line,
    missing: @escaping @MainActor @Sendable (Program) -> String? = { _ in nil },
    isDone: (@MainActor @Sendable (Program) -> Bool)? = nil,
    _ body: @escaping @MainActor @Sendable (Program) -> Result
  ) async -> Result? where App == HostedApp<Program> {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    let lacks: @Sendable (isolated HostedApp<Program>) -> String? = { app in
      app.onMain(missing) ?? "an app that has not started"
    }
    var shows: (@Sendable (isolated HostedApp<Program>) -> Bool)?
    if let isDone { shows = { app in app.onMain(isDone) ?? false } }
    return await gesture(name, details(), at: location, missing: lacks, isDone: shows) { app in
      app.onMain(body)
    } ?? nil
  }
}
