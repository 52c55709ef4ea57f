/// A compiled rule expression.
struct Program: Sendable {
  var operations: [Operation] = []
  /// Where each operation stands in the source.
  var ranges: [Range<Int>] = []
  var strings: [String] = []
  var paths: [[Key]] = []
  var arguments: [Operation.Reference] = []
  var patterns: [Pattern] = []
  /// The operation that gives the rule's answer.
  var root: Operation.Reference = 0
  let source: ExpressionSource

  init(source: ExpressionSource) { self.source = source }

  /// The source text of an operation.
  func text(of reference: Operation.Reference) -> String {
    source.text(in: ranges[Int(reference)])
  }
}
