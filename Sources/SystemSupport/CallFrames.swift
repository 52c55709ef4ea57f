#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The calls that led to the present one, and what the dynamic linker knows of a code address.
package enum CallFrames {
  /// The addresses to which the calling functions return, the innermost first, by the tables for unwinding that C code
  /// and Swift code have.
  ///
  /// Empty where the program has no unwinder.
  package static func returnAddresses(limit: Int) -> [UnsafeRawPointer] {
    unsafe walk(limit: limit).compactMap { unsafe UnsafeRawPointer(bitPattern: $0.address) }
  }

  /// The address to which the innermost of some functions returns; nil where none is a caller.
  ///
  /// - Parameter functions: The addresses at which the functions begin.
  static func caller(of functions: Set<UInt>) -> UnsafeRawPointer? {
    let frames = walk(limit: 16)
    guard let own = frames.firstIndex(where: { functions.contains($0.function) }),
      own + 1 < frames.count
    else { return nil }
    return unsafe UnsafeRawPointer(bitPattern: frames[own + 1].address)
  }

  /// The path of the image that a code address lies in; nil where that is not known.
  package static func image(of address: UnsafeRawPointer) -> String? {
    unsafe information(of: address).image.map { unsafe String(cString: $0) }
  }

  /// The exported function that a code address lies in; nil where that is not known.
  package static func function(at address: UnsafeRawPointer) -> String? {
    unsafe information(of: address).name.map { unsafe String(cString: $0) }
  }

  /// The members of `Dl_info`, which Glibc's module leaves out, together with `dladdr` (dladdr(3)).
  @unsafe private struct Information {
    var image: UnsafePointer<CChar>?
    var base: UnsafeRawPointer?
    var name: UnsafePointer<CChar>?
    var start: UnsafeRawPointer?
  }

  private static func information(of address: UnsafeRawPointer) -> Information {
    typealias Question = @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> Int32
    var information = unsafe Information()
    guard let question = unsafe dlsym(Interposed.everywhere, "dladdr"),
      unsafe unsafeBitCast(question, to: Question.self)(address, &information) != 0
    else { return unsafe Information() }
    return unsafe information
  }

  // The unwinder of the Itanium ABI for C++, which the Swift runtime is linked with.

  private typealias Question = @convention(c) (OpaquePointer?) -> UInt
  private typealias Step = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32
  private typealias Backtrace = @convention(c) (Step, UnsafeMutableRawPointer?) -> Int32

  @unsafe private struct Walk {
    let place: Question
    let start: Question
    let limit: Int
    var frames: [(address: UInt, function: UInt)] = []
  }

  /// The return addresses, and where the function begins that each lies in.
  private static func walk(limit: Int) -> [(address: UInt, function: UInt)] {
    guard let place = unsafe dlsym(Interposed.everywhere, "_Unwind_GetIP"),
      let start = unsafe dlsym(Interposed.everywhere, "_Unwind_GetRegionStart"),
      let backtrace = unsafe dlsym(Interposed.everywhere, "_Unwind_Backtrace")
    else { return [] }
    var walk = unsafe Walk(
      place: unsafeBitCast(place, to: Question.self),
      start: unsafeBitCast(start, to: Question.self), limit: limit)
    let step: Step = { context, argument in
      guard let walk = unsafe argument?.assumingMemoryBound(to: Walk.self) else { return 5 }
      let address = unsafe walk.pointee.place(context)
      // _URC_END_OF_STACK is 5, _URC_NO_REASON is 0.
      guard address != 0, unsafe walk.pointee.frames.count < walk.pointee.limit else { return 5 }
      let start = unsafe walk.pointee.start(context)
      unsafe walk.pointee.frames.append((address, start))
      return 0
    }
    unsafe withUnsafeMutablePointer(to: &walk) { walk in
      _ = unsafe unsafeBitCast(backtrace, to: Backtrace.self)(step, walk)
    }
    return unsafe walk.frames
  }
}
