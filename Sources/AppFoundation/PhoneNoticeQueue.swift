internal import Foundation
internal import Simulator

/// `NotificationQueue.default` of a launch: it posts to the launch's centre, what may wait in a later step of the main lane.
///
/// No run loop is ever idle or at its end here, so `asap` and `whenIdle` are the same and their modes are not looked at; ours. The
/// library keeps each queue for ever (swift-corelibs-foundation, `NotificationQueue.registerQueue(_:)`), so this one holds neither
/// the launch nor its centre.
final class PhoneNoticeQueue: NotificationQueue {
  /// `@unchecked Sendable`: the queue is touched on the thread that drives the world. The library's class may not be sent.
  private struct Reference: @unchecked Sendable {
    weak var queue: PhoneNoticeQueue?
  }

  private weak var process: SimulatedProcess?
  private weak var centre: NotificationCenter?
  private var waiting: [Notification] = []

  init(of process: SimulatedProcess, to centre: NotificationCenter) {
    self.process = process
    self.centre = centre
    // The centre of the library's own is never posted to.
    super.init(notificationCenter: NotificationCenter())
  }

  override func enqueue(
    _ notification: Notification, postingStyle: PostingStyle, coalesceMask: NotificationCoalescing,
    forModes modes: [RunLoop.Mode]?
  ) {
    if !coalesceMask.isEmpty {
      dequeueNotifications(matching: notification, coalesceMask: coalesceMask)
    }
    guard postingStyle != .now else {
      centre?.post(notification)
      return
    }
    waiting.append(notification)
    // Where some were taken out there is a step too many, which finds none.
    let own = Reference(queue: self)
    process?.mainLane.post { own.queue?.postFirst() }
  }

  override func dequeueNotifications(
    matching notification: Notification, coalesceMask: NotificationCoalescing
  ) {
    let sender = notification.object as AnyObject?
    waiting.removeAll { other in
      (!coalesceMask.contains(.onName) || other.name == notification.name)
        && (!coalesceMask.contains(.onSender) || other.object as AnyObject? === sender)
    }
  }

  private func postFirst() {
    if !waiting.isEmpty { centre?.post(waiting.removeFirst()) }
  }
}
