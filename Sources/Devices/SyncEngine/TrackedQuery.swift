package import Backend
package import Simulator

/// What the disk keeps of a query whose data the cache may hold.
///
/// Source: firebase-ios-sdk, `FTrackedQuery`. A query that wants every child in some order is tracked as the default query of
/// its location (`FTrackedQueryManager` `normalizeQuery:`).
package struct TrackedQuery: Equatable, Sendable {
  /// The query.
  package let query: QuerySpec
  /// The number of the query, in the order in which queries were first tracked.
  package let number: Int
  /// When somebody last began or ceased to listen, in milliseconds since 1970 by the phone's clock.
  package var lastUseMilliseconds: Int64
  /// Whether somebody listens in this launch.
  package var isActive: Bool
  /// Whether all that the query wants was once in the cache.
  package var isComplete: Bool
  /// The keys that a filtered query shows, those of own writes included; empty for a default query.
  package var keys: [Key]

  init(
    _ query: QuerySpec, number: Int, lastUseMilliseconds: Int64, isActive: Bool,
    isComplete: Bool = false, keys: [Key] = []
  ) {
    self.query = query
    self.number = number
    self.lastUseMilliseconds = lastUseMilliseconds
    self.isActive = isActive
    self.isComplete = isComplete
    self.keys = keys
  }

  /// The query as it is tracked.
  static func normalized(_ query: QuerySpec) -> QuerySpec {
    query.parameters.loadsAllData ? QuerySpec(query.path) : query
  }
}

extension TrackedQuery: Digestible {
  /// Mixes in what equality compares.
  package func digest(into hash: inout StableHash) {
    query.path.digest(into: &hash)
    hash.mix(query.parameters.description)
    hash.mix(UInt64(number))
    hash.mix(lastUseMilliseconds)
    hash.mix(UInt64((isActive ? 1 : 0) + (isComplete ? 2 : 0)))
    keys.digest(into: &hash)
  }
}
