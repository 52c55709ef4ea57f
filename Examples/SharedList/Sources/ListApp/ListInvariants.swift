import Rehearsal

/// Items that a phone has once taken off its list never come back to it, and the backend never forgets an item or a
/// removal.
struct NothingComesBack: Invariant {
  let id = "SL-A"
  private var shown: [String: [Key: String]] = [:]
  private var gone: [String: Set<Key>] = [:]

  mutating func check(
    _ event: WorldEvent<ListApp>, phone: String?, at now: Instant
  ) -> Breach? {
    switch event {
    case .screen(let screen?):
      guard let phone else { return nil }
      let lines = Dictionary(uniqueKeysWithValues: screen.lines.map { ($0.item, $0.name) })
      let before = shown.updateValue(lines, forKey: phone) ?? [:]
      gone[phone, default: []].formUnion(before.keys.filter { lines[$0] == nil })
      guard let back = screen.lines.first(where: { gone[phone]?.contains($0.item) == true })
      else { return nil }
      return Breach("\(phone) never to see an item again that was removed", "\(back.name) is back")
    case .commit(let commit):
      for (item, fields) in commit.before["items"].children {
        let after = commit.after[["items", item]]
        if after.isEmpty || (!fields["removed"].isEmpty && after["removed"].isEmpty) {
          return Breach("the backend to forget no item and no removal", "\(commit)")
        }
      }
      return nil
    case .disk(nil):
      // The app was deleted with all that it knew.
      if let phone { (shown[phone], gone[phone]) = (nil, nil) }
      return nil
    case .screen(nil), .disk, .life, .shade, .wait, .quiet: return nil
    }
  }
}

/// A screen shows nothing but what the backend has accepted at some time, and edits that stand on the phone's own disk.
struct NothingIsMadeUp: Invariant {
  let id = "SL-B"
  private var accepted: Set<Fact> = []
  private var pending: [String: [String: Fact]] = [:]

  private struct Fact: Hashable {
    let place: Path
    let value: Scalar
  }

  mutating func check(
    _ event: WorldEvent<ListApp>, phone: String?, at now: Instant
  ) -> Breach? {
    switch event {
    case .commit(let commit):
      for change in commit.changes where change.path.first == "items" && change.path.depth == 3 {
        guard let value = change.node["value"].scalar else { continue }
        accepted.insert(Fact(place: change.path.droppingFirst, value: value))
      }
    case .disk(let transaction):
      guard let phone else { return nil }
      guard let transaction else {
        pending[phone] = nil
        return nil
      }
      for change in transaction.changes where change.table == ListApp.pending.name {
        let edit = change.row as? Edit
        pending[phone, default: [:]][change.key] =
          edit.map { Fact(place: $0.place, value: $0.value) }
      }
    case .screen(let screen?):
      guard let phone else { return nil }
      let mine = pending[phone, default: [:]]
      for line in screen.lines {
        var facts = [Fact(place: [line.item, "name"], value: .string(line.name))]
        if line.isTicked { facts.append(Fact(place: [line.item, "ticked"], value: true)) }
        for fact in facts where !accepted.contains(fact) && mine["\(fact.place)"] != fact {
          return Breach(
            "\(phone) to show what the backend has accepted or its own disk holds",
            "nobody has set \(fact.place) to \(fact.value)")
        }
      }
    case .screen(nil), .life, .shade, .wait, .quiet: break
    }
    return nil
  }
}
