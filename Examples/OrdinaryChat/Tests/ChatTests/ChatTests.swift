import RehearsalTesting

// The plugin makes a test of each scenario. `swift test --filter killed` plays one.
extension Rehearsals {
  static var seeds: Int { 3 }
}
