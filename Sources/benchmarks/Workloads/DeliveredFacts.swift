import Chat
internal import Devices
internal import Simulator

/// Counts the facts that reach phones, one for each phone that a fact reaches.
///
/// A fact is a row that a phone stores because of what the backend told it: a message, that one was delivered to somebody,
/// that somebody has read one, the members of a conversation, an account; and each other number of unread messages that
/// a phone shows. What a phone keeps for itself alone, such as its outbox, is none.
struct DeliveredFacts: Sendable {
  private static func holdsFacts(_ table: String) -> Bool {
    switch table {
    case "conversations", "messages", "deliveries", "reads", "profiles": true
    default: false
    }
  }

  private struct Tally {
    var rows = 0
    var unreadChanges = 0
  }

  private let tally: WorldBound<Tally>

  /// Counts from now on what reaches phones.
  init(reaching phones: [ChatPhone], in world: World) {
    tally = WorldBound(Tally(), in: world)
    for phone in phones { watch(phone) }
  }

  /// The number of facts that have reached phones.
  var count: Int { tally.withValue { $0.rows + $0.unreadChanges } }

  private func watch(_ phone: ChatPhone) {
    let tally = tally
    let badge = WorldBound(phone.display.screen?.badge ?? 0, in: phone.world)
    phone.observe { observation in
      switch observation {
      case .disk(let transaction?):
        let changes = transaction.changes.span
        var rows = 0
        for index in changes.indices
        where changes[index].row != nil && Self.holdsFacts(changes[index].table) {
          rows += 1
        }
        tally.withValue { $0.rows += rows }
      case .screen(let screen?):
        let hasChanged = badge.withValue { badge in
          defer { badge = screen.badge }
          return badge != screen.badge
        }
        if hasChanged { tally.withValue { $0.unreadChanges += 1 } }
      case .disk, .screen, .life:
        break
      }
    }
  }
}
