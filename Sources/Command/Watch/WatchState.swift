import Simulator

/// A key by which somebody who watches a run moves through it.
enum WatchKey: Hashable {
  case playOrPause
  case nextChange
  case previousChange
  case nextEvent
  case previousEvent
  case first
  case last
  case faster
  case slower
  case quit

  /// The keys for what a terminal sends; what means nothing is left out.
  ///
  /// Arrows and Home and End are sequences that begin with an escape (ECMA-48); an escape alone is the key of that name.
  static func read(_ bytes: [UInt8]) -> [WatchKey] {
    var keys: [WatchKey] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      guard byte == 0x1B else {
        if let key = key(for: byte) { keys.append(key) }
        continue
      }
      guard rest.first == UInt8(ascii: "[") || rest.first == UInt8(ascii: "O") else {
        keys.append(.quit)
        continue
      }
      rest.removeFirst()
      let parameters = rest.prefix { (0x30...0x3F).contains($0) }
      rest.removeFirst(parameters.count)
      guard let end = rest.popFirst() else { break }
      switch (end, parameters.first) {
      case (UInt8(ascii: "C"), _): keys.append(.nextChange)
      case (UInt8(ascii: "D"), _): keys.append(.previousChange)
      case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), UInt8(ascii: "1")): keys.append(.first)
      case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), UInt8(ascii: "4")): keys.append(.last)
      default: break
      }
    }
    return keys
  }

  private static func key(for byte: UInt8) -> WatchKey? {
    switch byte {
    case UInt8(ascii: " "): .playOrPause
    case UInt8(ascii: "l"): .nextChange
    case UInt8(ascii: "h"): .previousChange
    case UInt8(ascii: "."): .nextEvent
    case UInt8(ascii: ","): .previousEvent
    case UInt8(ascii: "g"): .first
    case UInt8(ascii: "G"): .last
    case UInt8(ascii: "+"), UInt8(ascii: "="): .faster
    case UInt8(ascii: "-"): .slower
    case UInt8(ascii: "q"): .quit
    default: nil
    }
  }
}

/// The place in a run at which somebody watches it, and whether it goes on by itself.
struct WatchState: Hashable {
  /// The event after which everything is shown.
  var event: Int
  var isPlaying = true
  /// The seconds of virtual time in a second.
  var speed: Double

  /// The slowest and the fastest playing.
  static let speeds = 0.01...1000.0
  /// No pause is shorter, so that each change can be seen.
  private static let shortest = Duration.milliseconds(60)
  /// No pause is longer: the run's idle time is folded.
  private static let longest = Duration.milliseconds(1500)

  /// Does what a key says.
  ///
  /// - Parameters:
  ///   - stops: The events at which something that can be seen changed, in order.
  ///   - count: The number of events.
  /// - Returns: Whether it is watched any longer.
  mutating func press(_ key: WatchKey, stops: [Int], count: Int) -> Bool {
    switch key {
    case .playOrPause:
      isPlaying.toggle()
      // At the end it begins anew.
      if isPlaying, next(in: stops) == nil { event = stops.first ?? 0 }
    case .nextChange: move(to: next(in: stops))
    case .previousChange: move(to: stops.last { $0 < event })
    case .nextEvent: move(to: min(event + 1, count - 1))
    case .previousEvent: move(to: max(event - 1, 0))
    case .first: move(to: stops.first)
    case .last: move(to: stops.last)
    case .faster: speed = min(speed * 2, Self.speeds.upperBound)
    case .slower: speed = max(speed / 2, Self.speeds.lowerBound)
    case .quit: return false
    }
    return true
  }

  /// The next change; nil at the end.
  func next(in stops: [Int]) -> Int? { stops.first { $0 > event } }

  /// The real time before the next change is shown.
  ///
  /// - Parameter gap: The virtual time up to it, in nanoseconds.
  func pause(before gap: Int64) -> Duration {
    let scaled = Duration.nanoseconds(Int64(min(Double(gap) / speed, 1e12)))
    return min(max(scaled, Self.shortest), Self.longest)
  }

  private mutating func move(to event: Int?) {
    isPlaying = false
    if let event { self.event = event }
  }
}
