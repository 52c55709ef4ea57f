/// The world that something belongs to which it owns, such as its journal.
///
/// `@unchecked Sendable`: it is set while its world is made and unmade, when nobody else has it.
@safe final class WorldOwner: @unchecked Sendable {
  @safe @exclusivity(unchecked)
  private var place: Unmanaged<World>?

  init() {}

  /// The world; nil where there is none yet or no longer.
  var world: World? {
    get { unsafe place?.takeUnretainedValue() }
    set { unsafe place = newValue.map { unsafe Unmanaged.passUnretained($0) } }
  }

  /// Whether the calling code plays the world's run, or the world is not driven and its run has not begun.
  @inline(__always)
  func mayWrite(_ action: @autoclosure () -> String) -> Bool {
    guard let place else { return true }
    return unsafe place._withUnsafeGuaranteedRef { $0.isDriving || $0.isFurnishable(action()) }
  }

  /// Tells of a reader from a thread that does not play the run.
  @inline(__always)
  func checkReader(_ action: @autoclosure () -> String) {
    guard let place else { return }
    unsafe place._withUnsafeGuaranteedRef { world in
      if !world.isDriving { world.refuseReader(action()) }
    }
  }
}
