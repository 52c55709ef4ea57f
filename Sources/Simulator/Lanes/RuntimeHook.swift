internal import Synchronization
internal import SystemSupport

/// One variable of the Swift runtime that holds a function to be called in place of the runtime's own.
///
/// The variable belongs to nobody: it is read and written as one atomic word, since other threads call through it and
/// other libraries assign to it.
///
/// `@unchecked Sendable`: the address never changes, and what is kept is atomic.
@safe final class RuntimeHook: @unchecked Sendable {
  /// The variable's name.
  let name: String
  private let variable: UnsafeMutablePointer<Atomic<UInt>>?
  private let ours = Atomic<UInt>(0)
  private let before = Atomic<UInt>(0)

  init(_ name: String) {
    self.name = name
    unsafe variable = DynamicLinker.symbol(name)?.assumingMemoryBound(to: Atomic<UInt>.self)
  }

  /// Whether this runtime has the hook.
  var exists: Bool { unsafe variable != nil }

  /// The function that is called where ours is not meant; nil where there was none.
  var former: UInt? {
    let former = before.load(ordering: .acquiring)
    return former == 0 ? nil : former
  }

  /// Says what is put in place.
  ///
  /// - Parameter store: Writes the function to the place that it is given.
  func define(_ store: (UnsafeMutableRawPointer) -> Void) {
    var word: UInt = 0
    unsafe withUnsafeMutableBytes(of: &word) { unsafe store($0.baseAddress!) }
    ours.store(word, ordering: .releasing)
  }

  private var present: UInt { unsafe variable!.pointee.load(ordering: .acquiring) }

  /// Puts ours in place and remembers what was there.
  func take() {
    let (present, ours) = (present, ours.load(ordering: .relaxed))
    guard present != ours else { return }
    before.store(present, ordering: .releasing)
    unsafe variable!.pointee.store(ours, ordering: .releasing)
  }

  /// Puts back what was there before, unless somebody else is there by now.
  func giveBack() {
    if present == ours.load(ordering: .relaxed) {
      unsafe variable!.pointee.store(before.load(ordering: .relaxed), ordering: .releasing)
    }
    before.store(0, ordering: .releasing)
  }

  /// A description, for an error, of the code that has taken or reset the hook; nil where the hook is ours.
  var thief: String? {
    let present = present
    guard present != ours.load(ordering: .relaxed) else { return nil }
    let deed =
      present == 0
      ? """
      reset to nil, as a library does that had it for a while (swift-concurrency-extras on leaving \
      withMainSerialExecutor)
      """
      : "taken by \(Self.owner(of: present))"
    return """
      \(name), the hook of the Swift runtime by which every task of a world runs on virtual time, was \(deed) during \
      the run, so that tasks may have run outside of it. A world runs tasks one at a time by itself: leave out such \
      helpers while one is driven. The hook has been put back
      """
  }

  /// The image that a function belongs to, and the function's name where the image tells it.
  private static func owner(of function: UInt) -> String {
    guard let place = unsafe UnsafeRawPointer(bitPattern: function),
      let image = unsafe RealWorld.image(of: place)
    else { return "code of unknown origin" }
    guard let function = unsafe RealWorld.function(at: place) else { return image }
    return "\(image) (\(function))"
  }
}
