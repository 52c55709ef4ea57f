import Foundation
import Simulator
import WebScript

@testable import Web

/// The server of the script in a world.
final class ScriptedService: WebService {
  private let notes: LoopbackNotes
  private let connections: WorldBound<Set<UInt64>>
  private let hangUp: HangUp

  struct HangUp: Sendable { let call: @Sendable () -> Void }

  init(
    _ notes: LoopbackNotes, _ connections: WorldBound<Set<UInt64>>, _ hangUp: HangUp
  ) {
    self.notes = notes
    self.connections = connections
    self.hangUp = hangUp
  }

  private func note(_ line: String) { notes.add(line) }

  private func request(_ request: WebRequest) -> ScriptRequest {
    ScriptRequest(
      method: request.method, target: request.target, headers: request.headers.all,
      body: String(decoding: request.body, as: UTF8.self))
  }

  private func noteAll(_ request: WebRequest) -> ScriptReply {
    let script = self.request(request)
    let isNew = connections.withValue { $0.insert(request.connection).inserted }
    note(script.note(isNew: isNew))
    if script.header("X-One") != nil { note(script.otherNames) }
    return script.reply
  }

  func respond(to request: WebRequest) async throws -> WebResponse {
    let reply = noteAll(request)
    try await Task.sleep(for: .milliseconds(reply.delay))
    var headers: HeaderFields = [:]
    for (name, value) in reply.headers { headers.add(name, value) }
    if reply.isDated { headers["Date"] = ScriptReply.date(Date().timeIntervalSince1970) }
    switch reply.body {
    case .whole(let text):
      return WebResponse(status: reply.status, headers: headers, body: Data(text.utf8))
    case .parts(let parts, let pause, let length, let isCut):
      headers["Content-Length"] = length.map { "\($0)" }
      return WebResponse(status: reply.status, headers: headers) { body in
        for (number, part) in parts.enumerated() {
          if number > 0 { try await Task.sleep(for: .milliseconds(pause)) }
          try body.write(part)
        }
        if isCut { throw CocoaError(.featureUnsupported) }
      }
    case .hangUp:
      hangUp.call()
      return WebResponse()
    }
  }

  func refusal(of request: WebRequest) async -> WebResponse? {
    let reply = noteAll(request)
    return request.path == "/socket" ? nil : WebResponse(status: reply.status)
  }

  func talk(over socket: ServerSocket, opened request: WebRequest) async {
    do {
      while true {
        switch try await socket.receive() {
        case .text(let text):
          note("server: text of \(text.utf8.count)")
          if text == "bye" { return socket.close(code: 4001, reason: "as you wish") }
          socket.send(.text(text + "!"))
        case .data(let data):
          note("server: data of \(data.count)")
          socket.send(.data(data))
        }
      }
    } catch {
      if let closed = error as? ServerSocket.Closed {
        note("server: closed \(closed.code) \(closed.reason)")
      }
    }
  }
}
