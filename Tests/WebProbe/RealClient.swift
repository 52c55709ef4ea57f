import Foundation
import Synchronization
import WebScript

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The client of the script over the loopback interface: the library's URLSession, and frames by hand for WebSockets, which
/// the library has only with a libcurl that was built for them.
final class RealClient: ScriptPlayer {
  private let notes: Notes
  private let place: RealPlace
  private let session: URLSession
  private let parts: Parts

  init(_ place: RealPlace, _ notes: Notes) {
    self.place = place
    self.notes = notes
    parts = Parts(notes)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = URLCache(
      memoryCapacity: 4_194_304, diskCapacity: 0, diskPath: nil)
    session = URLSession(configuration: configuration, delegate: parts, delegateQueue: nil)
  }

  func note(_ line: String) { notes.add(line) }
  func takeNotes() -> [String] { notes.take() }

  func url(_ path: String, address: String?) -> URL {
    let text =
      switch address {
      case nil: "\(place.scheme)://127.0.0.1:\(place.port)\(path)"
      case "closed": "\(place.scheme)://127.0.0.1:\(place.closedPort)\(path)"
      case "scheme": "gibberish://127.0.0.1\(path)"
      default: "http://nobody.invalid\(path)"
      }
    guard let url = URL(string: text) else { fatalError("no address: \(text)") }
    return url
  }

  func data(for request: URLRequest) async throws -> (Data, URLResponse) {
    try await session.data(for: request)
  }

  func upload(for request: URLRequest, from body: Data) async throws -> (Data, URLResponse) {
    try await session.upload(for: request, from: body)
  }

  func upload(for request: URLRequest, fileWith text: String) async throws -> (Data, URLResponse) {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "web-probe-\(ProcessInfo.processInfo.processIdentifier)")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try await session.upload(for: request, fromFile: file)
  }

  func download(for request: URLRequest) async throws -> (Data, URLResponse) {
    let (file, response) = try await session.download(for: request)
    defer { try? FileManager.default.removeItem(at: file) }
    return (try Data(contentsOf: file), response)
  }

  func stream(for request: URLRequest) async throws {
    let task = session.dataTask(with: request)
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        parts.await(task.taskIdentifier, continuation)
        task.resume()
      }
    } onCancel: {
      task.cancel()
    }
  }

  func sleep(milliseconds: Int) async throws {
    try await Task.sleep(for: .milliseconds(milliseconds))
  }

  /// The library reads all that comes.
  func leaveUnread(_ request: Exchange.Request, beside other: Exchange.Request) async {
    note("client: can't leave a body unread")
  }

  // MARK: - WebSockets

  func talk(at path: String, _ steps: [Exchange.SocketStep]) async {
    guard let wire = Wire(toPort: place.port) else { return note("client: no connection") }
    wire.write(
      "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
    guard let (first, headers) = wire.head(), first.contains(" 101 ") else {
      note("client: no socket")
      return wire.close()
    }
    // The answer to the key of RFC 6455, 1.3.
    if !headers.contains(where: { $0.1 == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" }) {
      note("client: another key")
    }
    var isOpen = true
    for step in steps { isOpen = perform(step, over: wire) && isOpen }
    if isOpen {
      wire.write(.closing(1000, ""), masked: true)
      _ = wire.frame()
    }
    wire.close()
  }

  /// Whether the socket is open behind it.
  private func perform(_ step: Exchange.SocketStep, over wire: Wire) -> Bool {
    switch step {
    case .sendText(let text):
      wire.write(Wire.Frame(kind: Wire.Frame.text, payload: Array(text.utf8)), masked: true)
    case .sendData(let bytes):
      wire.write(Wire.Frame(kind: Wire.Frame.binary, payload: bytes), masked: true)
    case .receive:
      guard let frame = wire.frame() else {
        note("client: lost")
        return false
      }
      switch frame.kind {
      case Wire.Frame.text: note("client: text of \(frame.payload.count)")
      case Wire.Frame.close:
        note("client: closed \(frame.closing)")
        return false
      default: note("client: data of \(frame.payload.count)")
      }
    case .ping:
      wire.write(Wire.Frame(kind: Wire.Frame.ping, payload: []), masked: true)
      note(wire.frame()?.kind == Wire.Frame.pong ? "client: pong" : "client: no pong")
    case .close(let code, let reason):
      note("client: closes")
      wire.write(.closing(code, reason), masked: true)
      _ = wire.frame()
      return false
    }
    return true
  }
}

/// Notes what comes of an answer while it comes.
private final class Parts: NSObject, URLSessionDataDelegate, Sendable {
  private let notes: Notes
  private let waiting = Mutex<[Int: CheckedContinuation<Void, any Error>]>([:])

  init(_ notes: Notes) { self.notes = notes }

  func await(_ task: Int, _ continuation: CheckedContinuation<Void, any Error>) {
    waiting.withLock { $0[task] = continuation }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    notes.add("client: \(RealClient.head(of: response))")
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    notes.add("client: part \(String(decoding: data, as: UTF8.self))")
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let continuation = waiting.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    if let error { return continuation?.resume(throwing: error) ?? () }
    notes.add("client: end")
    continuation?.resume()
  }
}
