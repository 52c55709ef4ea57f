internal import Simulator

/// A service as clients find it while its server is slow or fails; made for one request that this befalls.
struct BehavedService: WebService {
  let service: any WebService
  let behaviour: ServerBehaviour
  let server: JournalSource
  let world: World

  func respond(to request: WebRequest) async throws -> WebResponse {
    if let failure = try await befall(request) { return failure }
    return try await service.respond(to: request)
  }

  func refusal(of request: WebRequest) async -> WebResponse? {
    do {
      if let failure = try await befall(request) { return failure }
    } catch {
      // The process or the run is over.
      return WebResponse(status: 500)
    }
    return await service.refusal(of: request)
  }

  func acceptance(of request: WebRequest) async -> SocketAcceptance {
    await service.acceptance(of: request)
  }

  func talk(over socket: ServerSocket, opened request: WebRequest) async {
    await service.talk(over: socket, opened: request)
  }

  /// Has the behaviour befall a request; returns the answer where the service does not see it.
  private func befall(_ request: WebRequest) async throws -> WebResponse? {
    let title = "\(request.method) \(request.target) of \(request.client)"
    switch behaviour {
    case .normal: return nil
    case .slow(let duration):
      note("keeps \(title) waiting for \(duration.stopwatch)")
      try await world.sleep(for: duration)
      return nil
    case .failing(let status):
      note("fails \(title) with \(status)")
      return WebResponse(status: status)
    case .hanging:
      note("never answers \(title)")
      let reason: @Sendable () -> String = { "\(title), which \(server) never answers" }
      try await world.withContinuation(reason) { (_: WorldContinuation<Void>) in }
      return nil
    }
  }

  private func note(_ text: String) {
    world.journal.record(JournalNote(.fault, text), about: server)
  }
}
