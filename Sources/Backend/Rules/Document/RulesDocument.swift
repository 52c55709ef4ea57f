/// A value in a rules file, with its place.
struct RulesDocument: Sendable {
  /// A name and its value in an object, in the order of the file.
  struct Member: Sendable {
    let name: String
    let position: SourcePosition
    let value: RulesDocument
  }

  enum Content: Sendable {
    case null
    case bool(Bool)
    case number
    case string(ExpressionSource)
    case array([RulesDocument])
    case object([Member])
  }

  let content: Content
  let position: SourcePosition

  /// The kind of the value, for a message.
  var kindName: String {
    switch content {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// A place in a rules file.
public struct SourcePosition: Sendable, Hashable, Comparable {
  /// Line, counted from 1.
  public let line: Int
  /// Column in Unicode scalars, counted from 1.
  public let column: Int

  /// The place at this line and column, both counted from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

extension SourcePosition: CustomStringConvertible {
  public var description: String { "\(line):\(column)" }
}

/// The text of one rule expression and where each of its scalars stands in the rules file.
///
/// An expression is written inside a JSON string, so escapes there shift its columns.
struct ExpressionSource: Sendable {
  let scalars: [Unicode.Scalar]
  /// One position per scalar and one for the end.
  private let positions: [SourcePosition]

  /// The decoded string with the place of every scalar, and of the end.
  init(scalars: [Unicode.Scalar], positions: [SourcePosition]) {
    precondition(positions.count == scalars.count + 1, "each scalar and the end need a position")
    self.scalars = scalars
    self.positions = positions
  }

  /// An expression that stands by itself, its first scalar at line 1, column 1.
  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    var positions: [SourcePosition] = []
    var (line, column) = (1, 1)
    for scalar in scalars {
      positions.append(SourcePosition(line: line, column: column))
      if scalar == "\n" { (line, column) = (line + 1, 1) } else { column += 1 }
    }
    positions.append(SourcePosition(line: line, column: column))
    self.positions = positions
  }

  /// The whole expression.
  var text: String { text(in: 0..<scalars.count) }

  /// The position at which the expression begins.
  var start: SourcePosition { positions[0] }

  func position(at offset: Int) -> SourcePosition { positions[min(offset, scalars.count)] }

  func text(in range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[range])
    return String(view)
  }
}
