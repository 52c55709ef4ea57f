public import Backend
internal import Harness
public import Simulator

/// Something that must hold in every run of an app, at every step that anybody could observe.
///
/// An invariant lives outside of the app and asks nothing of its reckoning: it compares observations that do not know of each
/// other, such as what a screen shows, what stands on a disk, and what the backend stores. It is a value that keeps what it
/// needs of the past; one is made for each world. The first breach ends the run as failed.
///
/// ```swift
/// struct NothingComesBack: Invariant {
///   let id = "L-01"
///   private var ticked: Set<String> = []
///
///   mutating func check(_ event: WorldEvent<ListApp>, phone: String?, at now: Instant) -> Breach? { … }
/// }
/// ```
public protocol Invariant<App>: Sendable {
  /// The app that it is about.
  associatedtype App: PhoneApp

  /// The name under which reports tell of it, such as "I-01".
  var id: String { get }

  /// Whether ``check(_:phone:at:)`` touches nothing but values in a `WorldBound`, and changes nothing of the invariant itself:
  /// whatever it keeps of the past lies in such values; false unless it says otherwise.
  ///
  /// An exploration relies on it when it leaves out orders that come to the same.
  static var isConfined: Bool { get }

  /// Looks at something that has just happened.
  ///
  /// - Parameters:
  ///   - phone: The phone that it happened on, or that a commit came from; nil for commits of trusted programs.
  ///   - now: The instant of the virtual clock.
  /// - Returns: The breach; nil where the invariant holds.
  mutating func check(
    _ event: WorldEvent<App>, phone: String?, at now: Instant
  ) -> Breach?
}

extension Invariant {
  public static var isConfined: Bool { false }

  /// ``isConfined`` of an invariant whose type is not known.
  fileprivate var touchesOnlyTheWorld: Bool { Self.isConfined }
}

/// Something that has just happened in an app's world.
public enum WorldEvent<App: PhoneApp>: Sendable {
  /// The app shows another screen; nil when it is gone.
  case screen(App.Screen?)
  /// The app's life took a turn.
  case life(LifeState)
  /// A slow disk keeps the app waiting: until that instant it does nothing more.
  case wait(until: Instant)
  /// A transaction is durable on a phone; nil when everything on its disk was erased.
  case disk(DiskTransaction?)
  /// The backend has accepted a write.
  case commit(Commit)
  /// The phone's notifications, or the number on the app's icon, have changed.
  case shade(NotificationShade)
  /// Nothing happens for a second or more: see ``QuietPoint``.
  case quiet(QuietPoint<App>)
}

/// A statement that must hold and did not.
public struct Breach: Hashable, Sendable {
  /// The statement's own name, such as "I-06"; nil for an invariant of one statement.
  public let invariant: String?
  /// The statement that must hold, about which phone and which thing.
  public let expected: String
  /// The facts that broke it: what was there before, and what is there now.
  public let observed: [String]
  /// The subject of the breach: ids of conversations, people and phones. The story tells the events that name them.
  public private(set) var about: [String] = []

  /// Describes a breach.
  ///
  /// - Parameter invariant: The name of the statement, for an invariant that makes several.
  public init(of invariant: String? = nil, _ expected: String, _ observed: String...) {
    self.invariant = invariant
    self.expected = expected
    self.observed = observed
  }

  /// The same breach with what it is about.
  public func naming(_ things: String...) -> Breach {
    var breach = self
    breach.about += things
    return breach
  }
}

/// The invariants of an app at work in a world.
final class InvariantWatch<App: PhoneApp>: Sendable {
  /// An invariant, and those that are asked after it.
  ///
  /// A list and not an array, whose type code for any app would look up each time.
  private final class Link: Sendable {
    let invariant: WorldBound<any Invariant<App>>
    let isConfined: Bool
    let next: Link?

    init(_ invariant: any Invariant<App>, before next: Link?, in world: World) {
      self.invariant = WorldBound(invariant, in: world)
      isConfined = invariant.touchesOnlyTheWorld
      self.next = next
    }
  }

  private let world: World
  private let first: Link?
  /// The phones that are looked at, up to the end of the run: they keep their observers.
  private let phones: WorldBound<[Phone<App>]>

  init(_ invariants: [any Invariant<App>], in world: World) {
    self.world = world
    let phones = WorldBound<[Phone<App>]>([], in: world)
    self.phones = phones
    world.atEnd { phones.withValue { $0 = [] } }
    first = invariants.reversed().reduce(nil) { Link($1, before: $0, in: world) }
  }

  /// Looks at every commit of a backend.
  func watch(_ backend: BackendHost) {
    backend.observeCommits(isConfined: true) { [self] commit, phone in
      check(.commit(commit), phone: phone) { [] }
    }
    world.watchRest { [self, weak backend] in
      guard let backend else { return }
      let moment = QuietPoint<App>(
        phones: { [phones] in phones.withValue { $0 } }, backend: backend)
      check(.quiet(moment), phone: nil) { [] }
    }
  }

  /// Looks at every change on a phone, before its app is launched for the first time.
  func watch(_ phone: Phone<App>) {
    let name = phone.name
    // The phone keeps its observers: one that kept the phone would keep both, and their world, for ever.
    let screen = { [world, weak phone] () -> [String] in
      guard let screen = phone?.display.screen else { return [] }
      return [FailureStory.title(ofScreenOf: name, at: world.now)]
        + "\(screen)".split(separator: "\n").map(String.init)
    }
    phone.observe(
      isConfined: true, screen: { [self] in check(.screen($0), phone: name, screen: screen) },
      life: { [self] in check(.life($0), phone: name, screen: screen) },
      wait: { [self] in check(.wait(until: $0), phone: name, screen: screen) },
      disk: { [self] in check(.disk($0), phone: name, screen: screen) })
    _ = phone.notifications.display.watch(isConfined: true, .everything) { [self] shade in
      if let shade { check(.shade(shade), phone: name, screen: screen) }
    }
    phones.withValue { $0.append(phone) }
  }

  private func check(_ event: WorldEvent<App>, phone: String?, screen: () -> [String]) {
    var link = first
    while let present = link {
      if !present.isConfined { world.callsForeignCode() }
      let broken = present.invariant.withValue(parts: present.isConfined ? [] : [0]) {
        invariant -> (id: String, breach: Breach)? in
        let breach = invariant.check(event, phone: phone, at: world.now)
        return breach.map { ($0.invariant ?? invariant.id, $0) }
      }
      if let (id, breach) = broken {
        world.fail(
          Failure(
            kind: "invariant \(id)", expected: breach.expected,
            observed: breach.observed + screen(), about: breach.about))
        return
      }
      link = present.next
    }
  }
}
