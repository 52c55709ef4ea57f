internal import Simulator

// An app whose main actor waits for a slow disk.

extension Phone {
  /// Keeps the app's main actor waiting, as a commit to a slow disk does.
  ///
  /// The step that commits is the last for that long; what it does behind the commit still happens in it. A process that is to
  /// be suspended meanwhile is so behind the wait, since its main actor has to hear first that the app left the screen.
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
        guard phone.stalledUntil.withValue({ $0 }) == until else { return }
        app.lane.thaw()
      }
    }
  }
}
