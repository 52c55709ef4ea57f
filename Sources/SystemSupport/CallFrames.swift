/// The calls that led to the present one.
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

  /// The address at which the function begins that a call on the calling thread's stack returns to; nil where none does.
  static func function(returnedToAt address: UInt) -> UInt? {
    walk(limit: 128).first { $0.address == address }?.function
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
    guard let place = unsafe DynamicLinker.symbol("_Unwind_GetIP"),
      let start = unsafe DynamicLinker.symbol("_Unwind_GetRegionStart"),
      let backtrace = unsafe DynamicLinker.symbol("_Unwind_Backtrace")
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
