import Foundation
import Simulator
import WebScript

@testable import Web

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The client of the script in a world.
struct SimulatedClient: ScriptPlayer {
  let session: WebSession
  let notes: LoopbackNotes
  let frames: LoopbackFrames

  func note(_ line: String) { notes.add(line) }
  func takeNotes() -> [String] { notes.take() }

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
    // What comes at once is one part: it is noted when nothing has followed for a millisecond.
    let part = WorldBound<[UInt8]>([], in: session.world)
    let flush: @Sendable () -> Void = {
      let bytes = part.withValue { bytes in
        defer { bytes = [] }
        return bytes
      }
      if !bytes.isEmpty { note("client: part \(String(decoding: bytes, as: UTF8.self))") }
    }
    do {
      for try await byte in bytes {
        let isFirst = part.withValue { bytes in
          bytes.append(byte)
          return bytes.count == 1
        }
        if isFirst {
          Task {
            try? await sleep(milliseconds: 1)
            flush()
          }
        }
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
          try await socket.ping()
          note("client: pong")
        case .close(let code, let reason):
          note("client: closes")
          socket.close(code: code, reason: reason)
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
        let end = isOpen ? "closed \(socket.rawCloseCode) \(reason)" : "lost"
        note("client: \(isRefused ? "no socket" : end)")
        isOpen = false
      }
    }
    if isOpen { socket.cancel(with: .normalClosure, reason: nil) }
  }

  func leaveUnread(_ request: Exchange.Request, beside other: Exchange.Request) async {
    do {
      let (bytes, _) = try await session.bytes(for: urlRequest(request))
      try await sleep(milliseconds: 1000)
      let sizes = frames.sizes(to: request.path)
      note("wire: frames of \(sizes.map { "\($0)" }.joined(separator: ", ")) bytes, and no more")
      let (body, _) = try await session.data(for: urlRequest(other))
      note("client: \(body.count) bytes of \(other.path)")
      try await sleep(milliseconds: 1000)
      note("wire: \(frames.sizes(to: request.path).count) frames still")
      var count = 0
      for try await _ in bytes { count += 1 }
      note("client: \(count) bytes of \(request.path)")
    } catch {
      note("client: \(Self.text(of: error))")
    }
  }
}
