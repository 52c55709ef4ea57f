public import Backend
internal import Harness
public import Network
public import Simulator

/// The world of an app before its first phone: a network and a backend on it, watched by the app's invariants.
public struct AppStage: Sendable {
  /// The universe below.
  public let world: World
  /// The network that joins the phones and the backend.
  public let network: Network
  /// The virtual backend.
  public let backend: BackendHost
  private let watch: WorldBound<(any Sendable)?>
  /// Describes the screen of each phone, in the order in which they were set up.
  private let screens: WorldBound<[@Sendable () -> [String]]>

  /// Sets up a network and a backend in a world in which nothing has happened yet.
  ///
  /// - Parameters:
  ///   - rules: The backend's security rules; nil allows everything.
  ///   - functions: The programs of the backend that run on accepted writes.
  ///   - storageRules: The security rules of file storage.
  ///   - timing: The time that functions and push messages take, where no knob varies it.
  ///   - path: The way to the backend behind the phones' links, where no knob varies it; a run with a path of its own
  ///     (`rehearse budget --path`) puts that in its place.
  /// - Throws: ``RulesSourceError`` for a file that cannot be read or rules that have a mistake.
  public init(
    in world: World, rules: RulesSource? = nil, functions: [ServerFunction] = [],
    storageRules: StorageRules = .open, timing: BackendTiming = BackendTiming(),
    path: BackendPath = .region
  ) throws {
    self.world = world
    network = Network(world: world)
    backend = try BackendHost(
      rules: try rules?.compile(), functions: functions, storageRules: storageRules,
      timing: timing.varied(in: world),
      path: try world.backendPathInForce().map(BackendPath.named) ?? path.varied(in: world),
      on: network)
    watch = WorldBound(nil, in: world)
    screens = WorldBound([], in: world)
    if world.setting(of: .timings)?.isExtreme ?? false {
      world.extendLimits(by: Self.extremeSlack)
    }
  }

  /// The time by which limits are extended where links or the backend are as slow as can be: that of ``FaultPlan/recovery``,
  /// as a connection may die on such a link as by a fault.
  static let extremeSlack = FaultPlan().recovery

  /// The screens of all phones as their people see them, line by line.
  var allScreens: [String] { screens.withValue { $0 }.flatMap { $0() } }

  /// Counts a phone's screen among all.
  func show<App: PhoneApp>(_ phone: Phone<App>) {
    let location = CodeLocation()
    screens.withValue { $0.append { phone.expectation(at: location).observed } }
  }

  /// Has an app's invariants look at a phone from now on; they are made when the first phone is set up.
  func watch<App: PhoneApp>(
    _ phone: Phone<App>, _ invariants: @autoclosure () -> [any Invariant<App>]
  ) {
    if let known = watch.withValue({ $0 }) as? InvariantWatch<App> {
      known.watch(phone)
      return
    }
    let made = InvariantWatch(invariants(), in: world)
    made.watch(backend)
    watch.withValue { $0 = made }
    made.watch(phone)
  }
}
