/// Collects the locations whose data a rule can look at.
struct DataDependencies {
  let program: Program
  let scope: RuleScope
  /// The locations found so far; what a rule looks at lies at or below one of them.
  private(set) var paths: [Path] = []

  init(program: Program, scope: RuleScope) {
    self.program = program
    self.scope = scope
  }

  /// Adds what a value or a test can look at.
  mutating func add(_ reference: Operation.Reference) {
    switch program.operations[Int(reference)] {
    case .root, .location, .child, .childNamed, .parent:
      paths += places(of: reference)
    case .value(let base), .priority(let base), .test(_, let base): paths += places(of: base)
    case .hasChild(let base, let name): paths += children(of: base, [name])
    case .hasChildren(let base, let first, let count):
      paths += children(of: base, Array(program.arguments[Int(first)..<Int(first + count)]))
    default:
      if program.looksAtData(reference) {
        for operand in program.operands(of: reference) { add(operand) }
      }
    }
  }

  /// Where a snapshot can stand.
  private mutating func places(of reference: Operation.Reference) -> [Path] {
    switch program.operations[Int(reference)] {
    case .root: return [.root]
    case .location(_, let up):
      return Int(up) <= scope.depth ? [scope.path(at: scope.depth - Int(up))] : []
    case .child(let base, let path):
      return places(of: base).map { $0.appending(Path(program.paths[Int(path)])) }
    case .childNamed(let base, let name): return children(of: base, [name])
    case .parent(let base): return places(of: base).compactMap(\.parent)
    case .choose(let test, let then, let otherwise):
      add(test)
      return places(of: then) + places(of: otherwise)
    default: return []
    }
  }

  /// Where children of a snapshot can stand; a name that data decide may be any child.
  private mutating func children(
    of base: Operation.Reference, _ names: [Operation.Reference]
  ) -> [Path] {
    let parents = places(of: base)
    var result: [Path] = []
    for name in names {
      if program.looksAtData(name) {
        add(name)
        result += parents
      } else if let keys = (try? program.keys(named: name, scope)) ?? nil {
        let below = Path(keys)
        for parent in parents { result.append(parent.appending(below)) }
      }
    }
    return result
  }
}
