internal import Harness
import Simulator

// A recording on its way from the process that played the run.

extension Recording {
  /// The recording as bytes for another process of the same program.
  var payload: [UInt8] {
    var writer = ByteWriter()
    writer.write(list: texts) { $0.write($1) }
    writer.write(list: places) {
      $0.write($1.fileID)
      $0.write($1.filePath)
      $0.write(number: $1.line)
    }
    writer.write(list: nodes) { writer, node in
      writer.write(node.role.rawValue)
      writer.write(number: node.traits)
      writer.write(list: node.texts) { $0.write(number: $1) }
      writer.write(list: node.parts) { $0.write(number: $1) }
    }
    writer.write(list: phones) { $0.write(numbers: [$1.name, $1.user]) }
    writer.write(list: events) {
      $0.write($1.kind.rawValue)
      $0.write($1.instant)
      $0.write(numbers: [$1.subject, $1.text, $1.step])
    }
    writer.write(list: steps) {
      $0.write($1.instant)
      $0.write(numbers: [$1.lane, $1.cause, $1.wait])
    }
    writer.write(list: waits) { $0.write(numbers: [$1.place, $1.text, $1.kind]) }
    writer.write(list: frames) {
      $0.write($1.part.rawValue)
      $0.write(numbers: [$1.event, $1.phone, $1.value, $1.description])
    }
    writer.write(list: flights) {
      $0.write($1.end.rawValue)
      $0.write(UInt8($1.isAgain ? 1 : 0) | UInt8($1.isTwice ? 2 : 0))
      $0.write(numbers: [$1.sent, $1.ended])
    }
    writer.write(list: packets) { writer, packet in
      writer.write(packet.kind.rawValue)
      writer.write(packet.isEnd ? 1 as UInt8 : 0)
      writer.write(numbers: [packet.flight, packet.from, packet.to])
      for number in [
        packet.connection, packet.stretch.lowerBound, packet.stretch.upperBound,
        packet.acknowledged,
      ] {
        writer.write(number)
      }
      writer.write(list: packet.selective) {
        $0.write($1.lowerBound)
        $0.write($1.upperBound)
      }
      writer.write(packet.stamp)
      writer.write(packet.echo)
    }
    writer.write(list: passages) {
      $0.write($1.isUp ? 1 as UInt8 : 0)
      $0.write(numbers: [$1.host, $1.bytes, $1.reason])
      for nanoseconds in [$1.instant, $1.radio, $1.queueing, $1.wire] { $0.write(nanoseconds) }
    }
    writer.write(list: spans) {
      $0.write($1.kind.rawValue)
      $0.write($1.end.rawValue)
      $0.write(numbers: [$1.owner, $1.text, $1.begin, $1.finish, $1.place])
      for instant in [$1.from, $1.to, $1.limit] { $0.write(instant) }
    }
    writer.write(list: lines) { $0.write(numbers: [$1.event, $1.place]) }
    writer.write(list: details) { $0.write(numbers: [$1.event, $1.text]) }
    writer.write(list: writes) { $0.write(numbers: [$1.event, $1.place, $1.value]) }
    writer.write(list: names.pairs) {
      $0.write($1.id)
      $0.write($1.name)
    }
    return writer.bytes
  }

  /// Reads what ``payload`` wrote; the critical paths travel beside it.
  init(_ payload: ArraySlice<UInt8>) throws(ByteReader.Malformed) {
    self.init()
    var reader = ByteReader(payload)
    texts = try reader.list { (reader) throws(ByteReader.Malformed) in try reader.text() }
    places = try reader.list { (reader) throws(ByteReader.Malformed) in
      CodeLocation(
        fileID: try reader.text(), filePath: try reader.text(), line: try reader.integer())
    }
    nodes = try reader.list { (reader) throws(ByteReader.Malformed) in
      guard let role = ScreenDrawing.Role(rawValue: try reader.text()) else {
        throw ByteReader.Malformed()
      }
      return Node(
        role: role, traits: try reader.integer(),
        texts: try reader.list { (reader) throws(ByteReader.Malformed) in try reader.integer() },
        parts: try reader.list { (reader) throws(ByteReader.Malformed) in try reader.integer() })
    }
    phones = try reader.list { (reader) throws(ByteReader.Malformed) in
      Phone(name: try reader.integer(), user: try reader.integer())
    }
    events = try reader.list { (reader) throws(ByteReader.Malformed) in
      guard let kind = Journal.Kind(rawValue: try reader.byte()) else {
        throw ByteReader.Malformed()
      }
      return Event(
        instant: try reader.signed(), kind: kind, subject: try reader.integer(),
        text: try reader.integer(), step: try reader.integer())
    }
    steps = try reader.list { (reader) throws(ByteReader.Malformed) in
      Step(
        instant: try reader.signed(), lane: try reader.integer(), cause: try reader.integer(),
        wait: try reader.integer())
    }
    waits = try reader.list { (reader) throws(ByteReader.Malformed) in
      Wait(place: try reader.integer(), text: try reader.integer(), kind: try reader.integer())
    }
    try readChanges(&reader)
    let pairs = try reader.list { (reader) throws(ByteReader.Malformed) in
      (id: try reader.text(), name: try reader.text())
    }
    for pair in pairs { names.restore(pair.id, pair.name) }
  }

