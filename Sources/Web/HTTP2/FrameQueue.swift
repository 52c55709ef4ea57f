/// What one end of an HTTP/2 connection has to send of its bodies, as far as the other end lets it (RFC 9113, 5.2).
///
/// The streams take turns frame by frame, so that a short body does not wait for a long one.
struct FrameQueue: Sendable {
  /// The bytes that may be under way of a stream, and of all together, before the other end says that it takes more (6.9.2).
  static let windowBytes = 65_535
  /// The most bytes of a body in a frame: the least of the limits that a peer may set, which most leave as it is (4.2).
  static let frameBytes = 16_384

  private struct Body {
    var window = FrameQueue.windowBytes
    var waiting: ArraySlice<UInt8> = []
    var isWhole = false
  }

  private var window = Self.windowBytes
  private var bodies: [UInt32: Body] = [:]
  /// The streams with a body, that whose turn it is first.
  private var turns: [UInt32] = []

  /// Takes a part of a body.
  ///
  /// - Parameter isLast: Whether the body ends with it.
  mutating func write(_ bytes: [UInt8], to stream: UInt32, isLast: Bool) {
    if bodies[stream] == nil { turns.append(stream) }
    bodies[stream, default: Body()].waiting += bytes
    if isLast { bodies[stream]?.isWhole = true }
  }

  /// Forgets what is left of a body.
  mutating func remove(_ stream: UInt32) {
    bodies[stream] = nil
    turns.removeAll { $0 == stream }
  }

  /// The other end takes more: of a stream, or of all together where the number is 0.
  mutating func grow(by count: Int, _ stream: UInt32) {
    if stream == 0 { window += count } else { bodies[stream]?.window += count }
  }

  /// The bytes of a body that wait.
  func byteCount(of stream: UInt32) -> Int { bodies[stream]?.waiting.count ?? 0 }

  /// The next frame that may go; nil where there is none.
  mutating func next() -> HTTP2Frame? {
    for _ in turns.indices {
      let stream = turns.removeFirst()
      let frame = frame(of: stream)
      if bodies[stream] != nil { turns.append(stream) }
      if let frame { return frame }
    }
    return nil
  }

  private mutating func frame(of stream: UInt32) -> HTTP2Frame? {
    guard var body = bodies[stream] else { return nil }
    let count = min(body.waiting.count, Self.frameBytes, body.window, window)
    let isLast = body.isWhole && count == body.waiting.count
    // An end without bytes needs no room.
    guard count > 0 || isLast else { return nil }
    let bytes = body.waiting.prefix(count)
    body.waiting.removeFirst(count)
    body.window -= count
    window -= count
    bodies[stream] = isLast ? nil : body
    return HTTP2Frame(.data(bytes), on: stream, endsStream: isLast)
  }
}

/// The bytes that one end of an HTTP/2 connection has taken and has not told of yet (RFC 9113, 6.9).
///
/// It tells when they are half of a window, as usual. For the connection as a whole they count whether or not somebody has read them,
/// so that a body that nobody reads holds no other back; that is ours.
struct FrameCredit: Sendable {
  private var owed: [UInt32: Int] = [:]

  /// Takes a part of a body; returns what the other end is to be told.
  ///
  /// - Parameter isRead: Whether it counts as read; otherwise ``read(_:on:)`` follows.
  mutating func take(
    _ count: Int, on stream: UInt32, endsStream: Bool, isRead: Bool = true
  ) -> [HTTP2Frame] {
    if endsStream { owed[stream] = nil }
    return [
      read(count, on: 0), isRead && !endsStream ? read(count, on: stream) : nil,
    ].compactMap(\.self)
  }

  /// Somebody has read bytes of a stream, or of all together where the number is 0; returns what the other end is to be told.
  mutating func read(_ count: Int, on place: UInt32) -> HTTP2Frame? {
    owed[place, default: 0] += count
    guard let total = owed[place], total >= FrameQueue.windowBytes / 2 else { return nil }
    owed[place] = nil
    return HTTP2Frame(.windowUpdate(total), on: place)
  }

  /// Forgets a stream.
  mutating func remove(_ stream: UInt32) { owed[stream] = nil }
}
