internal import Synchronization
internal import SystemSupport

#if canImport(Runtime)
  internal import Runtime
#endif

/// A place in the program's code, as an error names it.
enum CallPlace {
  /// The descriptions of addresses looked up so far. A look-up reads what the program tells of its lines, which takes up to a
  /// second or two.
  private static let known = Mutex<[UInt: String]>([:])

  /// The addresses to which the functions return that led to the one that returns to `caller`, the innermost first, by
  /// the frame pointers that Swift code keeps.
  static func framedCallers(of caller: UnsafeRawPointer) -> [UnsafeRawPointer] {
    #if canImport(Runtime)
      let frames = try? Backtrace.capture(algorithm: .fast, limit: 128, top: 0).frames
      let stack: [UnsafeRawPointer] = unsafe (frames.map(Array.init) ?? []).compactMap { frame in
        guard case .returnAddress(let place) = frame, let word = UInt64(place) else { return nil }
        return unsafe UnsafeRawPointer(bitPattern: UInt(word))
      }
      return unsafe Array(stack.drop { unsafe $0 != caller }.dropFirst())
    #else
      return unsafe []
    #endif
  }

  /// The same by the tables for unwinding, which C code has.
  static func unwoundCallers(of caller: UnsafeRawPointer) -> [UnsafeRawPointer] {
    let stack = unsafe CallFrames.returnAddresses(limit: 128)
    return unsafe Array(stack.drop { unsafe $0 != caller }.dropFirst())
  }

  /// The function, the file and the line of an address on the calling thread's stack, as far as the program tells them.
  static func description(of address: UnsafeRawPointer) -> String {
    let word = UInt(bitPattern: address)
    if let known = known.withLock({ $0[word] }) { return known }
    let found = unsafe lookUp(address)
    known.withLock { $0[word] = found }
    return found
  }

  private static func lookUp(_ address: UnsafeRawPointer) -> String {
    let word = UInt(bitPattern: address)
    #if canImport(Runtime)
      // None where the asker was called from code that keeps no frame pointers, such as `concurrentPerform`.
      if let stack = StackPieces(from: { $0.firstIndex(of: word) }) {
        // What an optimizer has left of the asker may have no line; then its callers' lines tell.
        if let place = stack.place(outside: ownFolders) {
          let file = place.path.split(separator: "/").suffix(2).joined(separator: "/")
          return "\(place.function) (\(file):\(place.line))"
        }
        if let function = stack.function { return function }
      }
    #endif
    if let function = SwiftName.function(returnedToAt: word) { return function }
    let image = unsafe RealWorld.image(of: address) ?? "code of unknown origin"
    return unsafe RealWorld.function(at: address).map { "\($0) in \(image)" } ?? image
  }

  /// The place from which the running step came to this call, outside of this package's sources; nil where the program tells none, as
  /// of an asynchronous function that has handed its thread on.
  static func ofOthers() -> String? {
    #if canImport(Runtime)
      guard let stack = StackPieces(from: { $0.isEmpty ? nil : 0 }) else { return nil }
      let place = stack.place(outside: packageFolders) { function, path in
        // Whatever lies behind it plays the run.
        function.contains("swift_job_run") || path == stepFile
      }
      return place.map { place in
        let file = place.path.split(separator: "/").suffix(2).joined(separator: "/")
        return "\(place.function) (\(file):\(place.line))"
      }
    #else
      return nil
    #endif
  }

  /// The folders of this package's modules.
  private static let packageFolders = OwnSources.folders([
    "SystemSupport", "Collections", "Simulator", "Harness", "Network", "Backend", "Devices",
    "AppFoundation", "Web", "Rehearsal", "Command", "RehearsalTesting",
  ])
  /// The file whose function runs a step.
  private static let stepFile = OwnSources.folders(["Simulator"])[0] + "World/World+Driving.swift"

  /// The folders of the kernel's own sources, whose lines say nothing of who asked.
  private static let ownFolders = OwnSources.folders(["Simulator", "SystemSupport"])
}
