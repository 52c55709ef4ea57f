/// A loaded image of Darwin, by its header, its load commands and the tables that they point to (Mach-O): where it keeps the
/// addresses of functions that other images have.
///
/// Source: the layouts and numbers in Apple's mach-o/loader.h and mach-o/nlist.h.
@unsafe struct MachOImage {
  /// A word with the address of a function or a variable of another image.
  @unsafe struct Slot {
    let address: UInt
    /// The name as C has it, without the underscore in front.
    let name: UnsafePointer<CChar>
    /// Whether the linker makes the word read-only once it has filled it in.
    let isSealed: Bool
  }

  /// A section of such words.
  private struct Section {
    let place: Range<UInt>
    /// The entry of its first word in the table of indirect symbols.
    let firstEntry: Int
    let isSealed: Bool
  }

  private var sections: [Section] = []
  private var symbols: UInt = 0
  private var names: UInt = 0
  private var entries: UInt = 0
  private var entryCount = 0
  private var symbolCount = 0

  /// Reads the commands of an image; nil where its words must not be written: it lies in the shared cache, whose images call each
  /// other without such words, it signs its pointers (arm64e), or it is none of 64 bits.
  ///
  /// - Parameters:
  ///   - header: Where its header lies.
  ///   - slide: How far it lies from where it was linked for.
  init?(_ header: UnsafeRawPointer, slide: UInt) {
    let isWhole = unsafe header.load(as: UInt32.self) == 0xfeed_facf
    let kind = unsafe (
      processor: header.load(fromByteOffset: 4, as: UInt32.self),
      model: header.load(fromByteOffset: 8, as: UInt32.self) & 0xff
    )
    let flags = unsafe header.load(fromByteOffset: 24, as: UInt32.self)
    let isSigned = kind.processor == 0x0100_000c && kind.model == 2
    guard isWhole, !isSigned, flags & 0x8000_0000 == 0 else { return nil }
    // Offsets in the file, and where the part lies that they are in.
    var tables = (symbols: UInt(0), names: UInt(0), entries: UInt(0))
    var linkage: UInt?
    var command = unsafe header + 32
    for _ in 0..<(unsafe header.load(fromByteOffset: 16, as: UInt32.self)) {
      switch unsafe command.load(as: UInt32.self) {
      case 0x19:
        if unsafe Self.isNamed("__LINKEDIT", command + 8) {
          let address = unsafe command.load(fromByteOffset: 24, as: UInt.self)
          let offset = unsafe command.load(fromByteOffset: 40, as: UInt.self)
          linkage = address &+ slide &- offset
        }
        unsafe readSections(of: command, slide: slide)
      case 0x2:
        tables.symbols = unsafe UInt(command.load(fromByteOffset: 8, as: UInt32.self))
        unsafe symbolCount = Int(command.load(fromByteOffset: 12, as: UInt32.self))
        tables.names = unsafe UInt(command.load(fromByteOffset: 16, as: UInt32.self))
      case 0xb:
        tables.entries = unsafe UInt(command.load(fromByteOffset: 56, as: UInt32.self))
        unsafe entryCount = Int(command.load(fromByteOffset: 60, as: UInt32.self))
      default: break
      }
      unsafe command += Int(command.load(fromByteOffset: 4, as: UInt32.self))
    }
    guard let linkage, tables.symbols != 0, tables.names != 0, tables.entries != 0 else {
      return nil
    }
    unsafe symbols = linkage &+ tables.symbols
    unsafe names = linkage &+ tables.names
    unsafe entries = linkage &+ tables.entries
  }

  /// Keeps those sections of a segment that hold pointers by symbols, bound at once or at the first call.
  private mutating func readSections(of segment: UnsafeRawPointer, slide: UInt) {
    let isSealed = unsafe segment.load(fromByteOffset: 68, as: UInt32.self) & 0x10 != 0
    for index in 0..<Int(unsafe segment.load(fromByteOffset: 64, as: UInt32.self)) {
      let section = unsafe segment + 72 + index * 80
      let kind = unsafe section.load(fromByteOffset: 64, as: UInt32.self) & 0xff
      guard kind == 6 || kind == 7 else { continue }
      let start = unsafe section.load(fromByteOffset: 32, as: UInt.self) &+ slide
      let byteCount = unsafe section.load(fromByteOffset: 40, as: UInt.self)
      unsafe sections.append(
        Section(
          place: start..<start &+ byteCount,
          firstEntry: Int(section.load(fromByteOffset: 68, as: UInt32.self)), isSealed: isSealed))
    }
  }

  /// Calls `body` with every word that has the address of something with a name.
  func forEachSlot(_ body: (Slot) -> Void) {
    for section in unsafe sections {
      let addresses = stride(from: section.place.lowerBound, to: section.place.upperBound, by: 8)
      for (index, address) in addresses.enumerated() {
        guard let name = unsafe name(section.firstEntry + index) else { continue }
        unsafe body(Slot(address: address, name: name, isSealed: section.isSealed))
      }
    }
  }

  /// The name of an entry of the table of indirect symbols; nil where it stands for none.
  private func name(_ entry: Int) -> UnsafePointer<CChar>? {
    guard unsafe entry < entryCount,
      let place = unsafe UnsafeRawPointer(bitPattern: entries &+ UInt(entry) * 4)
    else { return nil }
    let symbol = unsafe place.load(as: UInt32.self)
    // The highest bits mark words of the image's own, and absolute ones.
    guard symbol & 0xc000_0000 == 0, unsafe Int(symbol) < symbolCount,
      let record = unsafe UnsafeRawPointer(bitPattern: symbols &+ UInt(symbol) * 16),
      let name = unsafe UnsafePointer<CChar>(
        bitPattern: names &+ UInt(record.load(as: UInt32.self))),
      unsafe name[0] == CChar(UInt8(ascii: "_"))
    else { return nil }
    return unsafe name + 1
  }

  /// Whether a field of sixteen bytes has a name, which a zero ends where it is shorter.
  private static func isNamed(_ name: StaticString, _ field: UnsafeRawPointer) -> Bool {
    let count = name.utf8CodeUnitCount
    for index in 0..<count
    where unsafe field.load(fromByteOffset: index, as: UInt8.self) != name.utf8Start[index] {
      return false
    }
    return unsafe count == 16 || field.load(fromByteOffset: count, as: UInt8.self) == 0
  }
}
