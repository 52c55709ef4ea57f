#if canImport(Darwin)
  internal import Darwin
  internal import Synchronization

  /// The words by which the images of the program call each other's functions, on Darwin.
  ///
  /// Words are written in the program's own images and in libraries that come with it, now and whenever one is loaded later. The
  /// system's libraries lie in the shared cache, and call each other without such words; what Foundation or the standard library
  /// asks the system for in there is not led elsewhere (dyld, cache_builder/Optimizers.cpp). A constant with the address of a
  /// function is not either.
  enum CallTables {
    /// Set once, before the linker calls back.
    nonisolated(unsafe) private static var replacements: [Interposed.Replacement] = unsafe []

    /// Leads the calls of these images to other functions.
    static func replace(_ replacements: [Interposed.Replacement]) {
      unsafe Self.replacements = replacements
      // It calls at once for every image that is there (dyld(3)).
      unsafe _dyld_register_func_for_add_image { header, slide in
        guard let header = unsafe header,
          let image = unsafe MachOImage(header, slide: UInt(bitPattern: slide))
        else { return }
        unsafe image.forEachSlot { unsafe CallTables.fill($0) }
      }
    }

    private static func fill(_ slot: MachOImage.Slot) {
      let replacement = unsafe replacements.first {
        unsafe strcmp(slot.name, $0.name.cString) == 0
      }
      guard let replacement = unsafe replacement,
        let word = unsafe UnsafeMutablePointer<Atomic<UInt>>(bitPattern: slot.address)
      else { return }
      let bytes = UInt(sysconf(_SC_PAGESIZE))
      let page = unsafe UnsafeMutableRawPointer(bitPattern: slot.address & ~(bytes - 1))
      guard unsafe mprotect(page, Int(bytes), PROT_READ | PROT_WRITE) == 0 else { return }
      unsafe word.pointee.store(UInt(bitPattern: replacement.function), ordering: .releasing)
      if unsafe slot.isSealed { unsafe mprotect(page, Int(bytes), PROT_READ) }
    }
  }
#endif
