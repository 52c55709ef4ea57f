/// Functions that do nothing but jump on to another one, such as those through which key paths reach some getters.
enum JumpThunk {
  /// How many bytes behind its first one such a function goes on; nil where it does anything else.
  ///
  /// - Parameter code: The function's first bytes, sixteen of them or more.
  static func distance(_ code: [UInt8]) -> Int? {
    #if arch(x86_64)
      distance(x86: code)
    #elseif arch(arm64)
      distance(arm: code)
    #else
      nil
    #endif
  }

  /// ``distance(_:)`` for x86-64: "jmp rel32", maybe behind a frame that is set up, and taken down at once.
  static func distance(x86 code: [UInt8]) -> Int? {
    let frame: [UInt8] = [0x55, 0x48, 0x89, 0xe5, 0x5d]
    let start = code.starts(with: frame) ? frame.count : 0
    guard code.count >= start + 5, code[start] == 0xe9 else { return nil }
    return start + 5 + Int(Int32(bitPattern: word(code, at: start + 1)))
  }

  /// ``distance(_:)`` for arm64: "b imm26", maybe behind a frame that is set up, and taken down at once.
  static func distance(arm code: [UInt8]) -> Int? {
    // stp x29, x30, [sp, #-16]!; mov x29, sp; ldp x29, x30, [sp], #16
    let frame: [UInt32] = [0xa9bf_7bfd, 0x9100_03fd, 0xa8c1_7bfd]
    let words = stride(from: 0, to: code.count - 3, by: 4).map { word(code, at: $0) }
    let start = words.starts(with: frame) ? frame.count : 0
    guard words.count > start, words[start] >> 26 == 0b000101 else { return nil }
    // The 26 bits count instructions, with a sign.
    return start * 4 + Int(Int32(bitPattern: words[start] << 6) >> 6) * 4
  }

  private static func word(_ code: [UInt8], at place: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(code[place + $1]) << (8 * UInt32($1)) }
  }
}
