/// A set of UTF-16 code units.
struct UnitSet: Sendable, Equatable {
  private(set) var ranges: [ClosedRange<UInt16>] = []
  var isNegated = false
  private let ignoresCase: Bool
  /// Membership of the ASCII units, negation and case already considered.
  private var asciiLow: UInt64 = 0
  private var asciiHigh: UInt64 = 0

  init(ignoringCase: Bool = false) { ignoresCase = ignoringCase }

  /// The set of one unit.
  init(_ unit: UInt16, ignoringCase: Bool) {
    self.init(ignoringCase: ignoringCase)
    insert(unit...unit)
    seal()
  }

  /// Every unit: what `.` matches.
  static let any: UnitSet = {
    var set = UnitSet()
    set.insert(0...UInt16.max)
    set.seal()
    return set
  }()

  mutating func insert(_ range: ClosedRange<UInt16>) { ranges.append(range) }

  /// Adds what `\s`, `\w`, `\d` or, in upper case, their negations stand for.
  mutating func insert(class letter: Character) {
    switch letter {
    case "d": insert(0x30...0x39)
    case "w": for range in Self.word { insert(range) }
    case "s": for range in Self.space { insert(range) }
    case "D": insert(complementOf: [0x30...0x39])
    case "W": insert(complementOf: Self.word)
    case "S": insert(complementOf: Self.space)
    default: preconditionFailure("no class of characters is named \(letter)")
    }
  }

  private static let word: [ClosedRange<UInt16>] = [
    0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A,
  ]
  private static let space: [ClosedRange<UInt16>] = [0x09...0x0D, 0x20...0x20]

  private mutating func insert(complementOf sorted: [ClosedRange<UInt16>]) {
    var next: UInt16 = 0
    for range in sorted {
      if next < range.lowerBound { insert(next...range.lowerBound - 1) }
      next = range.upperBound + 1
    }
    insert(next...UInt16.max)
  }

  /// Fixes the set; to be called once after the last insertion.
  mutating func seal() {
    for unit in UInt16(0)..<128 where containsSlowly(unit) {
      if unit < 64 { asciiLow |= 1 << UInt64(unit) } else { asciiHigh |= 1 << UInt64(unit - 64) }
    }
  }

  /// Whether the set holds `unit`.
  func contains(_ unit: UInt16) -> Bool {
    if unit < 64 { return asciiLow >> UInt64(unit) & 1 == 1 }
    if unit < 128 { return asciiHigh >> UInt64(unit - 64) & 1 == 1 }
    return containsSlowly(unit)
  }

  private func containsSlowly(_ unit: UInt16) -> Bool {
    var isInside = isInRanges(unit)
    if !isInside, ignoresCase, let scalar = Unicode.Scalar(unit) {
      isInside =
        isInRanges(scalar.properties.lowercaseMapping)
        || isInRanges(scalar.properties.uppercaseMapping)
    }
    return isInside != isNegated
  }

  private func isInRanges(_ unit: UInt16) -> Bool { ranges.contains { $0.contains(unit) } }

  private func isInRanges(_ mapping: String) -> Bool {
    mapping.utf16.count == 1 && isInRanges(mapping.utf16.first!)
  }
}
