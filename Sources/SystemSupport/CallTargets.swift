/// The functions that a short function calls, such as the getter behind one through which a key path reaches it.
enum CallTargets {
  /// How many bytes behind the first one the functions begin that the code calls, in order, up to the end of its function, as
  /// far as a look at the bytes tells: whoever asks makes sure that a function begins there.
  ///
  /// - Parameter code: The function's first bytes, and maybe what comes behind it.
  static func distances(_ code: [UInt8]) -> [Int] {
    #if arch(x86_64)
      distances(x86: code)
    #elseif arch(arm64)
      distances(arm: code)
    #else
      []
    #endif
  }

  /// ``distances(_:)`` for x86-64: "call rel32", up to the first "ret" or "jmp rel32". Instructions differ in length, so that a byte
  /// of another one may look like either.
  static func distances(x86 code: [UInt8]) -> [Int] {
    var found: [Int] = []
    for place in code.indices.dropLast(4) {
      if code[place] == 0xc3 || code[place] == 0xe9 { break }
      guard code[place] == 0xe8 else { continue }
      let distance = (1...4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32(code[place + $1]) }
      found.append(place + 5 + Int(Int32(bitPattern: distance)))
    }
    return found
  }

  /// ``distances(_:)`` for arm64: "bl imm26", up to the first "ret" or "b imm26".
  static func distances(arm code: [UInt8]) -> [Int] {
    var found: [Int] = []
    for place in stride(from: 0, to: code.count - 3, by: 4) {
      let word = (0..<4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32(code[place + $1]) }
      if word == 0xd65f_03c0 || word >> 26 == 0b000101 { break }
      guard word >> 26 == 0b100101 else { continue }
      // The 26 bits count instructions, with a sign.
      found.append(place + Int(Int32(bitPattern: word << 6) >> 6) * 4)
    }
    return found
  }
}
