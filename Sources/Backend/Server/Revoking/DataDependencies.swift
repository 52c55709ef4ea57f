internal import RehearsalCollections

/// Collects the locations whose data a rule can look at.
struct DataDependencies {
  let program: Program
  let scope: RuleScope
  /// The locations found so far; what a rule looks at lies at or below one of them.
  private(set) var paths: [Path] = []
  /// The places of the snapshots that are being followed, each above those that its followers add.
  private var places: [[Key]] = []

  /// The depth that most of what rules look at does not exceed.
  private static let usualDepth = 8

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
    case .root:
      var place: [Key] = []
      place.reserveCapacity(Self.usualDepth)
      places.append(place)
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
    for index in start..<places.count {
      // One by one, which takes a quarter of the time for one or two.
      for key in keys { places[index].append(key) }
    }
  }
}

extension RuleSet {
  /// The locations on whose data the permission to read a location depends.
  ///
  /// None when a rule grants the read that looks at no data: then only another user can lose it.
  /// Otherwise every location that the rules can look at, given who asks; a superset that holds
  /// whatever the data become.
  func readDependencies(
    at path: Path, query: QueryParameters, as auth: RuleAuth?, in root: Node, nowMilliseconds: Int64
  ) -> [Path] {
    var scope = RuleScope(
      RuleRequest(
        path: path, auth: auth, nowMilliseconds: nowMilliseconds, query: query, before: root,
        after: nil))
    var index = 0
    var result: [Path] = []
    func isSettled(by rule: Rule?) -> Bool {
      guard let program = rule?.program else { return false }
      if program.looksAtData {
        var dependencies = DataDependencies(program: program, scope: scope)
        dependencies.add(program.root)
        result += dependencies.paths
        return false
      }
      return (try? program.isTrue(in: scope)) ?? false
    }
    if isSettled(by: nodes[index].read) { return [] }
    for key in path.keys {
      guard let next = child(key, of: index) else { break }
      scope.descend()
      index = next
      if isSettled(by: nodes[index].read) { return [] }
    }
    if result.count > 1 { result.sort() }
    var distinct: [Path] = []
    for path in result where path != distinct.last { distinct.append(path) }
    return distinct
  }
}

/// The listens whose permission depends on the data at one location.
struct GuardedListens: PathTrieValue {
  /// In the order in which they began.
  private(set) var listens: [ListenID] = []

  init() {}

  var isEmpty: Bool { listens.isEmpty }

  mutating func insert(_ listen: ListenID) { listens.insert(listen, at: position(of: listen)) }

  mutating func remove(_ listen: ListenID) {
    let position = position(of: listen)
    if position < listens.count, listens[position] == listen { listens.remove(at: position) }
  }

  private func position(of listen: ListenID) -> Int {
    var (low, high) = (0, listens.count)
    while low < high {
      let middle = (low + high) / 2
      if listens[middle] < listen { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
