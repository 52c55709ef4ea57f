#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  internal import Glibc

  /// The variables and functions of this program's own executable, by its table of symbols (ELF, elf(5)).
  enum ProgramSymbols {
    /// A variable that can be written.
    struct Variable {
      /// Its name as the linker has it.
      let name: String
      let address: UInt
      let byteCount: Int
    }

    /// The variables whose names `isWanted` takes, by rising address; none where the executable was stripped of its symbols.
    static func variables(where isWanted: (String) -> Bool) -> [Variable] {
      var found: [Variable] = []
      read { table in
        let base = base
        for symbol in table.symbols(of: .variable)
        where symbol.byteCount > 0 && table.isWritable(symbol.section) {
          let name = table.name(of: symbol)
          guard isWanted(name) else { continue }
          found.append(
            Variable(name: name, address: base &+ symbol.address, byteCount: symbol.byteCount))
        }
      }
      return found.sorted { $0.address < $1.address }
    }

    /// The name, as the linker has it, of the function that begins at an address; nil where none of this executable does, or
    /// where it was stripped of its symbols.
    ///
    /// A function that is in no table and does nothing but jump on to another has that one's name.
    static func function(at address: UInt) -> String? {
      var found: String?
      read { table in
        let place = address &- base
        found = table.function(at: place)
        if found == nil, let distance = JumpThunk.distance(table.code(at: place, 20)) {
          found = table.function(at: place &+ UInt(bitPattern: distance))
        }
      }
      return found
    }

    /// The address of a function by its name, as the linker has it; nil where this executable has none, or was stripped of its
    /// symbols.
    static func address(ofFunction name: String) -> UInt? {
      var found: UInt?
      read { table in found = table.address(ofFunction: name).map { base &+ $0 } }
      return found
    }

    /// The names, as the linker has them, of the functions that a short one calls which begins at an address and is in no table.
    static func functions(calledAt address: UInt) -> [String] {
      var found: [String] = []
      read { table in
        let place = address &- base
        guard table.function(at: place) == nil else { return }
        found = CallTargets.distances(table.code(at: place, 128)).compactMap {
          table.function(at: place &+ UInt(bitPattern: $0))
        }
      }
      return found
    }

    /// Calls `body` with the table; not where there is none.
    private static func read(_ body: (Table) -> Void) {
      let file = unsafe systemOpen("/proc/self/exe", O_RDONLY, 0)
      guard file >= 0 else { return }
      defer { _ = systemClose(file) }
      let size = lseek(file, 0, SEEK_END)
      guard size > 64, let start = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0),
        unsafe start != MAP_FAILED
      else { return }
      defer { unsafe munmap(start, size) }
      if let table = unsafe Table(UnsafeRawBufferPointer(start: start, count: size)) { body(table) }
    }

    /// What a symbol stands for, by its number in the table.
    private enum Kind: UInt8 {
      case variable = 1
      case function = 2
    }

    /// An entry of the table.
    private struct Symbol {
      /// The place of its name among the names.
      let name: UInt32
      let section: Int
      /// Its address where the executable is loaded at zero.
      let address: UInt
      let byteCount: Int
    }

    /// The table of all symbols in a file.
    @safe private struct Table {
      /// A header of a section.
      private struct Section {
        let name: UInt32
        let kind: UInt32
        let flags: UInt64
        /// Its address where the executable is loaded at zero.
        let address: UInt
        let place: Range<Int>
        let link: Int
      }

      private let file: UnsafeRawBufferPointer
      private let sections: [Section]
      /// The section with the symbols, and that with their names.
      private let table: (symbols: Int, names: Int)
      /// The sections that hold what a program may change.
      private let writable: Set<Int>

      /// Reads the headers; nil where no section holds all symbols.
      init?(_ file: UnsafeRawBufferPointer) {
        unsafe self.file = file
        func word<Word: FixedWidthInteger>(_ place: Int, as type: Word.Type) -> Word {
          unsafe Self.word(place, in: file)
        }
        let headers = Int(word(40, as: UInt64.self))
        sections = (0..<Int(word(60, as: UInt16.self))).map { index in
          let header = headers + index * Int(word(58, as: UInt16.self))
          let (offset, size) = (
            Int(word(header + 24, as: UInt64.self)), Int(word(header + 32, as: UInt64.self))
          )
          return Section(
            name: word(header, as: UInt32.self), kind: word(header + 4, as: UInt32.self),
            flags: word(header + 8, as: UInt64.self),
            address: UInt(word(header + 16, as: UInt64.self)), place: offset..<offset + size,
            link: Int(word(header + 40, as: UInt32.self)))
        }
        // The section with the names of sections.
        let names = Int(word(62, as: UInt16.self))
        guard sections.indices.contains(names),
          // 2 is a table of all symbols.
          let symbols = sections.firstIndex(where: { $0.kind == 2 }),
          sections.indices.contains(sections[symbols].link)
        else { return nil }
        table = (symbols, sections[symbols].link)
        let start = sections[names].place.lowerBound
        writable = Set(
          sections.enumerated().lazy.filter { _, section in
            let name = unsafe Self.text(start + Int(section.name), in: file)
            // What is relocated once and read-only from then on lies in .data.rel.ro.
            return name.hasPrefix(".bss")
              || name.hasPrefix(".data") && !name.hasPrefix(".data.rel.ro")
          }.map(\.offset))
      }

      /// A number at a place; zero behind the end.
      private static func word<Word: FixedWidthInteger>(
        _ place: Int, in file: UnsafeRawBufferPointer
      ) -> Word {
        guard place >= 0, place + MemoryLayout<Word>.size <= file.count else { return 0 }
        return unsafe file.loadUnaligned(fromByteOffset: place, as: Word.self)
      }

      private static func text(_ place: Int, in file: UnsafeRawBufferPointer) -> String {
        guard place >= 0, place < file.count else { return "" }
        let end = unsafe file[place...].firstIndex(of: 0) ?? file.count
        return unsafe String(decoding: file[place..<end], as: UTF8.self)
      }

      /// The symbols of a kind, in the order of the table.
      func symbols(of kind: Kind) -> some Sequence<Symbol> {
        let place = sections[table.symbols].place
        func word<Word: FixedWidthInteger>(_ place: Int, as type: Word.Type) -> Word {
          unsafe Self.word(place, in: file)
        }
        return stride(from: place.lowerBound, to: place.upperBound, by: 24).lazy
          .filter { word($0 + 4, as: UInt8.self) & 0xf == kind.rawValue }
          .map { symbol in
            Symbol(
              name: word(symbol, as: UInt32.self), section: Int(word(symbol + 6, as: UInt16.self)),
              address: UInt(word(symbol + 8, as: UInt64.self)),
              byteCount: Int(word(symbol + 16, as: UInt64.self)))
          }
      }

      /// The name of the function that begins at an address.
      func function(at address: UInt) -> String? {
        symbols(of: .function).first { $0.address == address }.map(name)
      }

      /// The address of the function of a name that lies in this file.
      func address(ofFunction name: String) -> UInt? {
        // By far most programs have no such name, and a debug build would look at its symbols for seconds.
        let places = places(of: name)
        guard !places.isEmpty else { return nil }
        return symbols(of: .function).first { $0.section != 0 && places.contains($0.name) }?.address
      }

      /// The places of a name among the names. It may be the end of another one, where the linker lets the two share their bytes.
      private func places(of name: String) -> Set<UInt32> {
        let range = sections[table.names].place
        guard unsafe range.upperBound <= file.count, let start = unsafe file.baseAddress else {
          return []
        }
        var places: Set<UInt32> = []
        let count = name.utf8.count
        var place = range.lowerBound
        while place < range.upperBound {
          let text = unsafe (start + place).assumingMemoryBound(to: CChar.self)
          let length = unsafe strnlen(text, range.upperBound - place)
          if length >= count, unsafe strncmp(text + (length - count), name, count) == 0 {
            places.insert(UInt32(place + length - count - range.lowerBound))
          }
          place += length + 1
        }
        return places
      }

      /// The first bytes of the code at an address; none where there is no code.
      func code(at address: UInt, _ byteCount: Int) -> [UInt8] {
        // 4 marks sections of instructions.
        let section = sections.first {
          $0.flags & 4 != 0 && address >= $0.address
            && address - $0.address < UInt($0.place.count)
        }
        guard let section, unsafe section.place.upperBound <= file.count else { return [] }
        let start = section.place.lowerBound + Int(address - section.address)
        let end = min(start + byteCount, section.place.upperBound)
        return unsafe Array(file[start..<end])
      }

      /// The name of a symbol.
      func name(of symbol: Symbol) -> String {
        unsafe Self.text(sections[table.names].place.lowerBound + Int(symbol.name), in: file)
      }

      /// Whether a section holds what a program may change.
      func isWritable(_ section: Int) -> Bool { writable.contains(section) }
    }

    /// Where the executable was loaded: it is the first image that the dynamic linker tells of.
    private static var base: UInt {
      typealias Visit = @convention(c) (UnsafeRawPointer, Int, UnsafeMutableRawPointer) -> Int32
      typealias Iterate = @convention(c) (Visit, UnsafeMutableRawPointer) -> Int32
      guard let iterate = unsafe DynamicLinker.symbol("dl_iterate_phdr") else { return 0 }
      let visit: Visit = { information, _, argument in
        unsafe argument.storeBytes(of: information.load(as: UInt.self), as: UInt.self)
        return 1
      }
      var base: UInt = 0
      unsafe withUnsafeMutablePointer(to: &base) { place in
        _ = unsafe unsafeBitCast(iterate, to: Iterate.self)(visit, UnsafeMutableRawPointer(place))
      }
      return base
    }
  }
#endif
