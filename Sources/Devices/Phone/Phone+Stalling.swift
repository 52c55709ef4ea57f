internal import Simulator

// An app whose main actor waits for a slow disk.

extension Phone {
  /// Keeps the app's main actor waiting, as a commit to a slow disk does.
  ///
  /// The step that commits is the last for that long; what it does behind the commit still happens in it.
  nonisolated func stallApp(for latency: Duration) {
    guard let app = running.withValue({ $0 })?.app else { return }
    app.lane.freeze()
    let until = stalledUntil.withValue { until in
      until = max(until, world.now).advanced(by: latency)
      return until
    }
    tellObservers { $0.wait(until) }
    post { phone in
      phone.world.explain(Wait(.disk, at: phone.name, "a commit to a slow disk"))
      phone.schedule(at: until) { phone in
        // An app that is to be suspended once it has heard that it left the screen has still to hear it.
        guard phone.stalledUntil.withValue({ $0 }) == until,
          phone.runningProcess?.machine?.isStandingStill == false
        else { return }
        app.lane.thaw()
      }
    }
  }

  /// Lets the suspended process go on, but for a main actor that waits for the disk.
  func resumeProcess() {
    runningProcess?.machine?.resume()
    if stalledUntil.withValue({ $0 }) > world.now { runningApp?.lane.freeze() }
  }
}
