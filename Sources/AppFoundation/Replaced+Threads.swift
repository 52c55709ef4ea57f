internal import Foundation
internal import Simulator
internal import SystemSupport

/// `Thread.current` and `Thread.mainThread`, with what code keeps in their dictionaries: each launch has a main thread of its own, and
/// one that stands for all others, of which no code can say which it is on.
extension Replaced {
  private typealias Current = @convention(thin) () -> Thread
  fileprivate struct Question { let ask: () -> Bool }

  static var threads: [Interposed.Replacement] {
    let current: Current = { Replaced.currentThread }
    let main: Current = { Replaced.mainThread }
    let known = unsafe [
      Interposed.replacement("$s10Foundation6ThreadC7currentACvgZ", current, &realCurrent),
      Interposed.replacement("$s10Foundation6ThreadC04mainB0ACvgZ", main, &realMain),
    ]
    let sample = Thread.mainThread
    guard let isMain = unsafe code(of: Question(ask: sample.isMainHere), boundTo: sample)
    else { return unsafe known }
    return unsafe known + [
      Interposed.replacement(
        "$s10Foundation6ThreadC06isMainB0Sbvg", isMain, &realIsMain, methodOf: Thread.self)
    ]
  }

  /// The threads of a process.
  fileprivate final class AllThreads {
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

  private static var mainThread: Thread {
    guard let process = SimulatedProcess.asking else {
      return unsafe unsafeBitCast(Interposed.real(&realMain), to: Current.self)()
    }
    return process.singleton { AllThreads() }.main
  }
}

extension Thread {
  /// Whether the thread is the main one: of the launch whose code asks, or of the program.
  fileprivate func isMainHere() -> Bool {
    guard let process = SimulatedProcess.asking else {
      return unsafe Replaced.method(&realIsMain, of: self, as: Replaced.Question.self).ask()
    }
    return self === process.singleton { Replaced.AllThreads() }.main
  }
}

// The addresses of the library's own functions.

@exclusivity(unchecked) nonisolated(unsafe) private var realCurrent: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realMain: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realIsMain: UInt = 0
