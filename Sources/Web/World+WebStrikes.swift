internal import Harness
internal import Network
internal import Simulator

extension World {
  /// Lets an event of a host happen that has to do with the web: faults from the seed may strike at it, before or behind, and one that
  /// strikes before may be the end of whoever the event belongs to.
  ///
  /// Called within the step of the event.
  func pass(_ point: StrikePoint, of host: NetworkHost, _ event: () -> Void) {
    guard let nemesis else { return event() }
    let due = nemesis.counter(of: point, at: host.name).arrive()
    if due?.strikeBefore() == true { return }
    event()
    due?.strikeAfter()
  }
}
