import Foundation
import Glibc
import Synchronization

/// A socket of the system that blocks, and what was read of it and not taken.
final class Wire: Sendable {
  private let descriptor: Int32
  private let read = Mutex<[UInt8]>([])

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// A connection to a port of this machine; nil where nobody listens.
  init?(toPort port: UInt16) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = Self.loopback(port)
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if result != 0 { return nil }
  }

  /// A socket that listens on a free port of this machine; with the port.
  static func listening() -> (wire: Wire, port: UInt16)? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    var address = loopback(0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        guard unsafe bind(descriptor, pointer, size) == 0, listen(descriptor, 16) == 0 else {
          return Int32(-1)
        }
        return unsafe getsockname(descriptor, pointer, &size)
      }
    }
    guard result == 0 else { return nil }
    return (Wire(descriptor), UInt16(bigEndian: address.sin_port))
  }

  private static func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  /// The next connection of a socket that listens.
  func accept() -> Wire? {
    let new = Glibc.accept(descriptor, nil, nil)
    return new >= 0 ? Wire(new) : nil
  }

  func close() { _ = Glibc.close(descriptor) }

  /// Ends the connection without the other side's consent.
  func reset() {
    var time = linger(l_onoff: 1, l_linger: 0)
    _ = unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &time, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  // MARK: - Bytes

  func write(_ text: String) { write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { bytes in
        unsafe send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads more; false where there is no more.
  private func fill() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe recv(descriptor, bytes.baseAddress, bytes.count, 0)
    }
    guard count > 0 else { return false }
    read.withLock { $0 += buffer[..<count] }
    return true
  }

  /// The next bytes, so many; nil where the connection ends before.
  func take(_ count: Int) -> [UInt8]? {
    while read.withLock({ $0.count }) < count { guard fill() else { return nil } }
    return read.withLock { bytes in
      defer { bytes.removeFirst(count) }
      return Array(bytes.prefix(count))
    }
  }

  /// The next line without its end.
  func line() -> String? {
    var line: [UInt8] = []
    while let byte = take(1)?.first {
      if byte == 0x0A { return String(decoding: line, as: UTF8.self) }
      if byte != 0x0D { line.append(byte) }
    }
    return nil
  }

  /// The first line of a message and its headers.
  func head() -> (first: String, headers: [(String, String)])? {
    guard let first = line() else { return nil }
    var headers: [(String, String)] = []
    while let line = line() {
      if line.isEmpty { return (first, headers) }
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      headers.append((String(line[..<colon]), value))
    }
    return nil
  }

  // MARK: - Frames of a WebSocket (RFC 6455, 5.2)

  struct Frame {
    var kind: UInt8
    var payload: [UInt8]

    static let text: UInt8 = 1
    static let binary: UInt8 = 2
    static let close: UInt8 = 8
    static let ping: UInt8 = 9
    static let pong: UInt8 = 10

    static func closing(_ code: Int, _ reason: String) -> Frame {
      Frame(
        kind: close, payload: [UInt8(code >> 8), UInt8(code & 0xFF)] + Array(reason.utf8))
    }

    /// The code and the reason of a frame that closes.
    var closing: String {
      guard payload.count >= 2 else { return "1005" }
      let code = Int(payload[0]) << 8 | Int(payload[1])
      return "\(code) \(String(decoding: payload.dropFirst(2), as: UTF8.self))"
    }
  }

  func write(_ frame: Frame, masked: Bool) {
    var bytes: [UInt8] = [0x80 | frame.kind]
    let mark: UInt8 = masked ? 0x80 : 0
    let count = frame.payload.count
    switch count {
    case 0...125: bytes.append(mark | UInt8(count))
    case 126...65_535: bytes += [mark | 126, UInt8(count >> 8), UInt8(count & 0xFF)]
    default:
      bytes.append(mark | 127)
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * $0)) }
    }
    if masked {
      let mask: [UInt8] = [1, 2, 3, 4]
      bytes += mask
      bytes += frame.payload.enumerated().map { $1 ^ mask[$0 % 4] }
    } else {
      bytes += frame.payload
    }
    write(bytes)
  }

  func frame() -> Frame? {
    guard let start = take(2) else { return nil }
    var count = Int(start[1] & 0x7F)
    if count > 125 {
      guard let long = take(count == 126 ? 2 : 8) else { return nil }
      count = long.reduce(0) { $0 << 8 | Int($1) }
    }
    let isMasked = start[1] & 0x80 != 0
    guard let mask = isMasked ? take(4) : [0, 0, 0, 0], let payload = take(count) else {
      return nil
    }
    return Frame(
      kind: start[0] & 0x0F, payload: payload.enumerated().map { $1 ^ mask[$0 % 4] })
  }
}
