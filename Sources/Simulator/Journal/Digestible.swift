/// A value of which a run's digest sees everything.
///
/// Rows of a disk, screens and payloads conform. A type that only names the protocol is looked into by reflection: all its
/// stored properties count, those of what it holds, and the cases of enumerations; a set and a dictionary count as
/// the same in any order. That takes about 20 µs for a row; a type that is hashed often says itself what tells two values apart.
///
/// Two values that are equal must have the same digest in every process. So a type that keeps what depends on the process,
/// such as an address or an order of hashing, has to write ``digest(into:)`` itself. So does one that keeps what reflection
/// can't see into: a closure, an actor, a key path, a structure that hides its properties; and an object that holds itself by way
/// of others, such as a child that knows its parent. A run that comes to such a part fails as misused, and says which type it
/// is.
public protocol Digestible {
  /// Mixes in everything by which the value differs from another one.
  func digest(into hash: inout StableHash)
}

extension Digestible {
  public func digest(into hash: inout StableHash) {
    Reflection(whole: Self.self).mix(self, into: &hash)
  }

  /// The hash of the value alone.
  @inlinable public var digest: UInt64 {
    var hash = StableHash()
    digest(into: &hash)
    return hash.value
  }

  /// The hash of the value alone, in which all ids that a seed draws count as one and the same.
  @inlinable public var digestWithoutIDs: UInt64 {
    var hash = StableHash(withoutIDs: true)
    digest(into: &hash)
    return hash.value
  }
}

extension StableHash {
  /// Mixes in the whole of a value.
  @inlinable
  public mutating func mix(_ value: some Digestible) { value.digest(into: &self) }
}

/// The stored properties of any value, mixed into a hash.
private struct Reflection {
  /// The type that only names the protocol.
  let whole: Any.Type

  func mix(_ value: Any, into hash: inout StableHash) {
    if value is any _Pointer { return refuse(value, into: &hash) }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .set, .dictionary:
      // order: a sum is the same in any.
      hash.mix(UInt64(mirror.children.count))
      hash.mix(mirror.children.reduce(0) { $0 &+ digest(of: $1.value, in: hash.anew) })
    case .optional:
      hash.mix(UInt64(mirror.children.count))
      for child in mirror.children { mixPart(child.value, into: &hash) }
    case .enum where mirror.children.isEmpty:
      // Not its description, which may be the same for all cases.
      hash.mix(unsafe caseName(of: value).map { unsafe String(cString: $0) } ?? "\(value)")
    case .class where value is any Actor || value is AnyKeyPath:
      refuse(value, into: &hash)
    case .class:
      let hasEnd = ReflectedObjects.look(into: value as AnyObject) {
        mixParts(of: value, mirror, into: &hash)
      }
      if !hasEnd { refuseEndless(value) }
    default:
      mixParts(of: value, mirror, into: &hash)
    }
  }

  private func mixParts(of value: Any, _ mirror: Mirror, into hash: inout StableHash) {
    if mirror.children.isEmpty, mirror.superclassMirror == nil {
      mixLeaf(value, mirror.displayStyle, into: &hash)
    }
    hash.mix(UInt64(mirror.children.count))
    var ancestor = mirror.superclassMirror
    while let present = ancestor {
      for child in present.children { mixPart(child.value, into: &hash) }
      ancestor = present.superclassMirror
    }
    for child in mirror.children {
      // The name of an enumeration's case; those of properties are the same in all values.
      if mirror.displayStyle == .enum { hash.mix(child.label ?? "") }
      mixPart(child.value, into: &hash)
    }
  }

  /// Mixes in a value in which reflection sees no parts: by its type, where there is nothing else to it.
  private func mixLeaf(
    _ value: Any, _ style: Mirror.DisplayStyle?, into hash: inout StableHash
  ) {
    switch style {
    case .class, .collection, .tuple: hash.mix("\(type(of: value))")
    default:
      if let type = value as? Any.Type {
        hash.mix(String(reflecting: type))
      } else if Self.byteCount(of: value) == 0 {
        hash.mix("\(type(of: value))")
      } else {
        refuse(value, into: &hash)
      }
    }
  }

  /// The bytes of a value itself, without what it points to.
  private static func byteCount(of value: Any) -> Int {
    func size<Value>(_ type: Value.Type) -> Int { MemoryLayout<Value>.size }
    return _openExistential(type(of: value), do: size)
  }

  /// Ends the run, whose digest would be the same whatever the value is.
  private func refuse(_ value: Any, into hash: inout StableHash) {
    let type = "\(type(of: value))"
    hash.mix(type)
    World.misuse(
      Misuse(
        """
        \(whole) to write digest(into:) itself, or to hold only what is Digestible or can be looked into; a part of it \
        is of the type \(type), of which reflection sees nothing that is the same in every process
        """))
  }

  /// Ends the run, where looking on would exhaust the stack.
  private func refuseEndless(_ value: Any) {
    World.misuse(
      Misuse(
        """
        \(whole) to write digest(into:) itself, or to hold objects that hold no others in a circle, and at most \
        \(ReflectedObjects.mostNested) one in the other; it comes to an object of the type \(type(of: value)) that does
        """))
  }

  private func mixPart(_ value: Any, into hash: inout StableHash) {
    if let value = value as? any Digestible {
      value.digest(into: &hash)
    } else {
      mix(value, into: &hash)
    }
  }

  private func digest(of value: Any, in hash: StableHash) -> UInt64 {
    var hash = hash
    mixPart(value, into: &hash)
    return hash.value
  }
}

