/// Writes of a phone that are to be refused, whatever the rules say.
struct PlannedRefusal: Sendable {
  /// The name of the phone.
  let phone: String
  /// The number of writes that are still to be refused.
  var count: Int
  /// A condition that picks the writes.
  let matches: @Sendable (ClientRequest) -> Bool
}

extension ClientRequest {
  /// The locations that a write is about; none for other requests.
  var paths: [Path] {
    switch self {
    case .put(let path, _, _): [path]
    case .merge(let path, let changes): changes.map { path.appending($0.path) }
    case .authenticate, .listen, .unlisten, .onDisconnect: []
    }
  }
}
