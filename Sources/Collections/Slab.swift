/// Elements in numbered slots that are used again: constant time to add, find and remove one.
///
/// The number of a slot that was used again belongs to another element. Who may ask for one that is gone keeps the
/// slot's generation beside the number: it changes with each removal.
public struct Slab<Element> {
  @usableFromInline struct Slot {
    @usableFromInline var element: Element?
    @usableFromInline var generation: UInt32

    @inlinable init(element: consuming Element, generation: UInt32) {
      self.element = consume element
      self.generation = generation
    }

    /// Asked without a copy of the element, which comparing with nil would make.
    @inlinable var isUsed: Bool { if case .none = element { false } else { true } }
  }

  @usableFromInline var slots: ContiguousArray<Slot> = []
  @usableFromInline var freeSlots: ContiguousArray<UInt32> = []

  /// Makes an empty slab.
  @inlinable public init() {}

  /// The number of elements.
  @inlinable public var count: Int { slots.count - freeSlots.count }

  /// Whether there is no element.
  @inlinable public var isEmpty: Bool { count == 0 }

  /// The number of slots, free ones included.
  @inlinable public var slotCount: Int { slots.count }

  /// The slot that the next element gets.
  @inlinable public var nextSlot: Int { freeSlots.last.map { Int($0) } ?? slots.count }

  /// The elements in the order of their slots.
  @inlinable public var elements: [Element] { slots.compactMap(\.element) }

  /// Puts an element into a free slot, the one that was freed last, or else into a new one.
  ///
  /// - Returns: The number of the slot, and its generation.
  @inlinable
  @inline(__always)
  public mutating func insert(
    _ element: consuming Element
  ) -> (slot: Int, generation: UInt32) {
    guard let free = freeSlots.popLast() else {
      slots.append(Slot(element: element, generation: 0))
      return (slots.count - 1, 0)
    }
    // A span checks once that nobody else holds the array, not at every access.
    var span = slots.mutableSpan
    span[Int(free)].element = consume element
    return (Int(free), span[Int(free)].generation)
  }

  /// Takes the element out of a slot, which is free from then on; traps where there is none.
  @inlinable public mutating func remove(at slot: Int) -> Element {
    var span = slots.mutableSpan
    guard let element = span[slot].element.take() else {
      preconditionFailure("slot \(slot) of the slab is free")
    }
    span[slot].generation &+= 1
    freeSlots.append(UInt32(truncatingIfNeeded: slot))
    return element
  }

  /// The element in a slot; traps where there is none.
  @inlinable public subscript(slot: Int) -> Element {
    _read {
      precondition(slots.span[slot].isUsed, "slot \(slot) of the slab is free")
      yield slots.span[slot].element!
    }
    _modify {
      precondition(slots.span[slot].isUsed, "slot \(slot) of the slab is free")
      yield &slots[slot].element!
    }
  }

  /// Whether the slot holds the element that it held when it had this generation.
  @inlinable public func holds(_ slot: Int, generation: UInt32) -> Bool {
    slot < slots.count && slots.span[slot].generation == generation
  }

  /// Traps where the structure contradicts itself; for tests, after every step.
  @inlinable public func checkInvariants() {
    let free = Set(freeSlots.map { Int($0) })
    precondition(free.count == freeSlots.count, "a slot is free twice")
    for slot in slots.indices {
      precondition(
        free.contains(slot) == (slots[slot].element == nil),
        "slot \(slot) is free and used, or lost")
    }
  }
}

extension Slab: Sendable where Element: Sendable {}
extension Slab.Slot: Sendable where Element: Sendable {}
