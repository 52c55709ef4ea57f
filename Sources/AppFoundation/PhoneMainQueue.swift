internal import Foundation

/// The main operation queue of one launch: its operations run as blocks of the main queue, one after the other.
///
/// Foundation has one object for the whole program. An operation that a launch leaves behind when it ends would close that one
/// for all others, so each launch has its own. It does what Foundation's does: it cannot be suspended, and has its own name.
/// Source: swift-corelibs-foundation, `OperationQueue(asMainQueue:)`.
///
/// `@unchecked Sendable`: what it has beside Foundation's queue never changes.
final class PhoneMainQueue: OperationQueue, @unchecked Sendable {
  /// The main queue of the whole program.
  private let standing: OperationQueue

  init(inPlaceOf standing: OperationQueue) {
    self.standing = standing
    super.init()
    unsafe underlyingQueue = .main
    super.maxConcurrentOperationCount = 1
  }

  override var maxConcurrentOperationCount: Int {
    get { 1 }
    set {}
  }

  override var isSuspended: Bool {
    get { false }
    set {}
  }

  override var name: String? {
    get { standing.name }
    set {}
  }

  override func cancelAllOperations() {}

  /// Waits for the main queue as for any other: its blocks run in this step.
  override func waitUntilAllOperationsAreFinished() {
    unsafe underlyingQueue?.sync {}
    super.waitUntilAllOperationsAreFinished()
  }

  // A notification centre asks whether the queue of an observer is the current one, which for Foundation is the program's.

  override func isEqual(_ object: Any?) -> Bool {
    super.isEqual(object) || object as? OperationQueue === standing
  }

  override var hash: Int { standing.hash }
}
