/// A write that took effect.
///
/// A class, since one commit is handed on to many and never changes; the trees share all that the
/// write left alone.
public final class Commit: Sendable {
  /// The commit's number, from 1 on without gaps.
  public let sequence: Int
  /// The author of the write.
  package let author: Author
  /// The kind of write.
  public let kind: OperationKind
  /// The paths written, in order, each with its new value: server values are filled in.
  public let changes: [PathChange]
  /// The whole tree before.
  public let before: Node
  /// The whole tree after.
  public let after: Node
  /// The server's clock, milliseconds since 1970.
  public let serverTimeMilliseconds: Int64

  init(
    sequence: Int, author: Author, kind: OperationKind, changes: [PathChange], before: Node,
    after: Node, serverTimeMilliseconds: Int64
  ) {
    self.sequence = sequence
    self.author = author
    self.kind = kind
    self.changes = changes
    self.before = before
    self.after = after
    self.serverTimeMilliseconds = serverTimeMilliseconds
  }
}

extension Commit: CustomStringConvertible {
  /// The commit as `12: merge of /a, /b by alice#7`.
  public var description: String {
    let paths = changes.map(\.path.description).joined(separator: ", ")
    return "\(sequence): \(kind.rawValue) of \(paths) by \(author)"
  }
}
