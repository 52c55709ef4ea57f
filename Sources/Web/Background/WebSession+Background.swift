public import Devices
public import Foundation
internal import Network
internal import Simulator

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension WebSession.Configuration {
  /// A configuration for transfers of the phone's system, which go on while the app is suspended or was ended for its memory.
  ///
  /// ```swift
  /// let session = services.webSession(.background(withIdentifier: "media"), delegate: self, delegateQueue: .main)
  /// session.downloadTask(with: request).resume()
  /// ```
  ///
  /// The system tries again by itself when the network fails, for as long as ``timeoutIntervalForResource`` is. Once all tasks have
  /// ended it resumes the app, or launches it behind the screen. A person who closes the app ends the tasks. A launch of the app
  /// hears of what has ended when it makes a session of the same identifier; the settings of the first one count, which is ours.
  /// Responses are not kept. Source: Apple, `URLSessionConfiguration.background(withIdentifier:)`, "Downloading files in the
  /// background".
  ///
  /// - Parameter identifier: A name that is unique in the app, and not empty.
  public static func background(withIdentifier identifier: String) -> Self {
    var configuration = Self()
    configuration.identifier = identifier
    configuration.usesCache = false
    return configuration
  }
}

extension PhoneServices {
  /// A session of this launch of the app with a delegate, which background sessions need, and which hears of WebSockets.
  ///
  /// - Parameters:
  ///   - delegate: Hears of tasks, those of a background session that an earlier launch began among them; the session keeps it.
  ///   - delegateQueue: The queue on which it is called; by default one of the session's own.
  public func webSession(
    _ configuration: WebSession.Configuration, delegate: (any WebSessionDelegate)?,
    delegateQueue: WebSession.DelegateQueue? = nil
  ) -> WebSession {
    var background: AppTransfers?
    if let identifier = configuration.identifier {
      let world = network.network.world
      if identifier.isEmpty {
        world.misuse(Misuse("a background session with an identifier that is not empty"), at: nil)
      }
      let daemon = backgroundSession.daemon
      let transfers = daemon.session(identifier) {
        WebTransfers(identifier, configuration, by: daemon)
      }
      background = AppTransfers(transfers, delegate, on: delegateQueue, in: world)
    }
    let session = WebSession(
      on: network.network, from: network.host, in: network.process, configuration: configuration,
      background: background, delegate: delegate, delegateQueue: delegateQueue)
    background?.connect(session)
    return session
  }
}

extension WebSession {
  /// A task of the phone's system that fetches what a request asks for; it begins with the task's `resume()`.
  ///
  /// The file is handed to ``WebSessionDelegate/urlSession(_:downloadTask:didFinishDownloadingTo:)``, in the app's `tmp` folder. When
  /// a connection breaks, the system asks for the rest where the server gives an `ETag` or `Last-Modified` and `Accept-Ranges`, and
  /// otherwise for everything.
  public func downloadTask(with request: URLRequest) -> WebTransferTask {
    makeTask(.download, request)
  }

  /// A task of the phone's system that fetches what is at an address.
  public func downloadTask(with url: URL) -> WebTransferTask {
    downloadTask(with: URLRequest(url: url))
  }

  /// A task of the phone's system that sends the contents of a file; it begins with the task's `resume()`.
  ///
  /// The file is read by this call, which is ours. One that can't be read fails the task, with `fileDoesNotExist` or `cannotOpenFile`.
  public func uploadTask(with request: URLRequest, fromFile file: URL) -> WebTransferTask {
    var request = request
    request.httpBody = nil
    do {
      return makeTask(.upload(try Self.contents(of: file)), request)
    } catch {
      let task = makeTask(.upload(Data()), request)
      background?.transfers.fail(task.taskIdentifier, error)
      return task
    }
  }

  /// The tasks of a background session that are not over, or of whose end the app has not heard.
  ///
  /// Source: Apple, `URLSession.allTasks`.
  public var allTasks: [WebTransferTask] {
    get async { background?.all(in: self) ?? [] }
  }

  private func makeTask(_ kind: WebTransfer.Kind, _ request: URLRequest) -> WebTransferTask {
    process.noteAttempt("hand a transfer over")
    if let background { return background.make(kind, request, in: self) }
    world.misuse(
      Misuse(
        "a background session for a task: this one takes download(for:) and upload(for:fromFile:)"),
      at: nil)
    // The run is over; what is left of it gets a task that nobody carries out.
    let transfer = WebTransfer(number: 0, kind: kind, request: request)
    return WebTransferTask(transfer, of: nil, cookies: cookies, in: world)
  }

  /// Ends the run where the session is a background one, which only has tasks for files.
  ///
  /// On the platform such a call ends the app, by an exception: "Completion handler blocks are not supported in background
  /// sessions", "Upload tasks from NSData are not supported in background sessions".
  func requireForeground(for call: String) throws(Misuse) {
    guard let identifier = configuration.identifier else { return }
    throw world.misuse(
      Misuse(
        "a session that is none of the background for \(call): \(identifier) takes downloadTask(with:) and uploadTask(with:fromFile:)"
      ), at: nil)
  }

  /// Keeps the cookies that an answer sets which the system or a WebSocket has got.
  func keepCookies(of answer: LoadedAnswer) {
    guard configuration.httpShouldSetCookies else { return }
    cookies.take(answer.head.headers.values(of: "Set-Cookie"), from: answer.url, at: wallSeconds)
  }
}
