import Harness
import Simulator
import Testing

@testable import RehearsalCommand

@Suite("Packet captures")
struct PacketCaptureTests {
  @Test("blocks have their lengths on both sides, and packets their instants, sizes and comments")
  func blocks() throws {
    let blocks = try Self.blocks(of: PacketCapture(Self.recording()).bytes)
    #expect(blocks.map(\.type) == [0x0A0D_0D0A, 1, 4, 6, 6, 6])
    let names = String(decoding: blocks[2].body, as: UTF8.self)
    #expect(names.contains("Alice") && names.contains("backend"))
    let data = blocks[5].body
    // IP and TCP headers with time stamps take 52 bytes, the piece of the stream 30.
    #expect(Self.little(data[12..<16]) == 82)
    let comment = String(decoding: data, as: UTF8.self)
    #expect(comment.contains("c1 @0 put /a (30 bytes): lost"))
    let first = Self.little(blocks[3].body[4..<8]) << 32 | Self.little(blocks[3].body[8..<12])
    let last = Self.little(data[4..<8]) << 32 | Self.little(data[8..<12])
    #expect(last - first == 2_000_000)
  }

  @Test("sequence numbers follow from each other, and both checksums add up")
  func headers() throws {
    let blocks = try Self.blocks(of: PacketCapture(Self.recording()).bytes)
    let packets = blocks.filter { $0.type == 6 }.map { block in
      Array(block.body[20..<(20 + Int(Self.little(block.body[12..<16])))])
    }
    for packet in packets {
      #expect(Self.sum(packet[..<20]) == 0xFFFF)
      let segment = packet[20...]
      let pseudo = packet[12..<20] + [0, 6, UInt8(segment.count >> 8), UInt8(segment.count & 0xFF)]
      #expect(Self.sum(pseudo + segment) == 0xFFFF)
    }
    func sequence(_ packet: [UInt8]) -> UInt64 { Self.big(packet[24..<28]) }
    func acknowledged(_ packet: [UInt8]) -> UInt64 { Self.big(packet[28..<32]) }
    // SYN, SYN ACK, data: each side's first byte follows its SYN.
    #expect(acknowledged(packets[1]) == sequence(packets[0]) + 1)
    #expect(sequence(packets[2]) == sequence(packets[0]) + 1)
    #expect(acknowledged(packets[2]) == sequence(packets[1]) + 1)
    #expect(packets.map { $0[33] } == [0x02, 0x12, 0x18])
    // The client has a port of its own, the server the other.
    #expect(packets[0][20..<22] == packets[1][22..<24])
  }

  /// A connection of which the first piece is lost.
  private static func recording() -> Recording {
    var film = Recording()
    film.texts = ["Alice", "backend", "Alice→backend", "sent c1 SYN", "c1 @0 put /a (30 bytes)"]
    for (place, text) in [3, 3, 4].enumerated() {
      film.events.append(
        .init(
          instant: Int64(place) * 1_000_000, kind: .message, subject: 2, text: text, step: 0))
      film.flights.append(
        .init(
          sent: place, ended: -1, end: place == 2 ? .lost : .arrived, isAgain: false,
          isTwice: false))
    }
    func packet(_ kind: Recording.Packet.Kind, _ flight: Int, _ size: UInt64) -> Recording.Packet {
      .init(
        kind: kind, flight: flight, from: flight == 1 ? 1 : 0, to: flight == 1 ? 0 : 1,
        connection: 1, stretch: 0..<size, isEnd: false, acknowledged: 0, selective: [],
        stamp: 1_000_000, echo: -1)
    }
    film.packets = [
      packet(.synchronize, 0, 0), packet(.synchronizeAcknowledge, 1, 0), packet(.data, 2, 30),
    ]
    return film
  }

  private static func blocks(of file: [UInt8]) throws -> [(type: UInt64, body: [UInt8])] {
    var blocks: [(type: UInt64, body: [UInt8])] = []
    var rest = file[...]
    while !rest.isEmpty {
      let type = little(rest.prefix(4))
      let length = Int(little(rest.dropFirst(4).prefix(4)))
      try #require(length >= 12 && length % 4 == 0 && length <= rest.count)
      #expect(little(rest.prefix(length).suffix(4)) == UInt64(length))
      blocks.append((type, Array(rest.prefix(length - 4).dropFirst(8))))
      rest = rest.dropFirst(length)
    }
    return blocks
  }

  private static func little(_ bytes: some BidirectionalCollection<UInt8>) -> UInt64 {
    big(bytes.reversed())
  }

  private static func big(_ bytes: some Collection<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func sum(_ bytes: some Collection<UInt8>) -> UInt32 {
    var sum: UInt32 = 0
    for (place, byte) in bytes.enumerated() {
      sum += place % 2 == 0 ? UInt32(byte) << 8 : UInt32(byte)
    }
    while sum > 0xFFFF { sum = (sum >> 16) + (sum & 0xFFFF) }
    return sum
  }
}
