/// Parses the platform's dialect of regular expressions.
///
/// `^` stands only first and `$` only last in the whole pattern; `\s \w \d \S \W \D` are the only
/// classes, `\` before anything else takes it literally; no alternative is empty. A
/// metacharacter with nothing before it that it could apply to, at the start of the pattern or of a
/// group, is literal, so `(?:a)` matches the text "?:a". Sources: Firebase documentation, "Use
/// regular expressions in Realtime Database Security Rules", and the grammar that targaryen's
/// author derived from a live database.
struct PatternParser {
  /// Greatest count in `{n,m}`.
  static let countMax = 1000
  /// Levels of groups within groups.
  static let depthMax = 64

  private let units: [UInt16]
  private let ignoresCase: Bool
  private var index = 0
  private var end: Int
  private var depth = 0

  private init(_ text: String, ignoringCase: Bool) {
    units = Array(text.utf16)
    ignoresCase = ignoringCase
    end = units.count
  }

  static func parse(_ text: String, ignoringCase: Bool) throws(PatternError) -> PatternSyntax {
    var parser = PatternParser(text, ignoringCase: ignoringCase)
    return try parser.parsePattern()
  }

  private func fail(_ what: String, _ remedy: String, at offset: Int? = nil) -> PatternError {
    PatternError(what: what, remedy: remedy, offset: offset ?? index)
  }

  private static func unit(_ scalar: Unicode.Scalar) -> UInt16 { UInt16(scalar.value) }

  private func peek(_ scalar: Unicode.Scalar) -> Bool {
    index < end && units[index] == Self.unit(scalar)
  }

  private func peek(anyOf scalars: String) -> Bool {
    index < end && scalars.utf16.contains(units[index])
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek(scalar) else { return false }
    index += 1
    return true
  }

  private mutating func parsePattern() throws(PatternError) -> PatternSyntax {
    let isAnchoredAtStart = take("^")
    let isAnchoredAtEnd = endsWithAnchor
    if isAnchoredAtEnd { end -= 1 }
    let hasLiteral = !isAnchoredAtStart
    var branches = try parseBranches(allowingLiteral: hasLiteral)
    if index < end {
      throw fail("nothing opened this ')'", "remove it or write \\)")
    }
    // An anchor belongs to its own alternative: ^a|b$ is (^a)|(b$), as in JavaScript.
    if isAnchoredAtStart { branches[0].insert(.start, at: 0) }
    if isAnchoredAtEnd { branches[branches.count - 1].append(.end) }
    return Self.union(branches)
  }

  /// Whether the pattern's last unit is a `$` that no backslash escapes.
  private var endsWithAnchor: Bool {
    guard index < end, units[end - 1] == Self.unit("$") else { return false }
    let backslashes = units[..<(end - 1)].reversed().prefix { $0 == Self.unit("\\") }.count
    return backslashes.isMultiple(of: 2)
  }

  private static func union(_ branches: [[PatternSyntax]]) -> PatternSyntax {
    let all = branches.map { $0.count == 1 ? $0[0] : PatternSyntax.sequence($0) }
    return all.count == 1 ? all[0] : .alternatives(all)
  }

  private mutating func parseBranches(
    allowingLiteral: Bool
  ) throws(PatternError) -> [[PatternSyntax]] {
    var first: [PatternSyntax] = []
    if allowingLiteral, peek(anyOf: "|)?+}{*") {
      first.append(.unit(UnitSet(units[index], ignoringCase: ignoresCase)))
      index += 1
    }
    first += try parseSequence()
    var branches = [first]
    while take("|") { branches.append(try parseSequence()) }
    return branches
  }

  private mutating func parseSequence() throws(PatternError) -> [PatternSyntax] {
    var items: [PatternSyntax] = []
    while index < end, !peek(anyOf: "|)") { items.append(try parseRepeated()) }
    guard !items.isEmpty else {
      throw fail("an alternative is empty", "use (…)? for an optional part")
    }
    return items
  }

