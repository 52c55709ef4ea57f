import Harness
import Simulator

/// What an app keeps once for all phones of a simulation.
@MainActor
private final class Cache {
  static let shared = Cache()
  private var names: [String] = []

  func add(_ name: String) -> Int {
    names.append(name)
    return names.count
  }
}

@MainActor
private enum Launches {
  static var harmless = 0
  /// Lazy, and the same for all.
  static var limits = ["Alice", "Bob"].map { $0.count + 1 }
}

/// Scenarios of two launches, whose code shares what it should not, or does not.
enum StaticsMisbehaviour {
  static let shares = Scenario("two launches share a cache", tags: "statics") {
    (stage: BareWorld) in
    await launch(["Alice", "Bob"], in: stage.world) { name in
      Launches.harmless += Launches.limits[0]
      return "has \(Cache.shared.add(name)) in its cache"
    }
  }

  static let owns = Scenario("two launches have a cache each", tags: "statics") {
    (stage: BareWorld) in
    await launch(["Alice", "Bob"], in: stage.world) { name in
      Launches.harmless += Launches.limits[0]
      return "has \(Cache().add(name)) in its cache"
    }
  }

  private static func launch(
    _ names: [String], in world: World, _ body: @escaping @MainActor (String) -> String
  ) async {
    let tasks = names.map { name in
      let process = SimulatedProcess(name: name, mainLane: world.lane("\(name)/main"))
      return process.mainLane.spawn {
        for _ in 1...3 {
          try? await world.sleep(for: .seconds(1))
          let text = await body(name)
          world.journal.record(JournalNote(.screen, text), about: JournalSource(name))
        }
      }
    }
    for task in tasks { await task.value }
  }
}
