internal import Synchronization

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  internal import Glibc

  /// The tables of addresses by which the images of the program call each other's functions, on 64-bit Linux: ELF's global offset
  /// table with its relocations, and the words that code itself keeps of functions, such as SQLite's table of system calls.
  enum CallTables {
    /// Leads the calls of all images that are loaded by now to other functions.
    static func replace(_ replacements: [Interposed.Replacement]) {
      typealias Visit =
        @convention(c) (UnsafeRawPointer, Int, UnsafeMutableRawPointer) -> Int32
      typealias Iterate = @convention(c) (Visit, UnsafeMutableRawPointer) -> Int32
      // Glibc's module leaves it out (dl_iterate_phdr(3)).
      guard let iterate = unsafe DynamicLinker.symbol("dl_iterate_phdr") else { return }
      var replacements = unsafe replacements
      let visit: Visit = { information, _, argument in
        let replacements = unsafe argument.assumingMemoryBound(
          to: [Interposed.Replacement].self)
        guard let image = unsafe Image(information) else { return 0 }
        unsafe image.replace(replacements.pointee)
        return 0
      }
      unsafe withUnsafeMutablePointer(to: &replacements) { replacements in
        _ = unsafe unsafeBitCast(iterate, to: Iterate.self)(
          visit, UnsafeMutableRawPointer(replacements))
      }
    }
  }

  /// A loaded image, by its program headers and its dynamic section (elf(5)).
  @unsafe private struct Image {
    private static let pageBytes = UInt(sysconf(Int32(_SC_PAGESIZE)))

    private let base: UInt
    /// The addresses that the dynamic linker has made read-only after it filled in the tables.
    private var sealed: Range<UInt> = 0..<0
    private var names: UInt = 0
    private var symbols: UInt = 0
    private var tables: [(place: UInt, bytes: UInt)] = []

    /// Reads the `dl_phdr_info` of an image; nil where it calls no other by such a table.
    init?(_ information: UnsafeRawPointer) {
      unsafe base = information.load(as: UInt.self)
      guard let headers = unsafe information.load(fromByteOffset: 16, as: UnsafeRawPointer?.self)
      else { return nil }
      let count = unsafe Int(information.load(fromByteOffset: 24, as: UInt16.self))
      var dynamic: UInt = 0
      for index in 0..<count {
        let header = unsafe headers + index * 56
        let address = unsafe base &+ header.load(fromByteOffset: 16, as: UInt.self)
        switch unsafe header.load(as: UInt32.self) {
        case 2: dynamic = address
        case 0x6474_e552:
          let bytes = unsafe header.load(fromByteOffset: 40, as: UInt.self)
          // The last page is sealed only where it belongs to that part as a whole.
          let end = unsafe (address &+ bytes) & ~(Self.pageBytes - 1)
          unsafe sealed = min(address, end)..<end
        default: break
        }
      }
      guard var entry = unsafe UnsafeRawPointer(bitPattern: dynamic) else { return nil }
      var (calls, data): ((place: UInt, bytes: UInt), (place: UInt, bytes: UInt)) = ((0, 0), (0, 0))
      while true {
        let value = unsafe entry.load(fromByteOffset: 8, as: UInt.self)
        switch unsafe entry.load(as: Int.self) {
        case 0:
          unsafe tables = [calls, data].filter { $0.place != 0 }
          guard unsafe names != 0, unsafe symbols != 0, unsafe !tables.isEmpty else { return nil }
          return
        case 2: calls.bytes = value
        case 5: unsafe names = absolute(value)
        case 6: unsafe symbols = absolute(value)
        case 7: unsafe data.place = absolute(value)
        case 8: data.bytes = value
        case 23: unsafe calls.place = absolute(value)
        default: break
        }
        unsafe entry += 16
      }
    }

    /// The address of a part of the image; the dynamic linker writes addresses in place of most offsets.
    private func absolute(_ value: UInt) -> UInt { unsafe value < base ? base &+ value : value }

    func replace(_ replacements: [Interposed.Replacement]) {
      // Entries of the offset table, and words with the address of a function (R_X86_64_64, R_AARCH64_ABS64).
      #if arch(x86_64)
        let (entries, word): (ClosedRange<UInt64>, UInt64) = (6...7, 1)
      #else
        let (entries, word): (ClosedRange<UInt64>, UInt64) = (1025...1026, 257)
      #endif
      for table in unsafe tables {
        for place in stride(from: table.place, to: table.place &+ table.bytes, by: 24) {
          guard let relocation = unsafe UnsafeRawPointer(bitPattern: place) else { continue }
          let information = unsafe relocation.load(fromByteOffset: 8, as: UInt64.self)
          let kind = information & 0xffff_ffff
          guard entries.contains(kind) || kind == word,
            let symbol = unsafe UnsafeRawPointer(
              bitPattern: symbols &+ UInt(information >> 32) * 24),
            let name = unsafe UnsafePointer<CChar>(
              bitPattern: names &+ UInt(symbol.load(as: UInt32.self)))
          else { continue }
          // Most words are of data, and one may stand for a place behind what it names.
          if kind == word {
            let isFunction = unsafe symbol.load(fromByteOffset: 4, as: UInt8.self) & 0xf == 2
            let distance = unsafe relocation.load(fromByteOffset: 16, as: Int.self)
            guard isFunction, distance == 0 else { continue }
          }
          let replacement = unsafe replacements.first { unsafe strcmp(name, $0.name.cString) == 0 }
          guard let replacement = unsafe replacement else { continue }
          unsafe set(base &+ relocation.load(as: UInt.self), to: replacement.function)
        }
      }
    }

    private func set(_ slot: UInt, to function: UnsafeRawPointer) {
      guard let word = unsafe UnsafeMutablePointer<Atomic<UInt>>(bitPattern: slot) else { return }
      let bytes = unsafe Self.pageBytes
      let page = unsafe UnsafeMutableRawPointer(bitPattern: slot & ~(bytes - 1))
      guard unsafe mprotect(page, Int(bytes), PROT_READ | PROT_WRITE) == 0 else { return }
      unsafe word.pointee.store(UInt(bitPattern: function), ordering: .releasing)
      if unsafe sealed.contains(slot) { unsafe mprotect(page, Int(bytes), PROT_READ) }
    }
  }
#endif
