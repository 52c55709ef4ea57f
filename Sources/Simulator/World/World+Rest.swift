// Moments at which a world rests: what must be true then is looked at from outside of all that happens in it.

extension World {
  /// The time without a step for which a world counts as resting, in nanoseconds: one second, longer than a step of any
  /// conversation between two hosts takes on a usable link.
  static let restNanoseconds: Int64 = 1_000_000_000

  /// Has somebody look at the world whenever it comes to rest: nothing is ready to run, and nothing will be for a second
  /// or more, or nothing is left to do but background timers.
  ///
  /// The watcher is called between two steps and must change nothing but what is its own; it may end the run. So the run
  /// is the same as without it.
  package func watchRest(_ look: @escaping () -> Void) {
    guard isFurnishable("a watcher of moments of rest was added") else { return }
    restWatchers.append(look)
  }

  @inline(never)
  func lookAtRest() {
    for look in restWatchers where reachedVerdict == nil { look() }
  }
}
