import AppFoundation
import Backend
import Devices
import Foundation
import Network
import Simulator
internal import TestSupport
import Testing
import WebScript

@testable import Web

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The app that plays the script on a phone.
@MainActor
private final class Scripted: MainActorApp {
  typealias Screen = String

  let session: WebSession

  init(services: PhoneServices<String>, configuration: Int) { session = services.webSession() }
  func start() {}
  var screen: String { "script" }
}

/// The server of the script in a world.
private final class ScriptedService: WebService {
  private let notes: WorldBound<[String]>
  private let connections: WorldBound<Set<UInt64>>
  private let hangUp: HangUp

  struct HangUp: Sendable { let call: @Sendable () -> Void }

  init(
    _ notes: WorldBound<[String]>, _ connections: WorldBound<Set<UInt64>>, _ hangUp: HangUp
  ) {
    self.notes = notes
    self.connections = connections
    self.hangUp = hangUp
  }

  private func note(_ line: String) { notes.withValue { $0.append(line) } }

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

/// The client of the script in a world.
private struct SimulatedClient: ScriptPlayer {
  let session: WebSession
  let notes: WorldBound<[String]>

  func note(_ line: String) { notes.withValue { $0.append(line) } }

  func takeNotes() -> [String] {
    notes.withValue { notes in
      defer { notes = [] }
      return notes
    }
  }

  func url(_ path: String, address: String?) -> URL {
    switch address {
    case nil: URL(string: "https://api.test\(path)")!
    case "closed": URL(string: "https://closed.test\(path)")!
    case "scheme": URL(string: "gibberish://api.test\(path)")!
    default: URL(string: "https://nobody.test\(path)")!
    }
  }

  func data(for request: URLRequest) async throws -> (Data, URLResponse) {
    try await session.data(for: request)
  }

  func upload(for request: URLRequest, from body: Data) async throws -> (Data, URLResponse) {
    try await session.upload(for: request, from: body)
  }

  func upload(for request: URLRequest, fileWith text: String) async throws -> (Data, URLResponse) {
    let file = FileManager.default.temporaryDirectory.appending(path: "sent")
    try Data(text.utf8).write(to: file)
    return try await session.upload(for: request, fromFile: file)
  }

  func download(for request: URLRequest) async throws -> (Data, URLResponse) {
    let (file, response) = try await session.download(for: request)
    return (try Data(contentsOf: file), response)
  }

  func stream(for request: URLRequest) async throws {
    let (bytes, response) = try await session.bytes(for: request)
    note("client: \(Self.head(of: response))")
    var part: [UInt8] = []
    var came = ContinuousClock.now
    func flush() {
      if !part.isEmpty { note("client: part \(String(decoding: part, as: UTF8.self))") }
      part = []
    }
    do {
      for try await byte in bytes {
        if ContinuousClock.now != came { flush() }
        came = ContinuousClock.now
        part.append(byte)
      }
    } catch {
      flush()
      throw error
    }
    flush()
    note("client: end")
  }

  func sleep(milliseconds: Int) async throws {
    try await Task.sleep(for: .milliseconds(milliseconds))
  }

  func talk(at path: String, _ steps: [Exchange.SocketStep]) async {
    let socket = session.webSocketTask(with: URL(string: "wss://api.test\(path)")!)
    socket.resume()
    var isOpen = true
    for step in steps {
      do {
        switch step {
        case .sendText(let text): try await socket.send(.string(text))
        case .sendData(let bytes): try await socket.send(.data(Data(bytes)))
        case .ping:
          try await socket.sendPing()
          note("client: pong")
        case .close(let code, let reason):
          note("client: closes")
          socket.cancel(code: code, reason: reason)
          isOpen = false
        case .receive:
          switch try await socket.receive() {
          case .string(let text): note("client: text of \(text.utf8.count)")
          case .data(let data): note("client: data of \(data.count)")
          @unknown default: note("client: another message")
          }
        }
      } catch {
        let reason = String(decoding: socket.closeReason ?? Data(), as: UTF8.self)
        let isRefused = (error as? URLError)?.code == .badServerResponse
        let end = isOpen ? "closed \(socket.closeCode) \(reason)" : "lost"
        note("client: \(isRefused ? "no socket" : end)")
        isOpen = false
      }
    }
    if isOpen { socket.cancel(code: 1000) }
  }
}

#if os(Linux)
  @Suite(
    "The simulated web does what a real client and a real server do over the loopback interface")
  struct LoopbackTests {
    /// The notes of each exchange over the loopback interface, as `web-probe` has printed them.
    private func realNotes() throws -> [String: [String]] {
      let recording = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "LoopbackRecording.txt")
      var notes: [String: [String]] = [:]
      var name = ""
      for line in try String(contentsOf: recording, encoding: .utf8).split(separator: "\n") {
        if line.hasPrefix(";") { continue }
        if line.hasPrefix("# ") {
          name = String(line.dropFirst(2))
          notes[name] = []
        } else {
          notes[name]?.append(String(line))
        }
      }
      return notes
    }

