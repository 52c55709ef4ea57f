// The resident memory of a process on Darwin, of which Mach tells.

#if canImport(Darwin)
  internal import Darwin

  extension ResidentMemory {
    /// The present resident size in bytes, by `task_info`; nil where the kernel does not tell.
    static var residentBytes: Int? {
      var information = mach_task_basic_info()
      // Counted in words of 32 bits (mach/task_info.h, MACH_TASK_BASIC_INFO_COUNT).
      let words = MemoryLayout<mach_task_basic_info>.size / MemoryLayout<integer_t>.size
      var count = mach_msg_type_number_t(words)
      let result = unsafe withUnsafeMutablePointer(to: &information) { information in
        unsafe information.withMemoryRebound(to: integer_t.self, capacity: words) { place in
          unsafe task_info(
            mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), place, &count)
        }
      }
      return result == KERN_SUCCESS ? Int(information.resident_size) : nil
    }
  }
#endif
