/// An operation that the server did not carry out.
public struct Refusal: Sendable {
  /// Why.
  public enum Cause: Sendable {
    /// The security rules speak against it.
    case rules(RuleRefusal)
    /// The location no longer has the hash that the write was made for.
    case dataStale
    /// The data, the paths or the query are none that the platform takes.
    case invalid(String)
  }

  /// Whose operation it was.
  package let author: Author
  /// What it was.
  public let kind: OperationKind
  /// The locations it was about.
  public let paths: [Path]
  /// Why it was refused.
  public let cause: Cause

  /// What the client is answered: that the rules spoke against it, and not which or why.
  public var status: ResponseStatus {
    switch cause {
    case .rules: .permissionDenied
    case .dataStale: .dataStale
    case .invalid(let problem): .invalid(problem)
    }
  }
}

extension Refusal: CustomStringConvertible {
  /// Which operation it was, why it was refused, and for rules the values that decided.
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
