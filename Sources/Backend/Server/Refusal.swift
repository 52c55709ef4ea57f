/// An operation that the server did not carry out.
public struct Refusal: Sendable {
  /// The reason for a refusal.
  public enum Cause: Sendable {
    /// The security rules speak against it.
    case rules(RuleRefusal)
    /// The location no longer has the hash that the write was made for.
    case dataStale
    /// The data, the paths or the query are none that the platform takes.
    case invalid(String)
  }

  /// The author of the operation.
  package let author: Author
  /// The kind of operation.
  public let kind: OperationKind
  /// The locations it was about.
  public let paths: [Path]
  /// The reason for the refusal.
  public let cause: Cause

  /// The status that the client is answered; of a refusal by rules it tells neither which rule nor why.
  public var status: ResponseStatus {
    switch cause {
    case .rules: .permissionDenied
    case .dataStale: .dataStale
    case .invalid(let problem): .invalid(problem)
    }
  }
}

extension Refusal: CustomStringConvertible {
  /// The operation, the reason for its refusal, and for rules the values that decided.
  public var description: String {
    let reason =
      switch cause {
      case .rules(let refusal): refusal.description
      case .dataStale: "the data has changed meanwhile"
      case .invalid(let problem): problem
      }
    let places = paths.map(\.description).joined(separator: ", ")
    return "\(kind.rawValue) of \(places) by \(author): \(reason)"
  }
}