  private mutating func readChanges(_ reader: inout ByteReader) throws(ByteReader.Malformed) {
    frames = try reader.list { (reader) throws(ByteReader.Malformed) in
      guard let part = Frame.Part(rawValue: try reader.byte()) else { throw ByteReader.Malformed() }
      return Frame(
        event: try reader.integer(), phone: try reader.integer(), part: part,
        value: try reader.integer(), description: try reader.integer())
    }
    flights = try reader.list { (reader) throws(ByteReader.Malformed) in
      guard let end = Flight.End(rawValue: try reader.byte()) else { throw ByteReader.Malformed() }
      let flags = try reader.byte()
      return Flight(
        sent: try reader.integer(), ended: try reader.integer(), end: end, isAgain: flags & 1 != 0,
        isTwice: flags & 2 != 0)
    }
    packets = try reader.list { (reader) throws(ByteReader.Malformed) in try reader.packet() }
    passages = try reader.list { (reader) throws(ByteReader.Malformed) in try reader.passage() }
    spans = try reader.list { (reader) throws(ByteReader.Malformed) in
      guard let kind = Span.Kind(rawValue: try reader.byte()),
        let end = Span.End(rawValue: try reader.byte())
      else { throw ByteReader.Malformed() }
      let (owner, text) = (try reader.integer(), try reader.integer())
      let (begin, finish) = (try reader.integer(), try reader.integer())
      let place = try reader.integer()
      return Span(
        kind: kind, owner: owner, text: text, from: try reader.signed(), begin: begin,
        finish: finish, to: try reader.signed(), end: end, limit: try reader.signed(),
        place: place)
    }
    lines = try reader.list { (reader) throws(ByteReader.Malformed) in
      Line(event: try reader.integer(), place: try reader.integer())
    }
    details = try reader.list { (reader) throws(ByteReader.Malformed) in
      Detail(event: try reader.integer(), text: try reader.integer())
    }
    writes = try reader.list { (reader) throws(ByteReader.Malformed) in
      Write(
        event: try reader.integer(), place: try reader.integer(), value: try reader.integer())
    }
  }
}

extension ByteWriter {
  fileprivate mutating func write(number: Int) { write(Int64(number)) }

  fileprivate mutating func write(numbers: [Int]) {
    for number in numbers { write(number: number) }
  }

  fileprivate mutating func write<Element>(
    list: [Element], _ body: (inout ByteWriter, Element) -> Void
  ) {
    write(UInt64(list.count))
    for element in list { body(&self, element) }
  }
}

extension ByteReader {
  fileprivate mutating func range() throws(Malformed) -> Range<UInt64> {
    let (start, end) = (try number(), try number())
    guard start <= end else { throw Malformed() }
    return start..<end
  }

  fileprivate mutating func packet() throws(Malformed) -> Recording.Packet {
    guard let kind = Recording.Packet.Kind(rawValue: try byte()) else { throw Malformed() }
    let isEnd = try byte() == 1
    let (flight, from, to) = (try integer(), try integer(), try integer())
    let connection = try number()
    let stretch = try range()
    let acknowledged = try number()
    let selective = try list { (reader) throws(Malformed) in try reader.range() }
    return Recording.Packet(
      kind: kind, flight: flight, from: from, to: to, connection: connection, stretch: stretch,
      isEnd: isEnd, acknowledged: acknowledged, selective: selective, stamp: try signed(),
      echo: try signed())
  }

  fileprivate mutating func passage() throws(Malformed) -> Recording.Passage {
    let isUp = try byte() == 1
    let (host, bytes, reason) = (try integer(), try integer(), try integer())
    return Recording.Passage(
      host: host, isUp: isUp, instant: try signed(), radio: try signed(), queueing: try signed(),
      wire: try signed(), bytes: bytes, reason: reason)
  }

  fileprivate mutating func integer() throws(Malformed) -> Int {
    guard let number = Int(exactly: try signed()) else { throw Malformed() }
    return number
  }

  fileprivate mutating func list<Element>(
    _ body: (inout ByteReader) throws(Malformed) -> Element
  ) throws(Malformed) -> [Element] {
    var list: [Element] = []
    for _ in 0..<(try number()) { list.append(try body(&self)) }
    return list
  }
}
