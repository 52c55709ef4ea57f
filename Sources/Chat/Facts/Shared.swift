/// A value behind one reference: to hand it on costs one count however many parts it has, and who changes it while others
/// hold it gets a copy of their own.
struct Shared<Value: Sendable>: Sendable {
  /// The value alone: the memory of a list is what copies share, and Swift checks who may change it.
  private var box: ContiguousArray<Value>

  /// Puts a value behind a reference.
  init(_ value: consuming Value) { box = [value] }

  /// The value, lent to who reads it and changed in place where nobody else holds it.
  var value: Value {
    // A span lends its element, which the list would copy.
    @inline(__always) _read { yield box.span[0] }
    @inline(__always) _modify { yield &box[0] }
  }
}

// Values that nobody has changed since are one in memory, and found equal without a look at them.
extension Shared: Equatable where Value: Equatable {}
