internal import Harness
internal import Network
internal import Simulator

extension World {
  /// Lets an event of a host happen that has to do with the web, within the faults that strike at it.
  ///
  /// Called within the step of the event.
  func pass(_ point: StrikePoint, of host: NetworkHost, _ event: () -> Void) {
    (nemesis?.counter(of: point, at: host.name)).pass(event)
  }
}
