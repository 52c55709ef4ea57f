/// A compiled regular expression of the rules language.
///
/// A Thompson automaton run in parallel over all its states: time grows with the product of pattern
/// and text, never exponentially. It runs over UTF-16 code units, as the platform's `length` counts.
package struct Pattern: Sendable {
  enum Instruction: Sendable {
    /// Consumes a unit of the set at this index.
    case unit(set: Int32)
    case split(Int32, Int32)
    case jump(Int32)
    case start
    case end
    case match
  }

  /// States that a pattern may have.
  static let instructionsMax = 20_000

  private let instructions: [Instruction]
  private let sets: [UnitSet]
  private let isAnchored: Bool

  /// Compiles the text between the slashes of a literal.
  init(_ text: String, ignoringCase: Bool = false) throws(PatternError) {
    let syntax = try PatternParser.parse(text, ignoringCase: ignoringCase)
    var assembler = PatternAssembler()
    assembler.emit(syntax)
    assembler.append(.match)
    guard !assembler.isTooLarge else {
      throw PatternError(
        what: "the pattern needs more than \(Self.instructionsMax) states",
        remedy: "lower its counts", offset: 0)
    }
    instructions = assembler.instructions
    sets = assembler.sets
    if case .start = assembler.instructions[0] { isAnchored = true } else { isAnchored = false }
  }

  /// Whether any part of `text` matches.
  package func matches(_ text: String) -> Bool {
    var now = PatternStates(capacity: instructions.count)
    var next = now
    var stack: [Int32] = []
    let units = text.utf16
    var index = units.startIndex
    var isAtStart = true
    while true {
      let isAtEnd = index == units.endIndex
      if isAtStart || !isAnchored,
        follow(0, into: &now, &stack, isAtStart: isAtStart, isAtEnd: isAtEnd)
      {
        return true
      }
      if isAtEnd || (isAnchored && now.isEmpty) { return false }
      let unit = units[index]
      units.formIndex(after: &index)
      isAtStart = false
      let isLast = index == units.endIndex
      for state in now.members {
        guard case .unit(let set) = instructions[Int(state)], sets[Int(set)].contains(unit) else {
          continue
        }
        if follow(state + 1, into: &next, &stack, isAtStart: false, isAtEnd: isLast) {
          return true
        }
      }
      swap(&now, &next)
      next.removeAll()
    }
  }

  /// Adds `state` and what it leads to without consuming; true on reaching a match.
  private func follow(
    _ state: Int32, into states: inout PatternStates, _ stack: inout [Int32], isAtStart: Bool,
    isAtEnd: Bool
  ) -> Bool {
    stack.append(state)
    while let state = stack.popLast() {
      guard states.insert(state) else { continue }
      switch instructions[Int(state)] {
      case .unit: break
      case .jump(let target): stack.append(target)
      case .split(let first, let second):
        stack.append(second)
        stack.append(first)
      case .start: if isAtStart { stack.append(state + 1) }
      case .end: if isAtEnd { stack.append(state + 1) }
      case .match:
        stack.removeAll(keepingCapacity: true)
        return true
      }
    }
    return false
  }
}

/// The states an automaton is in: a sparse set, cleared in constant time.
private struct PatternStates {
  private(set) var members: [Int32] = []
  private var places: [Int32]

  init(capacity: Int) {
    places = Array(repeating: 0, count: capacity)
    members.reserveCapacity(capacity)
  }

  var isEmpty: Bool { members.isEmpty }

  /// False when the state was in already.
  mutating func insert(_ state: Int32) -> Bool {
    let place = Int(places[Int(state)])
    if place < members.count, members[place] == state { return false }
    places[Int(state)] = Int32(members.count)
    members.append(state)
    return true
  }

  mutating func removeAll() { members.removeAll(keepingCapacity: true) }
}

/// Turns a pattern's syntax into instructions.
private struct PatternAssembler {
  private(set) var instructions: [Pattern.Instruction] = []
  private(set) var sets: [UnitSet] = []

  /// Once too large, nothing more is emitted.
  var isTooLarge: Bool { instructions.count > Pattern.instructionsMax }

  private var here: Int32 { Int32(instructions.count) }

  mutating func append(_ instruction: Pattern.Instruction) { instructions.append(instruction) }

  mutating func emit(_ syntax: PatternSyntax) {
    guard !isTooLarge else { return }
    switch syntax {
    case .unit(let set):
      append(.unit(set: Int32(sets.count)))
      sets.append(set)
    case .sequence(let items): for item in items { emit(item) }
    case .alternatives(let branches): emit(branches)
    case .start: append(.start)
    case .end: append(.end)
    case .repeated(let item, let min, let max):
      for _ in 0..<min { emit(item) }
      if let max {
        for _ in min..<max { emitOptional { $0.emit(item) } }
      } else {
        emitOptional { assembler in
          let loop = assembler.here - 1
          assembler.emit(item)
          assembler.append(.jump(loop))
        }
      }
    }
  }

  /// A part that can be skipped.
  private mutating func emitOptional(_ part: (inout PatternAssembler) -> Void) {
    let split = here
    append(.split(0, 0))
    part(&self)
    instructions[Int(split)] = .split(split + 1, here)
  }

  private mutating func emit(_ branches: [PatternSyntax]) {
    var exits: [Int] = []
    for branch in branches.dropLast() {
      let split = here
      append(.split(0, 0))
      emit(branch)
      exits.append(instructions.count)
      append(.jump(0))
      instructions[Int(split)] = .split(split + 1, here)
    }
    emit(branches[branches.count - 1])
    for exit in exits { instructions[exit] = .jump(here) }
  }
}

/// The syntax tree of a regular expression.
indirect enum PatternSyntax: Sendable, Equatable {
  case unit(UnitSet)
  case sequence([PatternSyntax])
  case alternatives([PatternSyntax])
  /// At least `min` times, at most `max` times where there is a bound.
  case repeated(PatternSyntax, min: Int, max: Int?)
  case start
  case end
}

/// The reason why a pattern can't be used.
struct PatternError: Error, Sendable, Equatable {
  let what: String
  let remedy: String
  /// Offset in the pattern, in UTF-16 code units.
  let offset: Int
}