  private mutating func parseRepeated() throws(PatternError) -> PatternSyntax {
    var item = try parseItem()
    while index < end {
      if take("*") {
        item = .repeated(item, min: 0, max: nil)
      } else if take("+") {
        item = .repeated(item, min: 1, max: nil)
      } else if take("?") {
        item = .repeated(item, min: 0, max: 1)
      } else if peek("{") {
        item = try parseCounts(of: item)
      } else {
        break
      }
    }
    return item
  }

  private mutating func parseCounts(of item: PatternSyntax) throws(PatternError) -> PatternSyntax {
    let start = index
    index += 1
    let min = try parseCount(from: start)
    var max: Int? = min
    if take(",") { max = peek("}") ? nil : try parseCount(from: start) }
    guard take("}") else {
      throw fail("'{' doesn't begin a count", "write {n}, {n,}, {n,m} or \\{", at: start)
    }
    if let max, max < min {
      throw fail("{\(min),\(max)} counts backwards", "swap the numbers", at: start)
    }
    return .repeated(item, min: min, max: max)
  }

  private mutating func parseCount(from start: Int) throws(PatternError) -> Int {
    let digitsStart = index
    var value = 0
    while index < end, (0x30...0x39).contains(units[index]), value <= Self.countMax {
      value = value * 10 + Int(units[index] - 0x30)
      index += 1
    }
    let hasLeadingZero = units[digitsStart...].first == 0x30 && index > digitsStart + 1
    guard index > digitsStart, !hasLeadingZero else {
      throw fail("'{' doesn't begin a count", "write {n}, {n,}, {n,m} or \\{", at: start)
    }
    guard value <= Self.countMax else {
      throw fail("a count is above \(Self.countMax)", "compare .length instead", at: start)
    }
    return value
  }

  private mutating func parseItem() throws(PatternError) -> PatternSyntax {
    let start = index
    if take("(") {
      depth += 1
      defer { depth -= 1 }
      guard depth <= Self.depthMax else {
        throw fail("groups are nested too deep", "flatten the pattern", at: start)
      }
      let group = Self.union(try parseBranches(allowingLiteral: true))
      guard take(")") else { throw fail("this group never ends", "close it with )", at: start) }
      return group
    }
    if take("[") { return .unit(try parseSet(from: start)) }
    if take(".") { return .unit(.any) }
    if peek("^") { throw fail("^ stands within the pattern", "put it first or write \\^") }
    if peek("$") { throw fail("$ stands within the pattern", "put it last or write \\$") }
    if peek(anyOf: "*+?{") {
      throw fail("there is nothing here to repeat", "write \\ before the character")
    }
    if let letter = takeClass() {
      var set = UnitSet(ignoringCase: ignoresCase)
      set.insert(class: letter)
      set.seal()
      return .unit(set)
    }
    return .unit(UnitSet(try parseUnit(), ignoringCase: ignoresCase))
  }

  /// Takes `\d` and the like; the letter of the class.
  private mutating func takeClass() -> Character? {
    guard peek("\\"), index + 1 < end, let scalar = Unicode.Scalar(units[index + 1]),
      "swdSWD".unicodeScalars.contains(scalar)
    else { return nil }
    index += 2
    return Character(scalar)
  }

  private mutating func parseUnit() throws(PatternError) -> UInt16 {
    let start = index
    if take("\\"), index >= end {
      throw fail("nothing follows the last backslash", "write \\\\ for a backslash", at: start)
    }
    defer { index += 1 }
    return units[index]
  }

  private mutating func parseSet(from start: Int) throws(PatternError) -> UnitSet {
    var set = UnitSet(ignoringCase: ignoresCase)
    set.isNegated = take("^")
    guard !peek("]") else {
      throw fail("this set is empty", "write \\] for the bracket itself", at: start)
    }
    while !peek("]") {
      guard index < end else { throw fail("this set never ends", "close it with ]", at: start) }
      if let letter = takeClass() {
        set.insert(class: letter)
        continue
      }
      let itemStart = index
      let low = try parseUnit()
      guard peek("-"), index + 1 < end, units[index + 1] != Self.unit("]") else {
        set.insert(low...low)
        continue
      }
      index += 1
      let high = try parseUnit()
      guard low <= high else {
        throw fail("this range runs backwards", "swap its ends or write \\-", at: itemStart)
      }
      set.insert(low...high)
    }
    index += 1
    set.seal()
    return set
  }
}
