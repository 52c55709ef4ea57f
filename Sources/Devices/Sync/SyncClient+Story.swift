internal import Backend
internal import Harness
internal import Network
internal import Simulator

// What the client holds, for the story of a failure.

extension SyncClient {
  /// Describes the connection, the feeds that are followed, and the operations under way, for the story of a failure; called between steps.
  nonisolated func report() -> [String] {
    inspect { client in
      let obstacle = client.connection.withValue { $0 }?.obstacle.map { ", it \($0)" } ?? ""
      let state =
        client.session.isReady ? [] : ["database connection: \(client.session.state)\(obstacle)"]
      let feeds = client.engine.serverListens.map(\.query.path.description)
      return state + client.unfinished
        + (feeds.isEmpty ? [] : ["follows " + feeds.joined(separator: ", ")])
    }
  }

  /// The queued writes and what keeps them from being sent, for the story of a failure; called between steps.
  ///
  /// - Parameter owner: The phone's name.
  nonisolated func holdup(of owner: String) -> Holdup {
    inspect { client in
      var obstacle = client.connection.withValue { $0 }?.obstacle
      if obstacle == nil, !client.session.isReady {
        obstacle = "has a new connection, on which it is \(client.session.phase.rawValue)"
      }
      return Holdup(
        owner: owner, work: client.engine.pendingWrites.map(\.request.summary), obstacle: obstacle)
    }
  }
}
