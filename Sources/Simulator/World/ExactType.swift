/// A value as one of a type that it is exactly of; nil where it is of another.
///
/// For structures and enumerations it answers as `as?` does, which looks through what the runtime knows of both types and
/// takes ten times as long.
///
/// The reading is sound, because the value's type is the one that is read.
@inlinable
package func exactly<Value, Wanted>(_ value: Value, as type: Wanted.Type) -> Wanted? {
  guard Value.self == type else { return nil }
  return unsafe withUnsafePointer(to: value) { place in
    unsafe UnsafeRawPointer(place).assumingMemoryBound(to: Wanted.self).pointee
  }
}
