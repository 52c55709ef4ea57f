public import Backend
public import Simulator

/// The background session of an app: uploads that the phone's system carries out, whether the app runs or not.
///
/// Source: Apple, "Downloading files in the background". All uploads of an app are in one session, as Apple recommends. Of a
/// chunked upload the app announces the file itself, by
/// ``StorageClient/beginUpload(byteCount:to:contentType:retryLimit:waitsForNetwork:ended:)``, and hands the rest over, as clients do whose fetcher uses a background session (GTMSessionFetcher, `useBackgroundSession`).
public struct AppBackgroundSession: Sendable {
  let session: BackgroundSession
  let process: AppProcess
  /// The part of the system that carries the uploads out.
  package var daemon: TransferDaemon { session.daemon }

  init(session: BackgroundSession, process: AppProcess) {
    self.session = session
    self.process = process
    process.atEnd { session.disconnect() }
  }

  /// The places of the uploads that the system has in hand, with those of whose end the app has not heard.
  ///
  /// Source: Apple, `URLSession.getAllTasks(completionHandler:)`.
  public var paths: [Path] { session.paths }

  /// Has `app` hear of its uploads from now on, each event in a step of its own: of progress as long as it runs, and of each end
  /// once, also where that came while no process ran. An end whose step did not run before the process died comes again.
  ///
  /// Source: Apple, `URLSessionTaskDelegate.urlSession(_:task:didCompleteWithError:)`.
  public func connect<App: LaneActor>(
    _ app: App,
    progress: @escaping @Sendable (isolated App, Path, TransferProgress) -> Void = { _, _, _ in },
    ended: @escaping @Sendable (isolated App, Path, Result<StoredFile, TransferError>) -> Void
  ) {
    let (process, session) = (process, session)
    session.connect(
      BackgroundSession.Listener(
        progress: { [weak app] path, made in
          app?.post { app in
            if process.isAlive { progress(app, path, made) }
          }
        },
        ended: { [weak app] path in
          app?.post { app in
            guard process.isAlive, let result = session.takeResult(at: path) else { return }
            ended(app, path, result)
          }
        }))
  }

  /// Hands an upload over whose file is on the disk; it is told of by its place, and one that the system has in hand goes on.
  ///
  /// - Parameters:
  ///   - upload: The number under which the backend knows the upload.
  ///   - yields: Whether it gives way to everything else on the link; see ``StorageClient/setYields(_:)``.
  public func upload(
    _ content: FileContent, to path: Path, contentType: String, resuming upload: FileStore.UploadID,
    yields: Bool = false
  ) {
    guard process.isAlive else { return process.noteAttempt("hand an upload over") }
    session.upload(
      content, to: path, contentType: contentType, resuming: upload, yields: yields)
  }

  /// Cancels the upload to a place; the app hears no more of it.
  public func cancel(to path: Path) {
    if process.isAlive { session.cancel(to: path) }
  }
}
