import RehearsalTesting

// The plugin makes a test of each scenario. `swift test --filter removed` plays one.
extension Rehearsals {
  static var seeds: Int { 3 }
}