/// The runtime's name of the case that a value of an enumeration is; nil for other values.
@_silgen_name("swift_EnumCaseName")
private func caseName<Value>(of value: Value) -> UnsafePointer<CChar>?

// MARK: - Values of the standard library

extension String: Digestible {
  public func digest(into hash: inout StableHash) { hash.mix(self) }
}

extension Substring: Digestible {
  public func digest(into hash: inout StableHash) { hash.mix(String(self)) }
}

extension Character: Digestible {
  public func digest(into hash: inout StableHash) { hash.mix(String(self)) }
}

extension Unicode.Scalar: Digestible {
  public func digest(into hash: inout StableHash) { hash.mix(UInt64(value)) }
}

extension StaticString: Digestible {
  public func digest(into hash: inout StableHash) { hash.mix(description) }
}

extension Bool: Digestible {
  public func digest(into hash: inout StableHash) { hash.mix(self ? 1 as UInt64 : 0) }
}

// Inlined into other modules, where the code for any value would ask its type for everything.

extension Digestible where Self: FixedWidthInteger {
  /// Mixes in the number by its lowest 64 bits, and the bits above where there are any.
  @inlinable
  public func digest(into hash: inout StableHash) {
    hash.mix(UInt64(truncatingIfNeeded: self))
    if Self.bitWidth > 64 { hash.mix(UInt64(truncatingIfNeeded: self >> 64)) }
  }
}

extension Int: Digestible {}
extension Int8: Digestible {}
extension Int16: Digestible {}
extension Int32: Digestible {}
extension Int64: Digestible {}
extension UInt: Digestible {}
extension UInt8: Digestible {}
extension UInt16: Digestible {}
extension UInt32: Digestible {}
extension UInt64: Digestible {}
extension Int128: Digestible {}
extension UInt128: Digestible {}

extension Double: Digestible {
  public func digest(into hash: inout StableHash) { hash.mix(bitPattern) }
}

extension Float: Digestible {
  public func digest(into hash: inout StableHash) { hash.mix(UInt64(bitPattern)) }
}

#if !os(macOS) || arch(arm64)
  extension Float16: Digestible {
    public func digest(into hash: inout StableHash) { hash.mix(UInt64(bitPattern)) }
  }
#endif

#if arch(x86_64) && !os(Windows) && !os(Android)
  extension Float80: Digestible {
    public func digest(into hash: inout StableHash) {
      hash.mix(significandBitPattern)
      hash.mix(UInt64(exponentBitPattern) << 1 | (sign == .minus ? 1 : 0))
    }
  }
#endif

extension Duration: Digestible {
  public func digest(into hash: inout StableHash) {
    hash.mix(components.seconds)
    hash.mix(components.attoseconds)
  }
}

extension Optional: Digestible where Wrapped: Digestible {
  @inlinable
  public func digest(into hash: inout StableHash) {
    hash.mix(self == nil ? 0 as UInt64 : 1)
    self?.digest(into: &hash)
  }
}

extension Array: Digestible where Element: Digestible {
  @inlinable
  public func digest(into hash: inout StableHash) {
    hash.mix(UInt64(count))
    for element in self { element.digest(into: &hash) }
  }
}

extension Set: Digestible where Element: Digestible {
  @inlinable
  public func digest(into hash: inout StableHash) {
    hash.mix(UInt64(count))
    // order: a sum is the same in any.
    let sum = reduce(0 as UInt64) { sum, element in
      var part = hash.anew
      element.digest(into: &part)
      return sum &+ part.value
    }
    hash.mix(sum)
  }
}

extension Dictionary: Digestible where Key: Digestible, Value: Digestible {
  @inlinable
  public func digest(into hash: inout StableHash) {
    hash.mix(UInt64(count))
    // order: a sum is the same in any.
    let sum = reduce(0 as UInt64) { sum, entry in
      var part = hash.anew
      entry.key.digest(into: &part)
      entry.value.digest(into: &part)
      return sum &+ part.value
    }
    hash.mix(sum)
  }
}
