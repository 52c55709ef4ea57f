internal import Backend
internal import Devices
internal import Simulator

/// Checks, at every step that anybody could observe, what must hold in every run of the chat.
///
/// It compares observations that do not know of each other: what the screens show, what stands on the disks, and what
/// the backend stores. The first breach ends the run as failed.
final class InvariantWatch: Sendable {
  private struct State {
    var backend = BackendLedger()
    var devices: [UserID: [Confined<DeviceLedger>]] = [:]
  }

  private let world: World
  private let state: Confined<State>

  /// Watches a world from its beginning on.
  init(in world: World, backend: BackendHost) {
    self.world = world
    state = Confined(State(), in: world)
    backend.observeCommits { [self] commit, phone in committed(commit, from: phone) }
  }

  /// Makes the ledger of a phone that is to be set up.
  func observer(
    of phone: String, of user: UserID, policies: ChatPolicies
  ) -> InvariantObserver {
    let ledger = Confined(
      DeviceLedger(phone: phone, user: user, policies: policies), in: world)
    state.withValue { $0.devices[user, default: []].append(ledger) }
    return InvariantObserver(ledger: ledger)
  }

  /// Watches a phone, before its app is launched for the first time.
  func watch(_ phone: ChatPhone, as observer: InvariantObserver) {
    // The phone keeps its observers: one that kept the phone would keep both, and their world, for ever.
    let (world, ledger, name) = (world, observer.ledger, phone.name)
    phone.observe { observation in
      let breaches = ledger.withValue { ledger in
        switch observation {
        case .screen(let screen): ledger.show(screen, at: world.now)
        case .life(let life): ledger.live(life, at: world.now)
        case .disk(let transaction): ledger.store(transaction, at: world.now)
        }
        return ledger.breaches.isEmpty ? [] : ledger.takeBreaches()
      }
      guard let breach = breaches.first else { return }
      let screen = ledger.withValue { $0.screen }
      Self.report(breach, in: world, with: screen.map { ("\(name)'s screen", "\($0)") })
    }
  }

  /// How many writes of a phone have held receipts.
  func flushCount(of phone: String) -> Int {
    state.withValue { $0.backend.flushCount(of: phone) }
  }

  private func committed(_ commit: Commit, from phone: String?) {
    let now = world.now
    let breaches = state.withValue { state in
      var breaches = state.backend.take(commit, from: phone)
      if let phone, let flushed = state.backend.flushed {
        let ledger = state.devices[flushed.user]?.first { $0.withValue { $0.phone == phone } }
        ledger?.withValue { $0.committed(flushed.message, at: now) }
        if let breach = ledger?.withValue({ $0.takeBreaches().first }) { breaches.append(breach) }
      }
      for receipt in state.backend.added {
        let phones = state.devices[receipt.user] ?? []
        guard !phones.contains(where: { $0.withValue { $0.canHaveSeen(receipt.message) } }) else {
          continue
        }
        breaches.append(
          InvariantBreach(
            "I-06",
            "a receipt only for what was displayed on a phone of its reader in the foreground",
            "\(receipt.user) has read \(state.backend.name(receipt.message)), which none of "
              + "\(phones.map { $0.withValue { $0.phone } }) has displayed",
            "by commit \(commit)"))
      }
      return breaches
    }
    if let breach = breaches.first { Self.report(breach, in: world, with: nil) }
  }

  private static func report(
    _ breach: InvariantBreach, in world: World, with screen: (title: String, text: String)?
  ) {
    let lines =
      screen.map { screen in
        ["\(screen.title) at \(world.now):"] + screen.text.split(separator: "\n").map(String.init)
      } ?? []
    world.fail(
      Failure(
        kind: "invariant \(breach.invariant)", expected: breach.expected,
        observed: breach.observed + lines))
  }
}

/// What a person does on a phone that invariants must know of.
struct InvariantObserver: Sendable {
  fileprivate let ledger: Confined<DeviceLedger>

  /// The person taps retry.
  func retry(_ message: MessageID) { ledger.withValue { $0.retry(message) } }

  /// The person marks a whole conversation as read.
  func markRead(_ conversation: ConversationID) {
    ledger.withValue { $0.markRead(conversation, at: ledger.world.now) }
  }
}
