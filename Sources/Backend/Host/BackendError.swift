/// The reason why the backend cannot be set up as asked.
public enum BackendError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The rules were to change while they were in use.
  case rulesInUse(connections: Int, commits: Int)

  /// The problem and the remedy.
  public var description: String {
    switch self {
    case .rulesInUse(let connections, let commits):
      "the backend's rules cannot change after \(connections) connections and \(commits) commits: "
        + "set them before the first phone and the first write"
    }
  }
}
