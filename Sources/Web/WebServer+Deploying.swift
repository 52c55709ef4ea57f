internal import Network
internal import Simulator

extension WebServer {
  /// Rolls a new build out: one instance after another retires, ends and starts again.
  ///
  /// An instance that retires takes no new connections and closes those it has: sockets with the code 1001 ("going away"), a
  /// request once it is answered, and one of HTTP/2 behind all its answers, with GOAWAY at once. What is not over when `grace` has
  /// passed is reset. With one instance nobody answers meanwhile.
  /// (So do Kubernetes' rolling updates: SIGTERM, `terminationGracePeriodSeconds`, SIGKILL.)
  ///
  /// - Parameters:
  ///   - grace: How long an instance may take over what is under way.
  ///   - duration: How long an instance is down.
  /// - Throws: Where the world ends meanwhile.
  public func deploy(
    grace: Duration = .seconds(30), downFor duration: Duration = .seconds(1)
  ) async throws {
    let world = network.world
    for instance in 0..<instanceCount where isRunning(instance: instance) {
      retire(instance: instance)
      let deadline = world.now.advanced(by: grace)
      while !isIdle(instance: instance), world.now < deadline {
        try await world.sleep(for: Self.look)
      }
      crash(instance: instance)
      try await world.sleep(for: duration)
      try? boot(instance: instance)
    }
  }

  /// How often a deployment looks whether an instance has come to its end.
  private static var look: Duration { .milliseconds(100) }
}
