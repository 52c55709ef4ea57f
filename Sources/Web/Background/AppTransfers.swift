internal import Devices
internal import Foundation
internal import Simulator

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The part of one launch of an app in the tasks of its background session: makes them, and tells the delegate of them.
final class AppTransfers: Sendable {
  let transfers: WebTransfers
  private let delegate: (any WebSessionDelegate)?
  private let queue: WebSession.DelegateQueue?
  private let tasks: WorldBound<[Int: WebTransferTask]>

  init(
    _ transfers: WebTransfers, _ delegate: (any WebSessionDelegate)?,
    on queue: WebSession.DelegateQueue?, in world: World
  ) {
    self.transfers = transfers
    self.delegate = delegate
    self.queue = queue
    tasks = WorldBound([:], in: world)
  }

  /// Has the delegate hear of everything from now on, until the launch ends, which keeps the session alive as well.
  func connect(_ session: WebSession) {
    guard let delegate else { return }
    let process = session.process
    let lane = queue == .main ? process.mainLane : session.lane
    let tell: @Sendable (@escaping @Sendable () -> Void) -> Void = { body in
      lane.post { if process.isAlive { body() } }
    }
    process.atEnd { [transfers] in transfers.disconnect() }
    transfers.connect(
      WebTransfers.Listener(
        ended: { number in tell { self.tellEnd(of: number, session, delegate) } },
        received: { number, count, total, expected in
          // What comes while the app is suspended is told to nobody.
          guard !process.isStandingStill else { return }
          tell { self.tellProgress(of: number, (count, total, expected), session, delegate) }
        },
        finishedEvents: {
          tell { delegate.urlSessionDidFinishEvents(forBackgroundURLSession: session) }
        }))
  }

  // MARK: - Tasks

  func make(
    _ kind: WebTransfer.Kind, _ request: URLRequest, in session: WebSession
  ) -> WebTransferTask {
    let number = transfers.add(kind, request)
    return task(WebTransfer(number: number, kind: kind, request: request), in: session)
  }

  /// The tasks that are not over, or of whose end nobody has heard.
  func all(in session: WebSession) -> [WebTransferTask] {
    transfers.transfers.map { task($0, in: session) }
  }

  /// The one object of a task in this launch.
  private func task(_ transfer: WebTransfer, in session: WebSession) -> WebTransferTask {
    if let known = tasks.withValue({ $0[transfer.number] }) { return known }
    let made = WebTransferTask(
      transfer, of: transfers, cookies: session.cookies, in: session.world)
    tasks.withValue { $0[transfer.number] = made }
    return made
  }

  // MARK: - Events

  private func tellProgress(
    of number: Int, _ made: (count: Int, total: Int, expected: Int), _ session: WebSession,
    _ delegate: any WebSessionDelegate
  ) {
    guard let transfer = transfers.transfers.first(where: { $0.number == number }),
      case .download = transfer.kind
    else { return }
    delegate.urlSession(
      session, downloadTask: task(transfer, in: session), didWriteData: Int64(made.count),
      totalBytesWritten: Int64(made.total), totalBytesExpectedToWrite: Int64(made.expected))
  }

  private func tellEnd(
    of number: Int, _ session: WebSession, _ delegate: any WebSessionDelegate
  ) {
    guard let transfer = transfers.ended(number), let end = transfer.end else { return }
    let task = task(transfer, in: session)
    do {
      let answer = try end.get()
      let response = try answer.response()
      session.keepCookies(of: answer)
      switch transfer.kind {
      case .download:
        let place = try session.write(Data(answer.body), for: answer.url)
        // A launch that dies while the file is written has heard of nothing.
        guard session.process.isAlive else { return }
        transfers.forget(number)
        task.complete(response, nil)
        delegate.urlSession(session, downloadTask: task, didFinishDownloadingTo: place)
        try? FileManager.default.removeItem(at: place)
      case .upload:
        transfers.forget(number)
        task.complete(response, nil)
        if !answer.body.isEmpty {
          delegate.urlSession(session, dataTask: task, didReceive: Data(answer.body))
        }
      }
      delegate.urlSession(session, task: task, didCompleteWithError: nil)
    } catch {
      guard session.process.isAlive else { return }
      transfers.forget(number)
      task.complete(nil, error)
      delegate.urlSession(session, task: task, didCompleteWithError: error)
    }
  }
}
