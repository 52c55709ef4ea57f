#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Names of Swift's, as the linker has them and as people write them.
package enum SwiftName {
  /// A mangled name as the runtime writes it for people, such as "App.Cache.count.getter : Swift.Int"; nil where it is none.
  static func demangled(_ name: String) -> String? {
    typealias Demangle =
      @convention(c) (
        UnsafePointer<CChar>, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?, UInt32
      ) -> UnsafeMutablePointer<CChar>?
    guard let function = unsafe DynamicLinker.symbol("swift_demangle"),
      let text = unsafe unsafeBitCast(function, to: Demangle.self)(
        name, name.utf8.count, nil, nil, 0)
    else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }

  /// The property whose getter, as key paths use it, begins at an address; nil where this program's own table of symbols has
  /// none there.
  package static func property(ofGetterAt address: UInt) -> String? {
    #if canImport(Glibc) && (arch(x86_64) || arch(arm64))
      let own = ProgramSymbols.function(at: address).flatMap(demangled).flatMap(getter)
      if let own { return own }
      // The optimizer leaves some without a name, and puts some in the place of the getter.
      return ProgramSymbols.functions(calledAt: address).lazy.compactMap(demangled)
        .compactMap(getter).first
    #else
      nil
    #endif
  }

  /// The function of this program that a call on the calling thread's stack returns to, such as
  /// "closure #1 in App.Feed.load() -> ()"; nil where the program's own table of symbols does not tell.
  package static func function(returnedToAt address: UInt) -> String? {
    #if canImport(Glibc) && (arch(x86_64) || arch(arm64))
      CallFrames.function(returnedToAt: address).flatMap(ProgramSymbols.function).flatMap(demangled)
    #else
      nil
    #endif
  }

  /// "key path getter for App.Screen.(ids in _0D7E) : [Swift.Int] : App.Screen" as "ids", and so "App.Screen.ids.getter :
  /// [Swift.Int]"; nil for a subscript, which has no name.
  static func getter(_ name: String) -> String? {
    let (mark, end) = ("key path getter for ", ".getter")
    guard !name.contains("subscript(") else { return nil }
    var property = ProgramStatics.withoutDetails(name)
    if property.hasPrefix(mark) {
      property.removeFirst(mark.count)
    } else if property.hasSuffix(end) {
      property.removeLast(end.count)
    } else {
      return nil
    }
    return property.split(separator: ".").last.map(String.init)
  }
}
