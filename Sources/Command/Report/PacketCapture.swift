internal import Harness
import Simulator

/// The segments of a recorded run as a packet capture, which Wireshark and tshark read.
///
/// Each segment stands at the instant at which its sender sent it, those that were lost too. What the simulator has no need
/// of is made up: addresses, ports, initial sequence numbers, windows. A payload has its size, and as its first bytes the line
/// by which the run's stories name it. A comment says what became of a segment.
///
/// Sources: the pcapng format (draft-ietf-opsawg-pcapng), RFC 791 and 9293 for headers, RFC 7323 for time stamps, RFC 2018
/// for selective acknowledgements. Time stamps count milliseconds, as Linux and Darwin do.
struct PacketCapture {
  private let recording: Recording
  /// The address of each host, by its name's number.
  private var addresses: [Int: UInt32] = [:]
  /// The host that opened each connection, by its name's number.
  private var clients: [UInt64: Int] = [:]

  /// A port that no dissector claims: the payload is no TLS.
  private static let serverPort: UInt16 = 4430
  /// The first of the dynamic ports (RFC 6335).
  private static let firstClientPort: UInt64 = 49_152
  /// Reserved for tests of networks between devices (RFC 2544).
  private static let firstAddress: UInt32 = 198 << 24 | 18 << 16

  init(_ recording: Recording) {
    self.recording = recording
    for packet in recording.packets {
      for host in [packet.from, packet.to] where addresses[host] == nil {
        addresses[host] = Self.firstAddress + 1 + UInt32(addresses.count)
      }
      if clients[packet.connection] == nil { clients[packet.connection] = packet.from }
    }
  }

  /// The whole file.
  var bytes: [UInt8] {
    var file = Self.sectionHeader + Self.interface + names
    for packet in recording.packets { file += block(packet) }
    return file
  }

  // MARK: - Blocks

  /// A block: its type, its length before and behind the body, and the body padded to 32 bits.
  private static func block(_ type: UInt32, _ body: [UInt8]) -> [UInt8] {
    let padded = padded(body)
    let length = little(UInt32(padded.count + 12))
    return little(type) + length + padded + length
  }

  private static var sectionHeader: [UInt8] {
    block(
      0x0A0D_0D0A,
      little(0x1A2B_3C4D as UInt32) + little(1 as UInt16) + little(0 as UInt16)
        + little(UInt64.max))
  }

  /// One interface whose packets begin with an IP header (LINKTYPE_RAW), with instants in nanoseconds.
  private static var interface: [UInt8] {
    block(
      1,
      little(101 as UInt16) + little(0 as UInt16) + little(0 as UInt32)
        + option(9, [9]) + option(0, []))
  }

  /// The names of the hosts, so that they stand in the place of addresses.
  private var names: [UInt8] {
    var body: [UInt8] = []
    // order: sorted by address.
    for (host, address) in addresses.sorted(by: { $0.value < $1.value }) {
      body += Self.option(1, Self.big(address) + Array(recording.texts[host].utf8) + [0])
    }
    return Self.block(4, body + Self.option(0, []))
  }

  private func block(_ packet: Recording.Packet) -> [UInt8] {
    let flight = recording.flights[packet.flight]
    let event = recording.events[flight.sent]
    let epoch = UInt64(max(0, TrueTime.milliseconds(atNanoseconds: 0))) * 1_000_000
    let instant = epoch + UInt64(max(0, event.instant))
    let text = recording.names.applied(to: recording.texts[event.text])
    let content = frame(packet, text)
    let fate =
      switch flight.end {
      case .arrived: flight.isTwice ? "arrived twice" : "arrived"
      case .lost: "lost"
      case .underWay: "under way at the end"
      }
    let again = flight.isAgain ? ", sent again" : ""
    var body = Self.little(0 as UInt32)
    body += Self.little(UInt32(instant >> 32)) + Self.little(UInt32(truncatingIfNeeded: instant))
    body += Self.little(UInt32(content.count)) + Self.little(UInt32(content.count))
    body += Self.padded(content)
    body += Self.option(1, Array("\(text): \(fate)\(again)".utf8.prefix(1000)))
    return Self.block(6, body + Self.option(0, []))
  }

  // MARK: - Headers

  private func frame(_ packet: Recording.Packet, _ text: String) -> [UInt8] {
    let source = addresses[packet.from] ?? 0
    let destination = addresses[packet.to] ?? 0
    // The end of a stream takes a place of its own in the sequence.
    let size = Int(packet.stretch.count) - (packet.isEnd ? 1 : 0)
    var payload = Array(text.utf8.prefix(max(0, size)))
    payload += [UInt8](repeating: 0, count: max(0, size) - payload.count)
    let segment = self.segment(packet, payload, source, destination)
    var header: [UInt8] = [0x45, 0]
    header += Self.big(UInt16(truncatingIfNeeded: 20 + segment.count))
    header += Self.big(UInt16(truncatingIfNeeded: packet.flight)) + [0x40, 0, 64, 6, 0, 0]
    header += Self.big(source) + Self.big(destination)
    let checksum = Self.big(Self.checksum(header))
    header.replaceSubrange(10..<12, with: checksum)
    return header + segment
  }

