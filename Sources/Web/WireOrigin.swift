internal import Network
internal import Simulator

/// Where the connections of a session begin.
///
/// Connections know no session: one that nobody holds any more goes on with what was begun by it, as a `URLSession` does, which
/// lives until it is invalidated. Source: Apple, `URLSession.finishTasksAndInvalidate()`.
struct WireOrigin: Sendable {
  let network: Network
  let host: NetworkHost
  /// The lane of the process on which the session works.
  let lane: Lane
  let configuration: WebSession.Configuration

  var world: World { network.world }
}
