import Simulator
import Testing

@testable import Network

/// Each property of a segment changes the digest by itself.
@Suite("A digest sees the whole of a segment")
struct SegmentDigestTests {
  private func segment(
    _ kind: Segment.Kind = .acknowledge, on connection: UInt64 = 1, acknowledged: UInt64 = 0,
    arrivedEarly: [Range<UInt64>] = [], duplicate: Range<UInt64>? = nil, echo: Int64? = nil,
    room: Int? = nil, asksForRoom: Bool = false, isBackground: Bool = false
  ) -> Segment {
    Segment(
      connection: ConnectionIdentifier(number: connection), kind: kind, acknowledged: acknowledged,
      arrivedEarly: arrivedEarly, duplicate: duplicate, stamp: 7, echo: echo, room: room,
      asksForRoom: asksForRoom, isBackground: isBackground)
  }

  private func piece(
    from start: UInt64 = 0, to end: UInt64 = 5, _ item: StreamItem? = nil, inner: [StreamItem] = [],
    endsWrite: Bool = false
  ) -> Segment {
    let items = inner.enumerated().map { InnerItem(end: UInt64($0.offset), item: $0.element) }
    return segment(
      .piece(
        Stretch(start: start, end: end, item: item, inner: items, isBackground: false),
        endsWrite: endsWrite))
  }

  @Test("segments that differ in one property have digests of their own")
  func variants() {
    let segments = [
      segment(), segment(.synchronize), segment(.synchronizeAcknowledge), segment(.reset),
      segment(on: 2), segment(acknowledged: 1), segment(arrivedEarly: [5..<9]),
      segment(arrivedEarly: [5..<8]), segment(arrivedEarly: [5..<9, 11..<12]),
      segment(duplicate: 5..<9), segment(duplicate: 4..<9), segment(echo: 0), segment(echo: 1),
      segment(room: 0), segment(room: 1), segment(asksForRoom: true), segment(isBackground: true),
      piece(), piece(from: 1), piece(to: 6), piece(endsWrite: true), piece(.end),
      piece(.message(Text("a"))), piece(.message(Text("b"))), piece(.keepAlive),
      piece(inner: [.message(Text("a"))]), piece(inner: [.message(Text("b"))]),
      piece(inner: [.message(Text("a")), .keepAlive]),
    ]
    #expect(Set(segments.map(\.digest)).count == segments.count)
    #expect(segment().digest == segments[0].digest)
  }

  @Test("a property that is new has to be mixed in, and into the list above")
  func properties() {
    #expect(
      Mirror(reflecting: segment()).children.map(\.label) == [
        "connection", "kind", "acknowledged", "arrivedEarly", "duplicate",
        // The event of its sending has the time.
        "stamp", "echo", "room", "asksForRoom", "isBackground",
        // Such a one is told as lost when it is sent.
        "isDropped",
      ])
  }
}
