/// One small change of the program, as an edit of its text that is switched on when the program runs.
struct Mutant {
  /// The file, relative to the root of the package.
  let file: String
  /// The line of its place, from 1.
  let line: Int
  /// The declaration around it, such as `ChatModel.send`.
  let declaration: String
  /// The kind of change.
  let kind: Kind
  /// The text at its place and the text that stands for the change, in one line each.
  let before: String
  let after: String
  /// The number among those of its declaration that have the same kind, text and change; from 0.
  var ordinal = 0
  /// What to do with the text of the file.
  let edit: Edit

  /// The kinds of changes.
  enum Kind: String {
    case conditionNegated = "condition negated"
    case bindingRefused = "binding refused"
    case operandDropped = "operand dropped"
    case boundaryMoved = "boundary moved"
    case resultNegated = "result negated"
    case signTurned = "sign turned"
    case constantChanged = "constant changed"
    case caseChanged = "case changed"
    case statementDropped = "statement dropped"
    case argumentsSwapped = "arguments swapped"
    case clauseDropped = "clause of a rule dropped"
    case loopSkipped = "loop skipped"
    case fallbackTaken = "fallback taken"
    case endSwapped = "end swapped"
    case passageDropped = "passage dropped"
    case resultEmptied = "result emptied"
    case textChanged = "text changed"
  }

  /// Texts around a range of bytes, and at most one range inside that is replaced. `§` stands for the mutant's number.
  struct Edit {
    let range: Range<Int>
    var prefix = ""
    var suffix = ""
    var replaced: Range<Int>? = nil
    var replacement = ""
  }

  /// The name that stays the same when lines move.
  var key: String {
    "\(file) | \(declaration) | \(kind.rawValue) | \(before) => \(after) | \(ordinal)"
  }
}
