import AppFoundation
import Backend
import Devices
import Foundation
import Harness
import Network
import Simulator
import Testing

@testable import Web

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A protocol as an app has it over the tasks of its session.
private protocol Transferring: Sendable {
  associatedtype Download: Resumable
  associatedtype Upload: Resumable

  func downloadTask(with request: URLRequest) -> Download
  func uploadTask(with request: URLRequest, fromFile file: URL) -> Upload
}

private protocol Resumable: AnyObject, Sendable {
  var taskIdentifier: Int { get }
  var taskDescription: String? { get set }
  func resume()
  func cancel()
}

extension WebSession: Transferring {}
extension WebTransferTask: Resumable {}
#if !canImport(FoundationNetworking)
  extension URLSession: Transferring {}
  extension URLSessionTask: Resumable {}
#endif

/// What an app notes of its background session, beyond its launches.
final class Diary: WebSessionDelegate {
  private let kept: WorldBound<[String]>

  init(in world: World) { kept = WorldBound([], in: world) }

  var lines: [String] { kept.withValue { $0 } }

  func note(_ line: String) { kept.withValue { $0.append(line) } }

  func urlSession(
    _ session: WebSession, downloadTask: WebTransferTask, didFinishDownloadingTo location: URL
  ) {
    let documents = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    let name = downloadTask.taskDescription ?? "file"
    let place = documents.appending(path: name)
    let size = (try? Data(contentsOf: location).count) ?? -1
    if name != "left" { try? FileManager.default.moveItem(at: location, to: place) }
    note("\(downloadTask.taskIdentifier) downloaded \(size) bytes")
  }

  func urlSession(_ session: WebSession, dataTask: WebTransferTask, didReceive data: Data) {
    note("\(dataTask.taskIdentifier) received \(String(decoding: data, as: UTF8.self))")
  }

  func urlSession(
    _ session: WebSession, task: WebTransferTask, didCompleteWithError error: (any Error)?
  ) {
    let status = (task.response as? HTTPURLResponse)?.statusCode
    let code = (error as? URLError)?.code.rawValue
    let reason = (error as? URLError)?.errorUserInfo[NSURLErrorBackgroundTaskCancelledReasonKey]
    let isClosed = reason as? Int == NSURLErrorCancelledReasonUserForceQuitApplication
    let end = code.map { "failed \($0)" } ?? "ended \(status ?? 0)"
    note("\(task.taskIdentifier) \(end)\(isClosed ? ", closed" : "")")
  }

  func urlSessionDidFinishEvents(forBackgroundURLSession session: WebSession) {
    note("finished")
  }
}

/// An app with a background session.
@MainActor
final class Sharing: MainActorApp {
  typealias Screen = String

  struct Configuration: Sendable {
    let diary: Diary
    var session = WebSession.Configuration.background(withIdentifier: "media")
    /// Whether a launch behind the screen makes its session only when it is told to.
    var waitsForEvents = false
    /// The time that it takes for that.
    var openingTime = Duration.zero
    /// Whether it says that it has handled its events.
    var completes = false
    /// What it downloads whenever it comes behind the screen, or is run there.
    var behindScreen: String?
    var queue: WebSession.DelegateQueue? = .main
  }

  private let services: PhoneServices<String>
  private let configuration: Configuration
  private(set) var session: WebSession?

  init(services: PhoneServices<String>, configuration: Configuration) {
    self.services = services
    self.configuration = configuration
    if !configuration.waitsForEvents || !services.isLaunchedBehindScreen { open() }
  }

  private func open() {
    session = services.webSession(
      configuration.session, delegate: configuration.diary, delegateQueue: configuration.queue)
  }

  func start() {}

  func lifeChanged(to state: LifeState) {
    if state == .background, let path = configuration.behindScreen { download(path) }
  }

  var screen: String { "sharing" }

  func handleEventsForBackgroundURLSession(
    _ identifier: String, completionHandler: @escaping @Sendable () -> Void
  ) {
    configuration.diary.note("events of \(identifier)")
    let (time, completes) = (configuration.openingTime, configuration.completes)
    Task {
      if time > .zero { try? await Task.sleep(for: time) }
      if session == nil { open() }
      if completes { completionHandler() }
    }
  }

  private static func request(_ method: String, _ path: String) -> URLRequest {
    var request = URLRequest(url: URL(string: "https://api.test\(path)")!)
    request.httpMethod = method
    return request
  }

  private var documents: URL {
    FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
  }

  func download(_ path: String, as name: String = "file") {
    guard let task = session?.downloadTask(with: Self.request("GET", path)) else { return }
    task.taskDescription = name
    task.resume()
  }

