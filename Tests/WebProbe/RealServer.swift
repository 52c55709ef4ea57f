import Foundation
import Synchronization
import WebScript

/// Where a server listens on this machine.
struct RealPlace: Sendable {
  let scheme: String
  let port: UInt16
  /// A port on which nobody listens.
  let closedPort: UInt16
}

/// What both ends note, in the order in which it happens.
final class Notes: Sendable {
  private let lines = Mutex<[String]>([])
  /// Whether each is printed at once, for another program that notes as well.
  private let isPrinted: Bool

  init(isPrinted: Bool = false) { self.isPrinted = isPrinted }

  func add(_ line: String) {
    if isPrinted { return Self.print(line) }
    lines.withLock { $0.append(line) }
  }

  /// Prints a line at once, be it to a pipe.
  static func print(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}

/// A server of HTTP/1.1 and WebSocket on a port of this machine, a thread a connection.
final class RealServer: Sendable {
  let place: RealPlace
  private let listener: Wire
  private let notes: Notes

  init?(_ notes: Notes) {
    guard let (listener, port) = Wire.listening(), let (closed, closedPort) = Wire.listening()
    else { return nil }
    closed.close()
    self.listener = listener
    place = RealPlace(scheme: "http", port: port, closedPort: closedPort)
    self.notes = notes
    Thread.detachNewThread { [self] in
      while let wire = self.listener.accept() {
        Thread.detachNewThread { [self] in serve(wire) }
      }
    }
  }

  private func serve(_ wire: Wire) {
    var isNew = true
    while let request = request(over: wire) {
      notes.add(request.note(isNew: isNew))
      if request.header("X-One") != nil { notes.add(request.otherNames) }
      isNew = false
      if request.header("Upgrade") != nil, request.target == "/socket" {
        return talk(over: wire, opened: request)
      }
      guard answer(request, over: wire) else { return }
    }
    wire.close()
  }

  private func request(over wire: Wire) -> ScriptRequest? {
    guard let (first, headers) = wire.head() else { return nil }
    let words = first.split(separator: " ").map(String.init)
    guard words.count == 3 else { return nil }
    func header(_ name: String) -> String? { headers.first { $0.0.lowercased() == name }?.1 }
    if header("expect") != nil { wire.write("HTTP/1.1 100 Continue\r\n\r\n") }
    var body: [UInt8] = []
    if header("transfer-encoding") == "chunked" {
      while let count = wire.line().flatMap({ Int($0, radix: 16) }) {
        body += wire.take(count) ?? []
        _ = wire.line()
        if count == 0 { break }
      }
    } else if let count = header("content-length").flatMap(Int.init) {
      guard let bytes = wire.take(count) else { return nil }
      body = bytes
    }
    return ScriptRequest(
      method: words[0], target: words[1], headers: headers,
      body: String(decoding: body, as: UTF8.self))
  }

  /// Answers a request; false where the connection is over with it.
  private func answer(_ request: ScriptRequest, over wire: Wire) -> Bool {
    let reply = request.reply
    Thread.sleep(forTimeInterval: Double(reply.delay) / 1000)
    let hasNoBody = reply.status == 204 || reply.status == 304
    let isSent = request.method != "HEAD" && !hasNoBody
    var head = "HTTP/1.1 \(reply.status) Status\r\n"
    for (name, value) in reply.headers { head += "\(name): \(value)\r\n" }
    if reply.isDated { head += "Date: \(ScriptReply.date(Date().timeIntervalSince1970))\r\n" }
    switch reply.body {
    case .whole(let text):
      if !hasNoBody { head += "Content-Length: \(text.utf8.count)\r\n" }
      wire.write(head + "\r\n" + (isSent ? text : ""))
    case .parts(let parts, let pause, let length, let isCut):
      head += length.map { "Content-Length: \($0)\r\n" } ?? "Transfer-Encoding: chunked\r\n"
      wire.write(head + "\r\n")
      guard isSent else { return true }
      for (number, part) in parts.enumerated() {
        if number > 0 { Thread.sleep(forTimeInterval: Double(pause) / 1000) }
        let size = String(part.utf8.count, radix: 16)
        wire.write(length == nil ? "\(size)\r\n\(part)\r\n" : part)
      }
      if isCut {
        wire.close()
        return false
      }
      if length == nil { wire.write("0\r\n\r\n") }
    case .hangUp:
      wire.reset()
      return false
    }
    let isOver = reply.headers.contains { $0.name == "Connection" && $0.value == "close" }
    if isOver { wire.close() }
    return !isOver
  }

  private func talk(over wire: Wire, opened request: ScriptRequest) {
    let key = (request.header("Sec-WebSocket-Key") ?? "") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    let digest = Data(SecureHash.sha1(Array(key.utf8))).base64EncodedString()
    wire.write(
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Accept: \(digest)\r\n\r\n")
    while let frame = wire.frame() {
      switch frame.kind {
      case Wire.Frame.text:
        let text = String(decoding: frame.payload, as: UTF8.self)
        notes.add("server: text of \(text.utf8.count)")
        if text == "bye" {
          wire.write(.closing(4001, "as you wish"), masked: false)
          wire.close()
          return
        }
        wire.write(
          Wire.Frame(kind: Wire.Frame.text, payload: frame.payload + [0x21]), masked: false)
      case Wire.Frame.binary:
        notes.add("server: data of \(frame.payload.count)")
        wire.write(frame, masked: false)
      case Wire.Frame.ping:
        wire.write(Wire.Frame(kind: Wire.Frame.pong, payload: frame.payload), masked: false)
      case Wire.Frame.close:
        notes.add("server: closed \(frame.closing)")
        wire.write(frame, masked: false)
        wire.close()
        return
      default: break
      }
    }
    wire.close()
  }
}

/// SHA-1 (FIPS 180-4), which the handshake of a WebSocket asks for.
enum SecureHash {
  static func sha1(_ message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    var bytes = message + [0x80]
    while bytes.count % 64 != 56 { bytes.append(0) }
    let bits = UInt64(message.count) * 8
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
    for start in stride(from: 0, to: bytes.count, by: 64) {
      var words = (0..<16).map { word in
        (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[start + 4 * word + $1]) }
      }
      for index in 16..<80 {
        let word = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
        words.append(turn(word, 1))
      }
      mix(words, into: &state)
    }
    return state.flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) }
    }
  }

  private static func mix(_ words: [UInt32], into state: inout [UInt32]) {
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for (index, word) in words.enumerated() {
      let (choice, constant): (UInt32, UInt32) =
        switch index {
        case 0..<20: (b & c | ~b & d, 0x5A82_7999)
        case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case 40..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      let next = turn(a, 5) &+ choice &+ e &+ constant &+ word
      (a, b, c, d, e) = (next, a, turn(b, 30), c, d)
    }
    for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
  }

  private static func turn(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }
}
