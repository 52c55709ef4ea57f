#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  internal import Glibc

  /// The variables of this program's own executable, by its table of symbols (ELF, elf(5)).
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
      let file = unsafe systemOpen("/proc/self/exe", O_RDONLY, 0)
      guard file >= 0 else { return [] }
      defer { _ = systemClose(file) }
      let size = lseek(file, 0, SEEK_END)
      guard size > 64, let start = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0),
        unsafe start != MAP_FAILED
      else { return [] }
      defer { unsafe munmap(start, size) }
      let bytes = unsafe UnsafeRawBufferPointer(start: start, count: size)
      return unsafe variables(in: bytes, where: isWanted).sorted { $0.address < $1.address }
    }

    /// A header of a section.
    private struct Section {
      let name: UInt32
      let kind: UInt32
      let place: Range<Int>
      let link: Int
    }

    private static func variables(
      in file: UnsafeRawBufferPointer, where isWanted: (String) -> Bool
    ) -> [Variable] {
      func word<Word: FixedWidthInteger>(_ place: Int, as type: Word.Type) -> Word {
        guard place >= 0, place + MemoryLayout<Word>.size <= file.count else { return 0 }
        return unsafe file.loadUnaligned(fromByteOffset: place, as: type)
      }
      func text(_ place: Int) -> String {
        guard place >= 0, place < file.count else { return "" }
        let end = unsafe file[place...].firstIndex(of: 0) ?? file.count
        return unsafe String(decoding: file[place..<end], as: UTF8.self)
      }
      let table = Int(word(40, as: UInt64.self))
      let sections = (0..<Int(word(60, as: UInt16.self))).map { index in
        let header = table + index * Int(word(58, as: UInt16.self))
        let (offset, size) = (
          Int(word(header + 24, as: UInt64.self)), Int(word(header + 32, as: UInt64.self))
        )
        return Section(
          name: word(header, as: UInt32.self), kind: word(header + 4, as: UInt32.self),
          place: offset..<offset + size, link: Int(word(header + 40, as: UInt32.self)))
      }
      let names = Int(word(62, as: UInt16.self))
      guard sections.indices.contains(names),
        // 2 is a table of all symbols.
        let symbols = sections.first(where: { $0.kind == 2 }),
        sections.indices.contains(symbols.link)
      else { return [] }
      // What is relocated once and read-only from then on lies in .data.rel.ro.
      let isWritable = sections.map { section in
        let name = text(sections[names].place.lowerBound + Int(section.name))
        return name.hasPrefix(".bss") || name.hasPrefix(".data") && !name.hasPrefix(".data.rel.ro")
      }
      let base = base
      let strings = sections[symbols.link].place.lowerBound
      var found: [Variable] = []
      for symbol in stride(from: symbols.place.lowerBound, to: symbols.place.upperBound, by: 24) {
        // 1 is a variable.
        guard word(symbol + 4, as: UInt8.self) & 0xf == 1 else { continue }
        let section = Int(word(symbol + 6, as: UInt16.self))
        let size = Int(word(symbol + 16, as: UInt64.self))
        guard size > 0, isWritable.indices.contains(section), isWritable[section] else { continue }
        let name = text(strings + Int(word(symbol, as: UInt32.self)))
        guard isWanted(name) else { continue }
        found.append(
          Variable(
            name: name, address: base &+ UInt(word(symbol + 8, as: UInt64.self)), byteCount: size))
      }
      return found
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