  /// Sends a file of so many bytes; of -1 one that is not there.
  func upload(_ byteCount: Int) {
    let file = documents.appending(path: "upload-\(byteCount)")
    if byteCount >= 0 { try? Data(count: byteCount).write(to: file) }
    session?.uploadTask(with: Self.request("POST", "/upload"), fromFile: file).resume()
    // The system has it.
    try? FileManager.default.removeItem(at: file)
  }

  var files: [String] {
    let kept = (try? FileManager.default.contentsOfDirectory(atPath: documents.path())) ?? []
    let left = try? FileManager.default.contentsOfDirectory(
      atPath: FileManager.default.temporaryDirectory.path())
    return (kept + (left ?? []).map { "tmp/\($0)" }).sorted()
  }

  func tasks() async -> [String] {
    await session?.allTasks.map { task in
      "\(task.taskIdentifier) \(task.taskDescription ?? "-") of \(task.originalRequest?.url?.path() ?? "")"
    } ?? []
  }

  func cancelAll() async { for task in await session?.allTasks ?? [] { task.cancel() } }

  /// Fetches without a task, as no background session does.
  func fetch() async -> Bool {
    (try? await session?.data(for: Self.request("GET", "/small"))) != nil
  }
}

/// A phone with an app that has a background session, and a server.
struct BackgroundBench: Sendable {
  typealias Alice = Phone<HostedApp<Sharing>>

  let world: World
  let stage: AppStage
  let alice: Alice
  let server: WebServer
  let diary: Diary
  /// What the server was asked.
  let log: WorldBound<[String]>

  /// The bytes of what is large: 21 s on 3G.
  static let size = 2_000_000

  private static func answer(_ request: WebRequest) -> WebResponse {
    switch request.path {
    case "/upload": return WebResponse(body: Data("\(request.body.count) bytes".utf8))
    case "/small": return WebResponse(body: Data(count: 1000))
    case "/missing": return WebResponse(status: 404, body: Data("none".utf8))
    case "/tagged":
      let range = request.headers["Range"]?.dropFirst("bytes=".count).dropLast()
      let start = range.flatMap { Int($0) } ?? 0
      return WebResponse(
        status: start == 0 ? 200 : 206,
        headers: [
          "ETag": "\"1\"", "Accept-Ranges": "bytes",
          "Content-Range": "bytes \(start)-\(size - 1)/\(size)",
        ], body: Data(count: size - start))
    default: return WebResponse(body: Data(count: size))
    }
  }

  /// Plays a scenario on 3G that must pass; returns the digest of the run.
  @discardableResult
  static func play(
    seed: UInt64 = 1, passes: Bool = true,
    _ change: @escaping @Sendable (inout Sharing.Configuration) -> Void = { _ in },
    _ scenario: @escaping @Sendable (BackgroundBench) async throws -> Void
  ) -> UInt64 {
    let world = World(seed: seed)
    let verdict = world.run {
      let stage = try AppStage(in: world)
      let log = WorldBound<[String]>([], in: world)
      let server = try WebServer("api.test", on: stage.network) { _ in
        Ranged(log)
      }
      let diary = Diary(in: world)
      var configuration = Sharing.Configuration(diary: diary)
      change(&configuration)
      let alice = try Alice(
        name: "Alice", user: "alice", on: .threeG, network: stage.network,
        server: stage.backend.host, configuration: configuration)
      try await alice.launch()
      try await scenario(
        BackgroundBench(
          world: world, stage: stage, alice: alice, server: server, diary: diary, log: log))
    }
    #expect((verdict.outcome == .passed) == passes, "\(verdict)")
    #expect(world.remains == nil)
    return world.journal.digest
  }

  /// The service, which notes from where it was asked to send.
  private final class Ranged: WebService {
    private let log: WorldBound<[String]>

    init(_ log: WorldBound<[String]>) { self.log = log }

    func respond(to request: WebRequest) async throws -> WebResponse {
      let isRanged = request.headers["Range"] != nil
      log.withValue {
        $0.append("\(request.method) \(request.path)\(isRanged ? ", the rest" : "")")
      }
      guard request.path == "/endless" else { return BackgroundBench.answer(request) }
      return WebResponse { [log] body in
        do {
          while true {
            try body.write("more")
            try await Task.sleep(for: .seconds(1))
          }
        } catch {
          log.withValue { $0.append("nobody listens") }
        }
      }
    }
  }

  var asked: [String] { log.withValue { $0 } }

  func sleep(_ seconds: Int) async throws { try await world.sleep(for: .seconds(seconds)) }

  /// Sends the app behind the screen, and waits until it is suspended.
  func suspend() async throws {
    try await alice.enterBackground()
    try await sleep(6)
    #expect(alice.lifeState == .suspended)
  }

  /// Lets the app in front do something.
  func ask<Value: Sendable>(
    _ body: @escaping @MainActor @Sendable (Sharing) async -> Value
  ) async -> Value? {
    let task = await alice.touch("ask") { app in Task { await body(app) } }
    return await task?.value
  }
}
