internal import Foundation
internal import Simulator
internal import SystemSupport

/// `Thread.current`, with what code keeps in its dictionary: each launch has a main thread of its own, and one that stands for all
/// others, of which no code can say which it is on.
extension Replaced {
  private typealias Current = @convention(thin) () -> Thread

  static var threads: [Interposed.Replacement] {
    let current: Current = { Replaced.currentThread }
    return unsafe [
      Interposed.replacement("$s10Foundation6ThreadC7currentACvgZ", current, &realCurrent)
    ]
  }

  /// The threads of a process.
  private final class AllThreads {
    // Threads that nobody starts. The class of the library cannot be given a subclass outside of it.
    let (main, other) = World.allowingRealWorld { (Thread(), Thread()) }
  }

  private static var currentThread: Thread {
    guard let process = SimulatedProcess.asking else {
      return unsafe unsafeBitCast(Interposed.real(&realCurrent), to: Current.self)()
    }
    let threads = process.singleton { AllThreads() }
    return process.isOnMainLane ? threads.main : threads.other
  }
}

/// The address of the library's own function.
@exclusivity(unchecked) nonisolated(unsafe) private var realCurrent: UInt = 0
