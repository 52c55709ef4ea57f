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
