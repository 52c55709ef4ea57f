public import Simulator

extension Node: Equatable {
  /// Same value and same priorities, at every level.
  public static func == (left: Node, right: Node) -> Bool {
    switch (left.storage, right.storage) {
    case (.empty, .empty): return true
    case (.leaf(let a), .leaf(let b)): return a == b
    case (.special(let a), .special(let b)):
      return a === b
        || (a.scalar == b.scalar && a.serverValue == b.serverValue && a.priority == b.priority)
    case (.branch(let a), .branch(let b)):
      if a === b { return true }
      guard a.contentHash == b.contentHash, a.children.count == b.children.count,
        a.priority == b.priority
      else { return false }
      var isSame = true
      ChildMap.forEachDifference(from: a.children, to: b.children) { _, _, _ in isSame = false }
      return isSame
    default: return false
    }
  }

  /// Whether both are one tree in memory, which equal ones need not be.
  package func isIdentical(to other: Node) -> Bool {
    switch (storage, other.storage) {
    case (.empty, .empty): true
    case (.branch(let mine), .branch(let others)): mine === others
    default: false
    }
  }

  /// A hash of value and priorities that is stable over processes; constant time for parents.
  public var contentHash: UInt64 {
    switch storage {
    case .empty: 0
    case .leaf(let scalar): scalar.contentHash
    case .special(let leaf):
      ContentHash.combine(
        leaf.scalar?.contentHash ?? leaf.serverValue.map(Self.hash) ?? 0,
        leaf.priority.contentHash)
    case .branch(let body): body.contentHash
    }
  }

  private static func hash(_ value: ServerValue) -> UInt64 {
    switch value {
    case .timestamp: ContentHash.mix(19)
    case .increment(let delta): ContentHash.combine(23, delta.bitPattern)
    }
  }

  /// The hash that a client sends to say which data it holds; empty for no data, equal exactly for equal data.
  ///
  /// Stands for the platform's hash of listens and transactions, which clients treat as opaque.
  public var dataHash: String {
    isEmpty ? "" : Hexadecimal.text(contentHash)
  }

  /// Bytes of the node as JSON in export format; constant time for parents.
  public var byteCount: Int {
    switch storage {
    case .empty: 4
    case .leaf(let scalar): scalar.byteCount
    case .special(let leaf):
      // {".priority":p,".value":v} or {".priority":p,".sv":v}, the latter with its own braces.
      (leaf.scalar?.byteCount ?? leaf.serverValue?.byteCount ?? 4)
        + (leaf.priority.isNone
          ? 0 : leaf.priority.node.byteCount + (leaf.scalar == nil ? 13 : 24))
    case .branch(let body): body.byteCount
    }
  }

  /// Traps where the node breaks one of its rules.
  public func checkInvariants() {
    switch storage {
    case .empty: break
    case .leaf(.number(let value)):
      precondition(value != 0 || value.sign == .plus, "a negative zero is stored")
    case .leaf: break
    case .special(let leaf):
      precondition(
        (leaf.scalar == nil) != (leaf.serverValue == nil), "a leaf has no value, or two")
      precondition(
        leaf.serverValue != nil || !leaf.priority.isNone, "a plain leaf is stored as a special one")
    case .branch(let body): body.checkInvariants()
    }
  }

  /// Negative, zero or positive as this node's value stands before, at or after that of `other`.
  ///
  /// Nothing, false, true, numbers, strings, then everything with children, which is all one place.
  /// Source: Firebase documentation, "How query data is ordered". What the server is to fill in
  /// stands after all else that is a leaf.
  public func compareValue(_ other: Node) -> Int {
    if let scalar, let otherScalar = other.scalar { return scalar.compare(otherScalar) }
    return valueRank - other.valueRank
  }

  private var valueRank: Int {
    switch storage {
    case .empty: 0
    case .leaf: 1
    case .special(let leaf): leaf.scalar == nil ? 2 : 1
    case .branch: 3
    }
  }
}

/// A 64-bit hash that is the same in every process and on every machine.
///
/// Swift's `Hasher` is seeded per process and would make digests differ from run to run.
@usableFromInline
package enum ContentHash {
  /// The hash of a string's UTF-8 bytes (FNV-1a with a final mix).
  package static func of(_ text: String) -> UInt64 {
    var state: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    return mix(state)
  }

  /// Spreads every bit of a value over the whole word (the finaliser of SplitMix64).
  @inlinable
  package static func mix(_ value: UInt64) -> UInt64 {
    var z = value &+ 0x9e37_79b9_7f4a_7c15
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// Folds a further value into a hash; order matters.
  @inlinable
  package static func combine(_ state: UInt64, _ value: UInt64) -> UInt64 {
    mix((state << 23 | state >> 41) ^ (value &* 0xff51_afd7_ed55_8ccd))
  }
}

extension Node: Digestible {
  public func digest(into hash: inout StableHash) { hash.mix(contentHash) }
}
