public import Simulator

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

/// An operation that the server did not carry out.
package struct Refusal: Sendable {
  /// The reason for which the server refused an operation.
  package enum Cause: Sendable {
    /// The security rules speak against it.
    case rules(RuleRefusal)
    /// The location no longer has the hash that the write was made for.
    case dataStale
    /// A `get` orders by what has no index; the text says which to add.
    case indexNotDefined(String)
    /// The data, the paths or the query are none that the platform takes.
    case invalid(String)
  }

  /// The author of the operation.
  package let author: Author
  /// The kind of operation.
  package let kind: OperationKind
  /// The locations it was about.
  package let paths: [Path]
  /// The reason for the refusal.
  package let cause: Cause

  /// The status that the client is answered; of a refusal by rules it tells neither which rule nor why.
  package var status: ResponseStatus {
    switch cause {
    case .rules: .permissionDenied
    case .dataStale: .dataStale
    case .indexNotDefined(let index): .indexNotDefined(index)
    case .invalid(let problem): .invalid(problem)
    }
  }
}

extension Refusal: CustomStringConvertible {
  /// The operation, the reason for its refusal, and for rules the values that decided.
  package var description: String {
    let reason =
      switch cause {
      case .rules(let refusal): refusal.description
      case .dataStale: "the data has changed meanwhile"
      case .indexNotDefined(let index): "it has no index: \(index)"
      case .invalid(let problem): problem
      }
    let places = paths.map(\.description).joined(separator: ", ")
    return "\(kind.rawValue) of \(places) by \(author): \(reason)"
  }
}

extension Commit: Digestible {
  public func digest(into hash: inout StableHash) {
    hash.mix(UInt64(sequence))
    hash.mix(serverTimeMilliseconds)
    author.digest(into: &hash)
    hash.mix(kind.rawValue)
    changes.digest(into: &hash)
  }
}

extension Refusal: Digestible {
  public func digest(into hash: inout StableHash) {
    author.digest(into: &hash)
    hash.mix(kind.rawValue)
    for path in paths { hash.mix(path.contentHash) }
    switch cause {
    case .rules(let refusal): refusal.digest(into: &hash)
    case .dataStale: hash.mix(UInt64(1))
    case .indexNotDefined(let index): hash.mix(index)
    case .invalid(let problem): hash.mix(problem)
    }
  }
}

extension Author {
  func digest(into hash: inout StableHash) {
    switch self {
    case .client(let connection, let uid):
      hash.mix(UInt64(connection.number))
      hash.mix(UInt64(uid == nil ? 0 : 1))
      hash.mix(uid ?? "")
    case .administrator(let name):
      hash.mix(name)
    }
  }
}
