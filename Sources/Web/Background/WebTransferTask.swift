internal import Foundation
internal import Simulator

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A task of a background session, as `URLSessionUploadTask` and `URLSessionDownloadTask`.
///
/// The phone's system carries it out from ``resume()`` on, and goes on when the app is suspended or ended.
public final class WebTransferTask: Sendable {
  struct Facts: Sendable {
    var description: String?
    var state = URLSessionTask.State.suspended
    var response: URLResponse?
    var error: (any Error)?
  }

  /// The number of the task, unique in its session, also beyond a launch.
  public let taskIdentifier: Int
  /// The request with which it was made.
  public let originalRequest: URLRequest?
  /// The session's; nil for a task that nobody carries out.
  private let transfers: WebTransfers?
  private let cookies: CookieStore
  private let facts: WorldBound<Facts>

  init(
    _ transfer: WebTransfer, of transfers: WebTransfers?, cookies: CookieStore, in world: World
  ) {
    taskIdentifier = transfer.number
    originalRequest = transfer.request
    self.transfers = transfers
    self.cookies = cookies
    let state = transfer.isRunning ? URLSessionTask.State.running : .suspended
    facts = WorldBound(Facts(description: transfer.description, state: state), in: world)
  }

  /// The app's own words, which the next launch finds as well.
  public var taskDescription: String? {
    get { facts.withValue { $0.description } }
    set {
      facts.withValue { $0.description = newValue }
      transfers?.setDescription(newValue, of: taskIdentifier)
    }
  }

  /// Whether it is under way or over.
  public var state: URLSessionTask.State { facts.withValue { $0.state } }

  /// The response, once the task is over.
  public var response: URLResponse? { facts.withValue { $0.response } }

  /// The error, once the task is over.
  public var error: (any Error)? { facts.withValue { $0.error } }

  /// Begins the task.
  ///
  /// One that is begun behind the screen is discretionary: it may wait. Source: Apple, `URLSessionConfiguration.isDiscretionary`.
  public func resume() {
    guard facts.withValue({ $0.state == .suspended }) else { return }
    facts.withValue { $0.state = .running }
    transfers?.resume(taskIdentifier, with: cookies.all)
  }

  /// Ends the task with `URLError.cancelled`.
  public func cancel() {
    guard facts.withValue({ $0.state != .completed }) else { return }
    facts.withValue { $0.state = .canceling }
    transfers?.fail(taskIdentifier, URLFailure.error(.cancelled, for: originalRequest?.url))
  }

  /// It is over.
  func complete(_ response: URLResponse?, _ error: (any Error)?) {
    facts.withValue { facts in
      facts.state = .completed
      facts.response = response
      facts.error = error
    }
  }
}
