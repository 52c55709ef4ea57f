extension ExpressionCompiler {
  mutating func lowerProperty(
    of object: Expression, name: String, _ expression: Expression
  ) throws(RulesError) -> Lowered {
    let lowered = try lower(object)
    switch lowered.type {
    case .any:
      if case .auth = program.operations[Int(lowered.reference)], name == "uid" {
        return emit(.authUID, .any, for: expression)
      }
      return emit(.member(lowered.reference, name: constant(name)), .any, for: expression)
    case .string, .primitive:
      if name == "length" { return emit(.length(lowered.reference), .number, for: expression) }
      if StringMethod(rawValue: name) != nil { throw error(.uncalledMethod(name), at: expression) }
    case .snapshot:
      if SnapshotMethod(rawValue: name) != nil {
        throw error(.uncalledMethod(name), at: expression)
      }
    case .query:
      if let property = QueryProperty(rawValue: name) {
        return emit(.query(property), property.type, for: expression)
      }
    case .boolean, .number, .null: break
    }
    throw unknownMember(name, of: lowered.type, at: expression)
  }

  mutating func lowerElement(
    of object: Expression, key: Expression, _ expression: Expression
  ) throws(RulesError) -> Lowered {
    if case .string(let name) = key.form {
      return try lowerProperty(of: object, name: name, expression)
    }
    let lowered = try lower(object)
    guard lowered.type == .any else {
      throw error(.notIndexable(lowered.type.name), at: expression)
    }
    let index = try lower(key)
    guard index.type != .snapshot, index.type != .query else {
      throw error(
        .wrongArgument(of: "[ ]", expected: "a string", found: index.type.name), at: key)
    }
    return emit(.element(lowered.reference, key: index.reference), .any, for: expression)
  }

  mutating func lowerCall(
    of callee: Expression, _ arguments: [Expression], _ expression: Expression
  ) throws(RulesError) -> Lowered {
    let object: Expression
    let name: String
    switch callee.form {
    case .member(let inner, let member): (object, name) = (inner, member)
    case .element(let inner, let key):
      guard case .string(let member) = key.form else {
        throw error(.notCallable(program.source.text(in: callee.range)), at: callee)
      }
      (object, name) = (inner, member)
    default: throw error(.notCallable(program.source.text(in: callee.range)), at: callee)
    }
    let lowered = try lower(object)
    switch lowered.type {
    case .snapshot:
      guard let method = SnapshotMethod(rawValue: name) else { break }
      return try lowerSnapshotCall(method, lowered.reference, arguments, expression)
    case .string, .primitive, .any:
      guard let method = StringMethod(rawValue: name) else { break }
      return try lowerStringCall(method, lowered.reference, arguments, expression)
    case .query where QueryProperty(rawValue: name) != nil:
      throw error(.notCallable("query.\(name)"), at: callee)
    case .boolean, .number, .null, .query: break
    }
    throw unknownMember(name, of: lowered.type, at: callee)
  }

  private func unknownMember(
    _ name: String, of type: RuleType, at expression: Expression
  ) -> RulesError {
    let known: [String] =
      switch type {
      case .snapshot: SnapshotMethod.allCases.map { "\($0.rawValue)()" }
      case .query: QueryProperty.allCases.map(\.rawValue)
      case .string, .primitive, .any:
        ["length"] + StringMethod.allCases.map { "\($0.rawValue)()" }
      case .boolean, .number, .null: ["nothing"]
      }
    return error(.unknownMember(name, of: type.name, known: known), at: expression)
  }

  private func check(
    _ arguments: [Expression], count: Int, of method: String, _ expression: Expression
  ) throws(RulesError) {
    guard arguments.count == count else {
      throw error(
        .wrongArgumentCount(of: method, expected: count, found: arguments.count), at: expression)
    }
  }

  private mutating func lowerText(
    _ argument: Expression, of method: String
  ) throws(RulesError) -> Operation.Reference {
    let lowered = try lower(argument)
    guard lowered.type == .string || lowered.type.isOpen else {
      throw error(
        .wrongArgument(of: method, expected: "a string", found: lowered.type.name), at: argument)
    }
    return lowered.reference
  }

  private mutating func lowerSnapshotCall(
    _ method: SnapshotMethod, _ base: Operation.Reference, _ arguments: [Expression],
    _ expression: Expression
  ) throws(RulesError) -> Lowered {
    if method == .hasChildren { return try lowerHasChildren(base, arguments, expression) }
    let takesName = method == .child || method == .hasChild
    try check(arguments, count: takesName ? 1 : 0, of: method.rawValue, expression)
    switch method {
    case .child:
      if case .string(let text) = arguments[0].form, !text.isEmpty {
        program.paths.append(Array(Path(unchecked: text).keys))
        let path = Int32(program.paths.count - 1)
        return emit(.child(base, path: path), .snapshot, for: expression)
      }
      let name = try lowerText(arguments[0], of: method.rawValue)
      return emit(.childNamed(base, name: name), .snapshot, for: expression)
    case .parent:
      // Steps up from the rule's own location are counted here, not walked later.
      if case .location(let tree, let up) = program.operations[Int(base)] {
        return emit(.location(tree, up: up + 1), .snapshot, for: expression)
      }
      return emit(.parent(base), .snapshot, for: expression)
    case .hasChild:
      let name = try lowerText(arguments[0], of: method.rawValue)
      return emit(.hasChild(base, name: name), .boolean, for: expression)
    case .val: return emit(.value(base), .primitive, for: expression)
    case .getPriority: return emit(.priority(base), .primitive, for: expression)
    case .exists: return emit(.test(.exists, base), .boolean, for: expression)
    case .hasChildren: return emit(.test(.hasChildren, base), .boolean, for: expression)
    case .isNumber: return emit(.test(.isNumber, base), .boolean, for: expression)
    case .isString: return emit(.test(.isString, base), .boolean, for: expression)
    case .isBoolean: return emit(.test(.isBoolean, base), .boolean, for: expression)
    }
  }

  private mutating func lowerHasChildren(
    _ base: Operation.Reference, _ arguments: [Expression], _ expression: Expression
  ) throws(RulesError) -> Lowered {
    let method = SnapshotMethod.hasChildren.rawValue
    if arguments.isEmpty { return emit(.test(.hasChildren, base), .boolean, for: expression) }
    try check(arguments, count: 1, of: method, expression)
    guard case .array(let names) = arguments[0].form, !names.isEmpty else {
      let found =
        if case .array = arguments[0].form { "an empty one" } else { "something else" }
      throw error(
        .wrongArgument(of: method, expected: "an array of keys", found: found), at: arguments[0])
    }
    var references: [Operation.Reference] = []
    for name in names { references.append(try lowerText(name, of: method)) }
    let first = Int32(program.arguments.count)
    program.arguments += references
    return emit(
      .hasChildren(base, first: first, count: Int32(names.count)), .boolean, for: expression)
  }

  private mutating func lowerStringCall(
    _ method: StringMethod, _ base: Operation.Reference, _ arguments: [Expression],
    _ expression: Expression
  ) throws(RulesError) -> Lowered {
    let count =
      switch method {
      case .toLowerCase, .toUpperCase: 0
      case .contains, .beginsWith, .endsWith, .matches: 1
      case .replace: 2
      }
    try check(arguments, count: count, of: method.rawValue, expression)
    switch method {
    case .toLowerCase: return emit(.lowercased(base), .string, for: expression)
    case .toUpperCase: return emit(.uppercased(base), .string, for: expression)
    case .matches: return try lowerMatches(base, arguments[0], expression)
    case .replace:
      let old = try lowerText(arguments[0], of: method.rawValue)
      let new = try lowerText(arguments[1], of: method.rawValue)
      return emit(.replace(base, old, new), .string, for: expression)
    case .contains, .beginsWith, .endsWith:
      let other = try lowerText(arguments[0], of: method.rawValue)
      let test: Operation.TextTest =
        method == .contains ? .contains : method == .beginsWith ? .beginsWith : .endsWith
      return emit(.testText(test, base, other), .boolean, for: expression)
    }
  }

  private mutating func lowerMatches(
    _ base: Operation.Reference, _ argument: Expression, _ expression: Expression
  ) throws(RulesError) -> Lowered {
    guard case .pattern(let text, let ignoresCase) = argument.form else {
      let lowered = try lower(argument)
      guard lowered.type.isOpen else {
        throw error(
          .wrongArgument(
            of: "matches", expected: "a regular expression such as /^a+$/",
            found: lowered.type.name), at: argument)
      }
      return emit(.matchesNothing(base, lowered.reference), .boolean, for: expression)
    }
    do throws(PatternError) {
      program.patterns.append(try Pattern(text, ignoringCase: ignoresCase))
    } catch {
      // The pattern's text follows the slash; its offsets count UTF-16 units.
      let scalars = String(text.utf16.prefix(error.offset))?.unicodeScalars.count ?? 0
      throw RulesError(
        .invalidPattern(what: error.what, remedy: error.remedy),
        at: program.source.position(at: argument.range.lowerBound + 1 + scalars))
    }
    let pattern = Int32(program.patterns.count - 1)
    return emit(.matches(base, pattern: pattern), .boolean, for: expression)
  }
}
