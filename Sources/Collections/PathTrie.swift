/// The values that a ``PathTrie`` keeps at its locations.
public protocol PathTrieValue {
  /// Nothing.
  init()
  /// Whether the location could as well be missing.
  var isEmpty: Bool { get }
}

/// Values by location, so that those at, above and below a path are found without looking at others.
///
/// Locations are numbered by slots; the root is slot 0, and slots of locations that hold nothing are used again.
public struct PathTrie<Key: Hashable & Comparable, Value: PathTrieValue> {
  /// The number of a location that is in the trie.
  public typealias Slot = Int

  @usableFromInline struct Links {
    @usableFromInline let parent: Slot
    @usableFromInline let key: Key?
    @usableFromInline var children = ChildSlots<Key>()

    @inlinable init(parent: Slot, key: Key?) {
      self.parent = parent
      self.key = key
    }
  }

  /// The slot of the root, which is always there.
  @inlinable public static var root: Slot { 0 }

  /// The value of each slot.
  public var values: [Value] = [Value()]
  @usableFromInline var links: Slab<Links>

  /// Makes a trie of nothing but the root.
  @inlinable public init() {
    links = Slab()
    _ = links.insert(Links(parent: Self.root, key: nil))
  }

  /// Whether no location holds anything.
  @inlinable public var isEmpty: Bool { links[Self.root].children.isEmpty && values[0].isEmpty }

  /// The slot of a child.
  @inlinable public func child(_ key: Key, of slot: Slot) -> Slot? { links[slot].children[key] }

  /// The slots of the children, in key order.
  @inlinable public func children(of slot: Slot) -> [(key: Key, slot: Slot)] {
    links[slot].children.inOrder
  }

  /// The slot of a location, if it is in the trie.
  @inlinable public func slot(at path: some Sequence<Key>) -> Slot? {
    var slot = Self.root
    for key in path {
      guard let next = child(key, of: slot) else { return nil }
      slot = next
    }
    return slot
  }

  /// The slot of a location, which is put into the trie if need be.
  @inlinable public mutating func makeSlot(at path: some Sequence<Key>) -> Slot {
    var slot = Self.root
    for key in path {
      if let next = links[slot].children[key] {
        slot = next
        continue
      }
      let next = links.insert(Links(parent: slot, key: key)).slot
      if next == values.count { values.append(Value()) }
      links[slot].children[key] = next
      slot = next
    }
    return slot
  }

  /// Drops a location that holds nothing any more, and those above that were only on the way to it.
  @inlinable public mutating func prune(from slot: Slot) {
    var slot = slot
    while slot != Self.root, values[slot].isEmpty, links[slot].children.isEmpty {
      let gone = links.remove(at: slot)
      if let key = gone.key { links[gone.parent].children[key] = nil }
      values[slot] = Value()
      slot = gone.parent
    }
  }

  /// Traps where slots are lost, shared or hold nothing; for tests, after every step.
  public func checkInvariants() {
    links.checkInvariants()
    var seen: Set<Slot> = []
    func check(_ slot: Slot) {
      precondition(seen.insert(slot).inserted, "slot \(slot) is used twice")
      precondition(
        slot == Self.root || !values[slot].isEmpty || !links[slot].children.isEmpty,
        "slot \(slot) is used for nothing")
      for (key, child) in children(of: slot) {
        precondition(
          links[child].parent == slot && links[child].key == key, "slot \(child) is misplaced")
        check(child)
      }
    }
    check(Self.root)
    precondition(seen.count == links.count, "a slot is lost")
    precondition(values.count == links.slotCount, "a slot has no value")
  }
}

extension PathTrie: Sendable where Key: Sendable, Value: Sendable {}
extension PathTrie.Links: Sendable where Key: Sendable {}

/// The slots of a location's children by key.
///
/// A list while they are few, which is so nearly everywhere: a table would cost more than all else that is done with
/// it.
@usableFromInline struct ChildSlots<Key: Hashable & Comparable> {
  @usableFromInline struct Entry {
    @usableFromInline let key: Key
    @usableFromInline let slot: Int

    @inlinable init(key: Key, slot: Int) {
      self.key = key
      self.slot = slot
    }
  }

  /// Children up to which a list is faster than a table.
  @inlinable static var fewMax: Int { 8 }

  /// In the order in which they came; empty where there are more than a few.
  @usableFromInline var few: ContiguousArray<Entry> = []
  @usableFromInline var many: [Key: Int] = [:]

  @inlinable init() {}

  @inlinable var isEmpty: Bool { few.isEmpty && many.isEmpty }

  /// In key order.
  @inlinable var inOrder: [(key: Key, slot: Int)] {
    // order: sorted below, where there are several.
    var all = few.map { (key: $0.key, slot: $0.slot) }
    // order: they are sorted below.
    for (key, slot) in many { all.append((key, slot)) }
    return all.count > 1 ? all.sorted { $0.key < $1.key } : all
  }

  @inlinable subscript(key: Key) -> Int? {
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

  @inlinable func place(of key: Key) -> Int? {
    let span = few.span
    for place in span.indices where span[place].key == key { return place }
    return nil
  }

  @inlinable mutating func spread() {
    for entry in few { many[entry.key] = entry.slot }
    few = []
  }
}

extension ChildSlots: Sendable where Key: Sendable {}
extension ChildSlots.Entry: Sendable where Key: Sendable {}
