internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A few numbers that a process shares with the one that started it, and that outlive either.
///
/// `@unchecked Sendable`: every access to the mapped memory is an atomic operation.
@safe package final class SharedCounters: @unchecked Sendable {
  /// The number of counters.
  package static let count = 16

  private static let bytes = count * MemoryLayout<UInt64>.stride
  private let words: UnsafeMutablePointer<Atomic<UInt64>>

  /// The file behind the counters, to be handed on to a child process; nil in that process, which needs it no more.
  package let file: Descriptor?

  /// Makes counters that are zero.
  package convenience init() throws(SystemError) {
    let file = try AnonymousFile.make("counters")
    guard ftruncate(file.number, off_t(Self.bytes)) == 0 else { throw .last("make shared memory") }
    try self.init(of: file, keeping: true)
  }

  /// Opens the counters of the process that started this one.
  package convenience init(from file: Descriptor) throws(SystemError) {
    try self.init(of: file, keeping: false)
  }

  private init(of file: Descriptor, keeping keepsFile: Bool) throws(SystemError) {
    let place = unsafe mmap(nil, Self.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, 0)
    // What C calls MAP_FAILED has all bits set (mmap(2)).
    guard let place = unsafe place, UInt(bitPattern: place) != .max else {
      throw .last("map shared memory")
    }
    unsafe words = place.bindMemory(to: Atomic<UInt64>.self, capacity: Self.count)
    self.file = keepsFile ? file : nil
  }

  deinit {
    unsafe munmap(words, Self.bytes)
  }

  /// The counter of a number below ``count``.
  package subscript(index: Int) -> UInt64 {
    get {
      precondition(index >= 0 && index < Self.count, "there is no counter \(index)")
      return unsafe words[index].load(ordering: .relaxed)
    }
    set {
      precondition(index >= 0 && index < Self.count, "there is no counter \(index)")
      unsafe words[index].store(newValue, ordering: .relaxed)
    }
  }
}
