internal import Devices
internal import Foundation
internal import Network
internal import Simulator

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The tasks of a background session, which the phone's system carries out in a process of its own.
///
/// They outlive the launches of the app that hand them over and hear of them. Sources: Apple, "Downloading files in the background",
/// `URLSessionConfiguration.background(withIdentifier:)`.
final class WebTransfers: SystemSession {
  /// The launch of the app that hears of the tasks.
  struct Listener: Sendable {
    let ended: @Sendable (_ number: Int) -> Void
    let received: @Sendable (_ number: Int, _ count: Int, _ total: Int, _ expected: Int) -> Void
    let finishedEvents: @Sendable () -> Void
  }

  private struct State {
    /// In the order in which they were handed over.
    var transfers: [WebTransfer] = []
    var last = 0
    var listener: Listener?
    /// Whether the app was run for the session, and its delegate has not heard that it knows all.
    var owesFinish = false
    var work: [Int: Work] = [:]

    func place(of number: Int) -> Int? { transfers.firstIndex { $0.number == number } }
  }

  /// What carries a transfer out.
  private struct Work {
    var task: Task<Void, Never>?
    var deadline = WorldTimer.none
    /// The wait for the next attempt.
    var pause: WorldContinuation<Void>?
    var pauseEnd = WorldTimer.none

    func stop() {
      deadline.cancel()
      pauseEnd.cancel()
      task?.cancel()
    }
  }

  private let state: WorldBound<State>
  private let name: String
  private let daemon: TransferDaemon
  private let configuration: WebSession.Configuration
  /// The session of the system's own process, which keeps no responses.
  private let web: WebSession

  /// - Parameter configuration: One with an identifier.
  init(_ name: String, _ configuration: WebSession.Configuration, by daemon: TransferDaemon) {
    self.name = name
    self.daemon = daemon
    self.configuration = configuration
    state = WorldBound(State(), in: daemon.network.world)
    // The app that hears knows it.
    daemon.network.world.atEnd { [state] in state.withValue { $0 = State() } }
    var own = configuration
    own.identifier = nil
    own.usesCache = false
    web = WebSession(
      on: daemon.network, from: daemon.host, in: daemon.makeProcess(for: name), configuration: own)
    daemon.network.observeInterface(of: daemon.host, on: web.lane) { [weak self] isUp in
      if isUp { self?.networkCameBack() }
    }
  }

  var identifier: String? { name }

  private var world: World { daemon.network.world }

  // MARK: - The app

  /// Takes a transfer over, which does not begin before ``resume(_:)``.
  func add(_ kind: WebTransfer.Kind, _ request: URLRequest) -> Int {
    state.withValue { state in
      state.last += 1
      state.transfers.append(WebTransfer(number: state.last, kind: kind, request: request))
      return state.last
    }
  }

  /// Begins a transfer once the system lets it.
  ///
  /// - Parameter cookies: Those that the app has.
  func resume(_ number: Int, with cookies: [Cookie]) {
    let isNew = state.withValue { state in
      guard let place = state.place(of: number), case .suspended = state.transfers[place].state
      else { return false }
      state.transfers[place].state = .running
      return true
    }
    guard isNew else { return }
    let limit = Duration.seconds(configuration.timeoutIntervalForResource)
    let deadline = web.lane.schedule(after: limit, background: true) { [weak self] in
      self?.end(number, .failure(URLError(.timedOut)))
    }
    state.withValue { $0.work[number] = Work(deadline: deadline) }
    let lane = web.lane
    daemon.admit(isDiscretionary: configuration.isDiscretionary, on: lane) { [weak self] in
      lane.post { self?.begin(number, with: cookies) }
    }
  }

  /// Fails a transfer at once, such as one that the app cancels.
  func fail(_ number: Int, _ error: URLError) { end(number, .failure(error)) }

  /// The transfers that are not over, or of whose end the app has not heard.
  var transfers: [WebTransfer] { state.withValue { $0.transfers } }

  func setDescription(_ description: String?, of number: Int) {
    state.withValue { state in
      if let place = state.place(of: number) { state.transfers[place].description = description }
    }
  }

  /// Has a launch of the app hear of everything from now on, and of what has ended while nobody heard.
  func connect(_ listener: Listener) {
    let (ended, finishes) = state.withValue { state in
      state.listener = listener
      defer { state.owesFinish = false }
      return (state.transfers.filter { $0.end != nil }.map(\.number), state.owesFinish)
    }
    for number in ended { listener.ended(number) }
    if finishes { listener.finishedEvents() }
  }

  /// The launch that heard is over.
  func disconnect() { state.withValue { $0.listener = nil } }

  /// A transfer that is over, of which the app has not heard.
  func ended(_ number: Int) -> WebTransfer? {
    state.withValue { state in
      state.transfers.first { $0.number == number && $0.end != nil }
    }
  }

  /// The app hears of the end of a transfer, which it does once.
  func forget(_ number: Int) {
    state.withValue { state in state.transfers.removeAll { $0.number == number } }
  }

  // MARK: - The system

  var isToBeHeard: Bool {
    state.withValue { state in
      configuration.sessionSendsLaunchEvents && !state.transfers.isEmpty
        && state.transfers.allSatisfy { $0.end != nil }
    }
  }

  func appRuns() {
    let listener = state.withValue { state in
      state.owesFinish = state.listener == nil
      return state.listener
    }
    listener?.finishedEvents()
  }

