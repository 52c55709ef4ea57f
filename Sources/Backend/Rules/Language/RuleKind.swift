/// The rules that decide about operations.
public enum RuleKind: String, Sendable, Hashable {
  case read = ".read"
  case write = ".write"
  case validate = ".validate"

  /// The variables that such a rule knows besides captures.
  ///
  /// Source: Firebase documentation, "Firebase Database Security Rules API".
  var variables: [String] {
    switch self {
    case .read: ["auth", "data", "now", "query", "root"]
    case .write, .validate: ["auth", "data", "newData", "now", "root"]
    }
  }
}
