internal import Harness
package import Simulator

extension BackendPath {
  /// The path as a run has it: with the knob `links` another way.
  ///
  /// Mildly the backend is nearer: anywhere from the operator's door to where the path ends. At the extremes it is at the door, or on
  /// the other side of the ``world``.
  package func varied(in world: World) -> BackendPath {
    guard let setting = world.setting(of: .links) else { return self }
    if setting.isExtreme { return setting.happens(0.5, "far") ? .world : .none }
    var path = self
    path.delay = delay * setting.number(in: 0...1, "way")
    path.modelledOn = nil
    return path
  }
}