  private func segment(
    _ packet: Recording.Packet, _ payload: [UInt8], _ source: UInt32, _ destination: UInt32
  ) -> [UInt8] {
    let isClient = clients[packet.connection] == packet.from
    let client = UInt16(
      Self.firstClientPort + packet.connection % (65_536 - Self.firstClientPort))
    let ports = isClient ? [client, Self.serverPort] : [Self.serverPort, client]
    let isOpening = packet.kind == .synchronize || packet.kind == .synchronizeAcknowledge
    // A SYN takes the first place of the sequence.
    let first = Self.firstNumber(isClient: isClient, of: packet.connection)
    let place =
      isOpening ? first : first &+ 1 &+ UInt32(truncatingIfNeeded: packet.stretch.lowerBound)
    let other = Self.firstNumber(isClient: !isClient, of: packet.connection)
    let acknowledged =
      packet.kind == .synchronize
      ? 0 : other &+ 1 &+ UInt32(truncatingIfNeeded: packet.acknowledged)
    var options: [UInt8] = isOpening ? [2, 4, 0x05, 0xB4, 4, 2, 1, 3, 3, 7] : [1, 1]
    options += [8, 10] + Self.big(Self.time(packet.stamp)) + Self.big(Self.time(packet.echo))
    // With time stamps there is room for three ranges.
    let ranges = packet.selective.prefix(3)
    if !ranges.isEmpty {
      options += [1, 1, 5, UInt8(2 + 8 * ranges.count)]
      for range in ranges {
        for edge in [range.lowerBound, range.upperBound] {
          options += Self.big(other &+ 1 &+ UInt32(truncatingIfNeeded: edge))
        }
      }
    }
    options += [UInt8](repeating: 0, count: (4 - options.count % 4) % 4)
    var bytes = ports.flatMap { Self.big($0) } + Self.big(place) + Self.big(acknowledged)
    bytes += [UInt8((20 + options.count) / 4) << 4, flags(of: packet)]
    bytes += Self.big(65_535 as UInt16) + [0, 0, 0, 0] + options + payload
    let pseudo =
      Self.big(source) + Self.big(destination) + [0, 6]
      + Self.big(UInt16(truncatingIfNeeded: bytes.count))
    let checksum = Self.big(Self.checksum(pseudo + bytes))
    bytes.replaceSubrange(16..<18, with: checksum)
    return bytes
  }

  private func flags(of packet: Recording.Packet) -> UInt8 {
    let (end, open, reset, push, acknowledge): (UInt8, UInt8, UInt8, UInt8, UInt8) = (
      0x01, 0x02, 0x04, 0x08, 0x10
    )
    return switch packet.kind {
    case .synchronize: open
    case .synchronizeAcknowledge: open | acknowledge
    case .data: push | acknowledge | (packet.isEnd ? end : 0)
    case .acknowledge: acknowledge
    case .reset: reset | acknowledge
    }
  }

  /// The initial sequence number of a side.
  private static func firstNumber(isClient: Bool, of connection: UInt64) -> UInt32 {
    (isClient ? 0x1000_0000 : 0x2000_0000) &+ UInt32(truncatingIfNeeded: connection &* 0x1_0000)
  }

  private static func time(_ nanoseconds: Int64) -> UInt32 {
    nanoseconds < 0 ? 0 : UInt32(truncatingIfNeeded: nanoseconds / 1_000_000)
  }

  /// The Internet checksum (RFC 1071).
  private static func checksum(_ bytes: [UInt8]) -> UInt16 {
    var sum: UInt32 = 0
    for index in stride(from: 0, to: bytes.count, by: 2) {
      let low = index + 1 < bytes.count ? UInt32(bytes[index + 1]) : 0
      sum += UInt32(bytes[index]) << 8 | low
    }
    while sum > 0xFFFF { sum = sum >> 16 + sum & 0xFFFF }
    return ~UInt16(sum)
  }

  // MARK: - Numbers

  private static func option(_ code: UInt16, _ value: [UInt8]) -> [UInt8] {
    little(code) + little(UInt16(value.count)) + padded(value)
  }

  private static func padded(_ bytes: [UInt8]) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
  }

  private static func little(_ number: some FixedWidthInteger) -> [UInt8] {
    (0..<(number.bitWidth / 8)).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func big(_ number: some FixedWidthInteger) -> [UInt8] { little(number).reversed() }
}
