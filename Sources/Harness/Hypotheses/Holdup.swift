internal import Simulator

/// The work of a phone that was not finished at the end of a run, and the reason, as its layers know it.
package struct Holdup: Hashable, Sendable {
  /// The phone's name.
  package let owner: String
  /// The queued writes, a line each, in order.
  package let work: [String]
  /// The obstacle in words that follow the owner's name, such as "has no network"; nil where there is none.
  package let obstacle: String?

  /// Describes the work of a phone.
  package init(owner: String, work: [String], obstacle: String?) {
    self.owner = owner
    self.work = work
    self.obstacle = obstacle
  }
}

extension World {
  /// Has a failed run ask what a phone's work waits for; of no effect unless the run is told.
  package func addHoldup(_ look: @escaping () -> Holdup?) {
    guard isTold else { return }
    record.holdups.append(look)
  }
}
