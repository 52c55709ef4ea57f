/// Collects the locations whose data a rule can look at.
struct DataDependencies {
  let program: Program
  let scope: RuleScope
  /// The locations found so far; what a rule looks at lies at or below one of them.
  private(set) var paths: [Path] = []
  /// The places of the snapshots that are being followed, each above those that its followers add.
  private var places: [[Key]] = []

  init(program: Program, scope: RuleScope) {
    self.program = program
    self.scope = scope
  }

  /// Adds what a value or a test can look at.
  mutating func add(_ reference: Operation.Reference) {
    let start = places.count
    switch program.operations[Int(reference)] {
    case .root, .location, .child, .childNamed, .parent: follow(reference)
    case .value(let base), .priority(let base), .test(_, let base): follow(base)
    case .hasChild(let base, let name): followChild(of: base, name)
    case .hasChildren(let base, let first, let count):
      for name in program.arguments[Int(first)..<Int(first + count)] { followChild(of: base, name) }
    default:
      if program.looksAtData(reference) {
        for operand in program.operands(of: reference) { add(operand) }
      }
    }
    for place in places[start...] { paths.append(Path(place)) }
    places.removeSubrange(start...)
  }

  /// Adds to ``places`` where a snapshot can stand.
  private mutating func follow(_ reference: Operation.Reference) {
    switch program.operations[Int(reference)] {
    case .root: places.append([])
    case .location(_, let up):
      if Int(up) <= scope.depth { places.append(Array(scope.path(at: scope.depth - Int(up)).keys)) }
    case .child(let base, let path):
      let start = places.count
      follow(base)
      descend(from: start, program.paths[Int(path)])
    case .childNamed(let base, let name): followChild(of: base, name)
    case .parent(let base):
      let start = places.count
      follow(base)
      for index in places.indices[start...].reversed() where places[index].popLast() == nil {
        places.remove(at: index)
      }
    case .choose(let test, let then, let otherwise):
      add(test)
      follow(then)
      follow(otherwise)
    default: break
    }
  }

  /// Adds to ``places`` where the child of a snapshot can stand; a name that data decide may be any child.
  private mutating func followChild(
    of base: Operation.Reference, _ name: Operation.Reference
  ) {
    if program.looksAtData(name) {
      add(name)
      follow(base)
    } else if let keys = (try? program.keys(named: name, scope)) ?? nil {
      let start = places.count
      follow(base)
      descend(from: start, keys)
    }
  }

  private mutating func descend(from start: Int, _ keys: [Key]) {
    for index in start..<places.count { places[index].append(contentsOf: keys) }
  }
}
