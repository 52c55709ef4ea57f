// What a process on Darwin knows of itself.

#if canImport(Darwin)
  internal import Darwin

  extension CurrentProcess {
    /// The path from which the program was loaded (dyld(3)); nil where the system does not tell. A file that took its place since
    /// is what the path leads to.
    static var loadedPath: String? {
      var count: UInt32 = 0
      // The first call says how many bytes there are.
      _ = unsafe _NSGetExecutablePath(nil, &count)
      var path = [CChar](repeating: 0, count: Int(count) + 1)
      return unsafe path.withUnsafeMutableBufferPointer { path in
        guard let start = path.baseAddress, unsafe _NSGetExecutablePath(start, &count) == 0 else {
          return nil
        }
        return unsafe String(cString: start)
      }
    }
  }

  extension CurrentProcess.ThreadIdentifier {
    /// The calling thread.
    package static var current: Self { unsafe Self(bits: UInt(bitPattern: pthread_self())) }

    /// Sends the thread a signal.
    func signal(_ number: Int32) {
      guard let thread = unsafe pthread_t(bitPattern: bits) else { return }
      _ = unsafe pthread_kill(thread, number)
    }
  }
#endif