    /// The notes of each exchange in a world.
    private func simulatedNotes(speaksHTTP2: Bool = false) -> [String: [String]] {
      let world = World(seed: 1)
      let result = WorldBound<[String: [String]]>([:], in: world)
      let passed = world.mustPass {
        let stage = try AppStage(in: world)
        let notes = WorldBound<[String]>([], in: world)
        let connections = WorldBound<Set<UInt64>>([], in: world)
        let server = WorldBound<WebServer?>(nil, in: world)
        let hangUp = ScriptedService.HangUp { server.withValue { $0 }?.restart(downFor: .zero) }
        let made = try WebServer("api.test", on: stage.network, speaksHTTP2: speaksHTTP2) { _ in
          ScriptedService(notes, connections, hangUp)
        }
        server.withValue { $0 = made }
        _ = try stage.network.addHost("closed.test")
        let alice = try Phone<HostedApp<Scripted>>(
          name: "Alice", user: "alice", on: .perfect, network: stage.network,
          server: stage.backend.host, configuration: 0)
        try await alice.launch()
        let played = await alice.touch("play") { app in
          Task {
            let client = SimulatedClient(session: app.session, notes: notes)
            for exchange in Exchange.script {
              let lines = await client.play(exchange)
              result.withValue { $0[exchange.name] = lines }
            }
          }
        }
        await played?.value
      }
      #expect(passed)
      return result.withValue { $0 }
    }

    @Test("there are at least fifty exchanges, each with a name of its own")
    func script() {
      #expect(Exchange.script.count >= 50)
      #expect(Set(Exchange.script.map(\.name)).count == Exchange.script.count)
    }

    @Test("every difference that is listed is one of an exchange, and has a reason")
    func list() throws {
      let listed = try LoopbackDifference.known()
      #expect(Set(listed.map(\.exchange)).isSubset(of: Exchange.script.map(\.name)))
      #expect(Set(listed.map(\.exchange)).count == listed.count)
      #expect(listed.allSatisfy { !$0.reason.isEmpty && $0.reason != "why?" })
    }

    @Test("all exchanges are noted alike but for the listed differences")
    func comparison() throws {
      let real = try realNotes()
      #expect(Set(real.keys) == Set(Exchange.script.map(\.name)), "record the script anew")
      let ours = simulatedNotes()
      let listed = try LoopbackDifference.known()
      for exchange in Exchange.script {
        let (theirs, mine) = (real[exchange.name] ?? [], ours[exchange.name] ?? [])
        let known = listed.first { $0.exchange == exchange.name }
        let found = LoopbackDifference.found(
          exchange.name, real: theirs, simulated: mine, known?.reason ?? "why?")
        #expect(found == known, "\n\(found?.entry ?? "There is no difference any more.")")
      }
    }

    @Test("by HTTP/2 all exchanges are noted as by HTTP/1.1, but for what only one of them has")
    func versions() {
      let (old, new) = (simulatedNotes(), simulatedNotes(speaksHTTP2: true))
      func plain(_ notes: [String]?) -> [String] {
        (notes ?? []).map { note in
          note.split(separator: "; ").filter {
            ![
              "new connection", "kept connection", "connection: close",
              "transfer-encoding: chunked",
            ].contains($0)
          }.joined(separator: "; ")
        }
      }
      // The connection of the latter is a kept one by HTTP/2 alone, so that the request goes once more.
      for exchange in Exchange.script where exchange.name != "a hang-up in place of an answer" {
        #expect(plain(new[exchange.name]) == plain(old[exchange.name]), "\(exchange.name)")
      }
    }
  }
#endif
