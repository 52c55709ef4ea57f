extension Program {
  /// Whether the rule looks at the database.
  var looksAtData: Bool { looksAtData(root) }

  /// Whether an operation looks at the database, directly or by an operand.
  func looksAtData(_ reference: Operation.Reference) -> Bool { dataLookers[Int(reference)] }

  /// The operations that an operation takes its operands from.
  func operands(of reference: Operation.Reference) -> [Operation.Reference] {
    operations[Int(reference)].operands(among: arguments)
  }

  /// Finds, once for each program, which operations look at the database.
  static func dataLookers(in draft: ProgramDraft) -> [Bool] {
    var lookers: [Bool] = []
    for operation in draft.operations {
      switch operation {
      case .root, .location: lookers.append(true)
      default:
        // An operation is compiled after those that it takes its operands from.
        let operands = operation.operands(among: draft.arguments)
        lookers.append(operands.contains { lookers[Int($0)] })
      }
    }
    return lookers
  }
}

extension Operation {
  /// The operations that an operation takes its operands from.
  ///
  /// - Parameter arguments: the lists of operands of the program.
  func operands(among arguments: [Reference]) -> [Reference] {
    switch self {
    case .null, .bool, .number, .string, .capture, .now, .auth, .authUID, .query, .wholeQuery,
      .root, .location:
      []
    case .member(let base, _), .child(let base, _), .parent(let base), .value(let base),
      .priority(let base), .test(_, let base), .length(let base), .lowercased(let base),
      .uppercased(let base), .matches(let base, _), .not(let base), .negate(let base):
      [base]
    case .element(let left, let right), .childNamed(let left, let right),
      .hasChild(let left, let right), .testText(_, let left, let right),
      .matchesNothing(let left, let right), .and(let left, let right), .or(let left, let right),
      .add(let left, let right), .calculate(_, let left, let right),
      .equal(let left, let right, _), .compare(_, let left, let right):
      [left, right]
    case .replace(let a, let b, let c), .choose(let a, let b, let c): [a, b, c]
    case .hasChildren(let base, let first, let count):
      [base] + arguments[Int(first)..<Int(first + count)]
    }
  }
}
