internal import Foundation
internal import Simulator
internal import SystemSupport

// The main operation queue, of which each launch has its own. Other operation queues are Foundation's: it gives their operations
// to queues of Dispatch, as steps of the launch, and waits for their end by a condition (`Interposed`).

extension Replaced {
  static var operations: [Interposed.Replacement] {
    let main: MainQueue = { Replaced.mainQueue }
    let current: CurrentQueue = { Replaced.currentQueue }
    return unsafe [
      Interposed.replacement("$s10Foundation14OperationQueueC4mainACvgZ", main, &realMain),
      Interposed.replacement(
        "$s10Foundation14OperationQueueC7currentACSgvgZ", current, &realCurrent),
    ]
  }

  fileprivate typealias MainQueue = @convention(thin) () -> OperationQueue
  fileprivate typealias CurrentQueue = @convention(thin) () -> OperationQueue?

  private static var mainQueue: OperationQueue {
    let standing = unsafe unsafeBitCast(Interposed.real(&realMain), to: MainQueue.self)()
    guard let process = SimulatedProcess.asking else { return standing }
    return process.singleton { World.allowingRealWorld { PhoneMainQueue(inPlaceOf: standing) } }
  }

  private static var currentQueue: OperationQueue? {
    if SimulatedProcess.asking?.isOnMainLane == true { return mainQueue }
    return unsafe unsafeBitCast(Interposed.real(&realCurrent), to: CurrentQueue.self)()
  }
}

@exclusivity(unchecked) nonisolated(unsafe) private var realMain: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realCurrent: UInt = 0
