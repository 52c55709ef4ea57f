internal import Synchronization

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  /// The tables by which Swift code calls those methods of a class that a subclass may override: no image names them in its own
  /// tables (``CallTables``).
  ///
  /// A class has the addresses of its methods behind the header of its metadata. A subclass has a table of its own; the words of it
  /// that it inherits lie in the image that has the subclass. Source: swift, `docs/ABI/TypeMetadata.rst`, "Class Metadata", of
  /// systems without Objective-C.
  enum MethodTables {
    private static let sizeOffset = 32
    private static let addressPointOffset = 36
    private static let headerBytes = 48

    /// Leads calls of a method to another function, for objects of this class.
    static func replace(_ replacement: Interposed.Replacement, in type: AnyClass) {
      let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
      let size = unsafe metadata.load(fromByteOffset: sizeOffset, as: UInt32.self)
      let before = unsafe metadata.load(fromByteOffset: addressPointOffset, as: UInt32.self)
      let real = unsafe Interposed.real(replacement.real)
      for offset in stride(from: headerBytes, to: Int(size) - Int(before), by: 8) {
        let word = unsafe (metadata + offset).assumingMemoryBound(to: Atomic<UInt>.self)
        guard unsafe word.pointee.load(ordering: .relaxed) == real else { continue }
        unsafe word.pointee.store(UInt(bitPattern: replacement.function), ordering: .releasing)
      }
    }
  }
#endif
