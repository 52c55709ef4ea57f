public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Hears of a session's WebSockets, and of the tasks of a background session, by the names that `URLSessionDelegate` and its descendants
/// have.
///
/// It is called on the session's delegate queue, each time in a step of its own, also in a launch after the one that began a
/// task. What it does not implement does nothing.
public protocol WebSessionDelegate: AnyObject, Sendable {
  /// A download has come. The file goes when the call returns: the delegate moves it, or opens it.
  ///
  /// Source: Apple, `URLSessionDownloadDelegate.urlSession(_:downloadTask:didFinishDownloadingTo:)`.
  func urlSession(
    _ session: WebSession, downloadTask: WebTransferTask, didFinishDownloadingTo location: URL)

  /// A part of a download has come; told to an app that runs. The expected size is -1 where the server tells none.
  ///
  /// Source: Apple, `urlSession(_:downloadTask:didWriteData:totalBytesWritten:totalBytesExpectedToWrite:)`.
  func urlSession(
    _ session: WebSession, downloadTask: WebTransferTask, didWriteData bytesWritten: Int64,
    totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64)

  /// The body of the response to an upload, in one piece, which is ours.
  ///
  /// Source: Apple, `URLSessionDataDelegate.urlSession(_:dataTask:didReceive:)`.
  func urlSession(_ session: WebSession, dataTask: WebTransferTask, didReceive data: Data)

  /// A task has ended: a server's refusal is no error, and stands in the task's response.
  ///
  /// Source: Apple, `URLSessionTaskDelegate.urlSession(_:task:didCompleteWithError:)`.
  func urlSession(
    _ session: WebSession, task: WebTransferTask, didCompleteWithError error: (any Error)?)

  /// Everything is told for which the system has resumed or launched the app.
  ///
  /// Source: Apple, `URLSessionDelegate.urlSessionDidFinishEvents(forBackgroundURLSession:)`.
  func urlSessionDidFinishEvents(forBackgroundURLSession session: WebSession)

  /// A WebSocket is open; the name is that of the protocol that the server has chosen, nil where it has named none.
  ///
  /// Source: Apple, `URLSessionWebSocketDelegate.urlSession(_:webSocketTask:didOpenWithProtocol:)`.
  func urlSession(
    _ session: WebSession, webSocketTask: WebSocketTask, didOpenWithProtocol name: String?)

  /// The server has closed a WebSocket.
  ///
  /// Source: Apple, `URLSessionWebSocketDelegate.urlSession(_:webSocketTask:didCloseWith:reason:)`.
  func urlSession(
    _ session: WebSession, webSocketTask: WebSocketTask,
    didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?)
}

extension WebSessionDelegate {
  public func urlSession(
    _ session: WebSession, downloadTask: WebTransferTask, didFinishDownloadingTo location: URL
  ) {}

  public func urlSession(
    _ session: WebSession, downloadTask: WebTransferTask, didWriteData bytesWritten: Int64,
    totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
  ) {}

  public func urlSession(
    _ session: WebSession, dataTask: WebTransferTask, didReceive data: Data
  ) {}

  public func urlSession(
    _ session: WebSession, task: WebTransferTask, didCompleteWithError error: (any Error)?
  ) {}

  public func urlSessionDidFinishEvents(forBackgroundURLSession session: WebSession) {}

  public func urlSession(
    _ session: WebSession, webSocketTask: WebSocketTask, didOpenWithProtocol name: String?
  ) {}

  public func urlSession(
    _ session: WebSession, webSocketTask: WebSocketTask,
    didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
  ) {}
}

extension WebSession {
  /// The queue on which a session calls its delegate.
  public enum DelegateQueue: Sendable, Hashable {
    /// The main queue, where the main actor's code runs.
    case main
  }
}
