/// An entry that a `PathIndex` keeps at a location.
protocol PathIndexEntry: Sendable {
  /// Nothing.
  init()
  /// Whether the location could as well be missing.
  var isEmpty: Bool { get }
}

/// Entries by location, so that those at, above and below a path are found without looking at others.
///
/// Locations are numbered by slots; the root is slot 0, and slots of locations that hold nothing are
/// used again.
struct PathIndex<Entry: PathIndexEntry>: Sendable {
  /// The number of a location that is in the index.
  typealias Slot = Int

  private struct Links: Sendable {
    var parent: Slot
    var key: Key
    var children = ChildSlots()
  }

  /// The slot of the root, which is always there.
  static var root: Slot { 0 }

  /// The entry of each slot.
  var entries: [Entry] = [Entry()]
  private var links = [Links(parent: 0, key: Key(""))]
  private var freeSlots: [Slot] = []

  /// Whether no location holds anything.
  var isEmpty: Bool { links[0].children.isEmpty && entries[0].isEmpty }

  /// The slot of a child.
  func child(_ key: Key, of slot: Slot) -> Slot? { links[slot].children[key] }

  /// The slots of the children, in key order.
  func children(of slot: Slot) -> [(key: Key, slot: Slot)] {
    links[slot].children.inOrder
  }

  /// The slot of a location, if it is in the index.
  func slot(at path: Path) -> Slot? {
    var slot = Self.root
    for key in path.keys {
      guard let next = child(key, of: slot) else { return nil }
      slot = next
    }
    return slot
  }

  /// The slot of a location, which is put into the index if need be.
  mutating func makeSlot(at path: Path) -> Slot {
    var slot = Self.root
    for key in path.keys {
      if let next = links[slot].children[key] {
        slot = next
        continue
      }
      let next: Slot
      if let free = freeSlots.popLast() {
        next = free
        links[next] = Links(parent: slot, key: key)
      } else {
        next = links.count
        links.append(Links(parent: slot, key: key))
        entries.append(Entry())
      }
      links[slot].children[key] = next
      slot = next
    }
    return slot
  }

  /// Drops a location that holds nothing any more, and those above that were only on the way to it.
  mutating func prune(from slot: Slot) {
    var slot = slot
    while slot != Self.root, entries[slot].isEmpty, links[slot].children.isEmpty {
      let (parent, key) = (links[slot].parent, links[slot].key)
      links[parent].children[key] = nil
      entries[slot] = Entry()
      freeSlots.append(slot)
      slot = parent
    }
  }

  /// Traps where slots are lost, shared or hold nothing.
  func checkInvariants() {
    var seen: Set<Slot> = Set(freeSlots)
    precondition(seen.count == freeSlots.count, "a slot is free twice")
    func check(_ slot: Slot) {
      precondition(seen.insert(slot).inserted, "slot \(slot) is used twice")
      precondition(
        slot == Self.root || !entries[slot].isEmpty || !links[slot].children.isEmpty,
        "slot \(slot) is used for nothing")
      for (key, child) in children(of: slot) {
        precondition(
          links[child].parent == slot && links[child].key == key, "slot \(child) is misplaced")
        check(child)
      }
    }
    check(Self.root)
    precondition(seen.count == links.count && links.count == entries.count, "a slot is lost")
  }
}

/// The slots of a location's children by key.
///
/// A list while they are few, which is so nearly everywhere: a table would cost more than all else that is done with
/// it.
private struct ChildSlots: Sendable {
  private struct Entry: Sendable {
    let key: Key
    let slot: Int
  }

  /// Children up to which a list is faster than a table.
  private static let fewMax = 8

  /// In the order in which they came; empty where there are more than a few.
  private var few: ContiguousArray<Entry> = []
  private var many: [Key: Int] = [:]

  init() {}

  var isEmpty: Bool { few.isEmpty && many.isEmpty }

  /// In key order.
  var inOrder: [(key: Key, slot: Int)] {
    // order: sorted below, where there are several.
    var all = few.map { (key: $0.key, slot: $0.slot) }
    // order: they are sorted below.
    for (key, slot) in many { all.append((key, slot)) }
    return all.count > 1 ? all.sorted { $0.key < $1.key } : all
  }

  subscript(key: Key) -> Int? {
    get {
      if let place = place(of: key) { return few.span[place].slot }
      return many.isEmpty ? nil : many[key]
    }
    set {
      if let place = place(of: key) {
        if let newValue {
          few[place] = Entry(key: key, slot: newValue)
        } else {
          few.remove(at: place)
        }
      } else if !many.isEmpty {
        many[key] = newValue
      } else if let newValue {
        few.append(Entry(key: key, slot: newValue))
        if few.count > Self.fewMax { spread() }
      }
    }
  }

  private func place(of key: Key) -> Int? {
    let span = few.span
    for place in span.indices where span[place].key == key { return place }
    return nil
  }

  private mutating func spread() {
    for entry in few { many[entry.key] = entry.slot }
    few = []
  }
}
