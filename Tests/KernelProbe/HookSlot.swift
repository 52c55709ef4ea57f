import Foundation
import Synchronization

/// The variable of the runtime that another library would assign to.
///
/// `@unchecked Sendable`: an address that never changes.
@safe struct HookSlot: @unchecked Sendable {
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  private static let count = Atomic<Int>(0)
  private static let onMain = Atomic<Bool>(false)
  /// How often the hook of the other library was called.
  static var calls: Int { count.load(ordering: .relaxed) }
  /// Whether it was called on the main thread, which drives the worlds.
  static var wasWorldThread: Bool { onMain.load(ordering: .relaxed) }

  private let variable: UnsafeMutablePointer<UInt>

  init() {
    let name = "swift_task_enqueueGlobal_hook"
    unsafe variable = dlsym(nil, name)!.assumingMemoryBound(to: UInt.self)
  }

  func load() -> UInt { unsafe variable.pointee }

  func store(_ hook: UInt) { unsafe variable.pointee = hook }

  /// A hook that another library would put there: it counts and passes on.
  var thief: UInt {
    let hook: Hook = { job, original in
      HookSlot.count.add(1, ordering: .relaxed)
      if Thread.isMainThread { HookSlot.onMain.store(true, ordering: .relaxed) }
      original(job)
    }
    return unsafe unsafeBitCast(hook, to: UInt.self)
  }
}
