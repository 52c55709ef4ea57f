import Testing

@testable import SystemSupport

@Suite("An image of Darwin tells where it keeps the addresses of other images' functions")
struct MachOImageTests {
  /// What one image of these tests has: its address, its name and whether it is sealed.
  private struct Found: Hashable {
    let place: Int
    let name: String
    let isSealed: Bool
  }

  private static let linkedFor = 0x1_0000_0000

  /// The bytes of an image as it lies in memory: three words in a sealed section, two in one that the first call fills in, one of
  /// them absolute, and six in a section of other data.
  private func image(flags: UInt32 = 0, model: UInt32 = 0) -> [UInt64] {
    var bytes: [UInt8] = []
    func put(_ words: UInt32...) {
      for word in words { bytes += [0, 8, 16, 24].map { UInt8(word >> $0 & 0xff) } }
    }
    func put(long words: Int...) {
      for word in words { put(UInt32(word & 0xffff_ffff), UInt32(word >> 32)) }
    }
    func put(_ name: String) {
      bytes += Array(name.utf8) + Array(repeating: 0, count: 16 - name.utf8.count)
    }
    func putSection(_ name: String, at place: Int, byteCount: Int, kind: UInt32, entry: UInt32) {
      put(name)
      put("__DATA")
      put(long: Self.linkedFor + place, byteCount)
      put(UInt32(place), 3, 0, 0, kind, entry, 0, 0)
    }
    func putSegment(
      _ name: String, at place: Int, byteCount: Int, flags: UInt32, sections: UInt32
    ) {
      put(0x19, 72 + sections * 80)
      put(name)
      // The part lies elsewhere in the file than in memory.
      put(long: Self.linkedFor + place, byteCount, place - 64, byteCount)
      put(3, 3, sections, flags)
    }
    put(0xfeed_facf, 0x0100_000c, model, 6, 5, 0, flags, 0)
    putSegment("__DATA_CONST", at: 1024, byteCount: 64, flags: 0x10, sections: 2)
    putSection("__got", at: 1024, byteCount: 24, kind: 6, entry: 1)
    putSection("__const", at: 1048, byteCount: 48, kind: 0, entry: 0)
    putSegment("__DATA", at: 1152, byteCount: 64, flags: 0, sections: 1)
    putSection("__la_symbol_ptr", at: 1152, byteCount: 16, kind: 7, entry: 4)
    putSegment("__LINKEDIT", at: 1280, byteCount: 256, flags: 0, sections: 0)
    let linkage: UInt32 = 1280 - 64
    put(0x2, 24, linkage, 3, linkage + 96, 64)
    put(0xb, 80)
    for _ in 0..<12 { put(0) }
    put(linkage + 64, 6)
    for _ in 0..<4 { put(0) }
    bytes += Array(repeating: 0, count: 1280 - bytes.count)
    for name: UInt32 in [1, 7, 13] { put(name, 0, 0, 0) }
    bytes += Array(repeating: 0, count: 1344 - bytes.count)
    // The first entry is that of a stub; the highest bits mark a word of the image's own, and an absolute one.
    put(0, 2, 0x8000_0000, 0, 1, 0x4000_0000)
    bytes += Array(repeating: 0, count: 1376 - bytes.count)
    bytes += Array("\0_time\0_open\0plain\0".utf8)
    bytes += Array(repeating: 0, count: 1536 - bytes.count)
    return stride(from: 0, to: bytes.count, by: 8).map { place in
      (0..<8).reduce(0) { $0 | UInt64(bytes[place + $1]) << (8 * $1) }
    }
  }

  private func slots(of image: [UInt64]) -> [Found]? {
    unsafe image.withUnsafeBytes { memory in
      guard let header = memory.baseAddress else { return nil }
      let slide = UInt(bitPattern: header) &- UInt(Self.linkedFor)
      guard let image = unsafe MachOImage(header, slide: slide) else { return nil }
      var found: [Found] = []
      unsafe image.forEachSlot { slot in
        found.append(
          unsafe Found(
            place: Int(slot.address &- UInt(bitPattern: header)), name: String(cString: slot.name),
            isSealed: slot.isSealed))
      }
      return found
    }
  }

  @Test("words bound at once or at the first call are found by the names of C, and no others")
  func words() {
    #expect(
      slots(of: image()) == [
        Found(place: 1040, name: "time", isSealed: true),
        Found(place: 1152, name: "open", isSealed: false),
      ])
  }

  @Test("images of the shared cache, with signed pointers and of 32 bits are left alone")
  func others() {
    #expect(slots(of: image(flags: 0x8000_0000)) == nil)
    #expect(slots(of: image(model: 2)) == nil)
    #expect(slots(of: [0x0100_000c_feed_face] + Array(repeating: 0, count: 8)) == nil)
  }
}
