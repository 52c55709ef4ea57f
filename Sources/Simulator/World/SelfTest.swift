internal import Synchronization

/// Checks at start that this Swift runtime does what determinism depends on.
public enum SelfTest {
  /// A fault that the self-test found in the runtime.
  public struct Fault: Error, CustomStringConvertible {
    /// The expectation that did not hold.
    public let reason: String
    public var description: String {
      """
      the self-test of the simulator failed: \(reason). Rehearsal needs the Swift 6.3 runtime, whose \
      hooks it uses to run every task on virtual time; run it with a Swift 6.3 toolchain
      """
    }
  }

  /// Runs a tiny world in which every road to an executor is taken once.
  ///
  /// - Throws: ``Fault`` naming the first road that leads out of the world.
  public static func run() throws(Fault) {
    if let hook = RuntimeHooks.missing { throw Fault(reason: "the runtime has no \(hook)") }
    let world = World(seed: 1)
    let trace = WorldBound<[String]>([], in: world)
    let verdict = world.run {
      await Task { trace.withValue { $0.append("task") } }.value
      await Task.detached { trace.withValue { $0.append("detached") } }.value
      await withTaskGroup(of: Void.self) { group in
        group.addTask { trace.withValue { $0.append("group") } }
      }
      try await world.clock.sleep(for: .hours(1))
      await MainActor.run { trace.withValue { $0.append("main") } }
    }
    guard case .passed = verdict else { throw Fault(reason: "a plain world ended as \(verdict)") }
    guard world.now == Instant.zero.advanced(by: .hours(1)) else {
      throw Fault(reason: "an hour's sleep ended at \(world.now)")
    }
    let steps = Ambient.drive(world) { trace.withValue { $0 } }
    guard steps == ["task", "detached", "group", "main"] else {
      throw Fault(reason: "the roads taken were \(steps)")
    }
  }
}
