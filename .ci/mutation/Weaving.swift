/// The text of a file with its mutants in it.
struct Weaving {
  /// The text.
  private(set) var text: [UInt8] = []
  /// The bytes of `text` that belong to each mutant, by number.
  private(set) var places: [(number: Int, range: Range<Int>)] = []

  /// Puts mutants into a text. Texts around the same place nest, the longer range outside.
  init(_ source: [UInt8], mutants: [(number: Int, edit: Mutant.Edit)]) {
    var opening: [Int: [(number: Int, text: String, length: Int)]] = [:]
    var closing: [Int: [(number: Int, text: String, length: Int)]] = [:]
    var replaced: [Int: (end: Int, text: String)] = [:]
    for (order, mutant) in mutants.enumerated() {
      let (number, edit) = mutant
      let named = { (text: String) in
        text.split(separator: "§", omittingEmptySubsequences: false).joined(separator: "\(number)")
      }
      // Of equal ranges the earlier one is outside: its prefix comes first and its suffix last.
      let length = edit.range.count * 1_000_000 - order
      opening[edit.range.lowerBound, default: []].append((number, named(edit.prefix), length))
      closing[edit.range.upperBound, default: []].append((number, named(edit.suffix), length))
      if let range = edit.replaced {
        replaced[range.lowerBound] = (range.upperBound, edit.replacement)
      }
    }
    var starts: [Int: Int] = [:]
    var offset = 0
    while offset <= source.count {
      for (number, text, _) in (closing[offset] ?? []).sorted(by: { $0.length < $1.length }) {
        self.text += Array(text.utf8)
        places.append((number, starts[number]!..<self.text.count))
      }
      for (number, text, _) in (opening[offset] ?? []).sorted(by: { $0.length > $1.length }) {
        starts[number] = self.text.count
        self.text += Array(text.utf8)
      }
      guard offset < source.count else { break }
      if let (end, text) = replaced[offset] {
        self.text += Array(text.utf8)
        offset = end
      } else {
        self.text.append(source[offset])
        offset += 1
      }
    }
  }

  /// The mutant with the shortest text around a place; nil where there is none.
  func mutant(line: Int, column: Int) -> Int? {
    var start = 0
    for _ in 1..<max(line, 1) {
      guard let end = text[start...].firstIndex(of: 0x0A) else { return nil }
      start = end + 1
    }
    let place = start + column - 1
    return places.filter { $0.range.contains(place) }.min { $0.range.count < $1.range.count }?
      .number
  }

  /// The mutants that begin or end on a line.
  func mutants(onLine line: Int) -> [Int] {
    var number = 1
    var lines: [Int] = []
    for byte in text {
      lines.append(number)
      if byte == 0x0A { number += 1 }
    }
    lines.append(number)
    return places.filter {
      lines[$0.range.lowerBound] <= line && lines[$0.range.upperBound] >= line
    }.map(\.number)
  }
}