  func closedByPerson() {
    let reason = [
      NSURLErrorBackgroundTaskCancelledReasonKey: NSURLErrorCancelledReasonUserForceQuitApplication
    ]
    stop { transfer in
      guard transfer.end == nil else { return }
      transfer.state = .ended(.failure(URLError(.cancelled, userInfo: reason)))
    }
  }

  func removeAll() {
    stop { _ in }
    state.withValue { $0.transfers = [] }
  }

  /// Ends the work on all transfers.
  private func stop(_ change: (inout WebTransfer) -> Void) {
    let work = state.withValue { state in
      for place in state.transfers.indices { change(&state.transfers[place]) }
      defer { state.work = [:] }
      return state.work
    }
    // order: by their numbers.
    for (_, work) in work.sorted(by: { $0.key < $1.key }) { work.stop() }
  }

  func report() -> [String] { state.withValue(parts: [], { $0.transfers }).map(\.story) }

  // MARK: - A transfer

  private func begin(_ number: Int, with cookies: [Cookie]) {
    guard state.withValue({ $0.work[number] != nil }) else { return }
    web.cookies.replace(by: cookies)
    let task = web.lane.spawn { [weak self] in await self?.carryOut(number) }
    state.withValue { $0.work[number]?.task = task }
  }

  /// Tries until a transfer is over.
  private func carryOut(_ number: Int) async {
    while let transfer = running(number) {
      do {
        guard let answer = try await attempt(transfer) else { continue }
        return end(number, .success(answer))
      } catch let error as URLError {
        guard let wait = failed(number, error.code) else { return end(number, .failure(error)) }
        guard (try? await pause(number, for: wait)) != nil else { return }
      } catch {
        return
      }
    }
  }

  /// Sends the request of a transfer, and reads the answer; nil where everything is to be asked for anew.
  private func attempt(_ transfer: WebTransfer) async throws -> LoadedAnswer? {
    let (number, request) = (transfer.number, transfer.nextRequest)
    let answer = try await web.load(request, body: transfer.sentBody, until: .head)
    let source = ByteSource(answer, in: world)
    let method = request.httpMethod ?? "GET"
    let isUsable = change(number) { $0.body.begin(answer.head, method: method) }
    guard isUsable == true else { return nil }
    let expected = answer.head.isChunked ? -1 : answer.head.bodyCount
    let before = running(number)?.body.bytes.count ?? 0
    while case let bytes = try await source.next(), !bytes.isEmpty {
      let total = change(number) { transfer in
        transfer.receive(bytes)
        return transfer.body.bytes.count
      }
      guard let total, let listener = state.withValue({ $0.listener }) else { continue }
      listener.received(number, bytes.count, total, expected < 0 ? -1 : before + expected)
    }
    guard let body = running(number)?.body.bytes else { return nil }
    return LoadedAnswer(url: answer.url, head: answer.head, body: body, exchange: nil)
  }

  private func running(_ number: Int) -> WebTransfer? {
    state.withValue { state in state.transfers.first { $0.number == number && $0.isRunning } }
  }

  /// Changes a transfer that is under way.
  private func change<Value>(_ number: Int, _ body: (inout WebTransfer) -> Value) -> Value? {
    state.withValue { state in
      guard let place = state.place(of: number), state.transfers[place].isRunning else {
        return nil
      }
      return body(&state.transfers[place])
    }
  }

  private func failed(_ number: Int, _ code: URLError.Code) -> Duration? {
    change(number) { $0.fail(code) } ?? nil
  }

  /// Waits before the next attempt, without a network until there is one.
  private func pause(_ number: Int, for wait: Duration) async throws {
    let name = name
    let reason: @Sendable () -> String = { "to try a transfer of \(name) again" }
    try await world.withContinuation(reason) { continuation in
      let timer: WorldTimer
      if daemon.network.isInterfaceUp(of: daemon.host) {
        timer = web.lane.schedule(after: wait, background: wait >= .seconds(10)) { [weak self] in
          self?.goOn(number)
        }
      } else {
        timer = .none
      }
      state.withValue { state in
        state.work[number]?.pause = continuation
        state.work[number]?.pauseEnd = timer
      }
    }
  }

  private func goOn(_ number: Int) {
    let pause = state.withValue { state in
      state.work[number]?.pauseEnd.cancel()
      defer { state.work[number]?.pause = nil }
      return state.work[number]?.pause
    }
    pause?.resume(returning: ())
  }

  private func networkCameBack() {
    // order: sorted.
    for number in state.withValue({ $0.work.keys.sorted() }) { goOn(number) }
  }

  private func end(_ number: Int, _ result: Result<LoadedAnswer, URLError>) {
    let (isNew, listener, isLast, work) = state.withValue {
      state -> (Bool, Listener?, Bool, Work?) in
      guard let place = state.place(of: number), state.transfers[place].end == nil else {
        return (false, nil, false, nil)
      }
      state.transfers[place].state = .ended(result)
      state.transfers[place].body = PartialBody()
      let isLast = state.transfers.allSatisfy { $0.end != nil }
      return (true, state.listener, isLast, state.work.removeValue(forKey: number))
    }
    guard isNew else { return }
    work?.stop()
    listener?.ended(number)
    if isLast { daemon.ended(self) }
  }
}
