internal import Simulator

/// Changes of days, as an exploration makes them: a mixture of what two days did, a little different.
///
/// The same days and the same number give the same day.
struct DayMutation {
  private let seed: UInt64
  private var count: UInt64 = 0

  init(seed: UInt64) { self.seed = seed }

  /// A uniform number below `bound`; 0 for a bound below 1.
  mutating func below(_ bound: Int) -> Int {
    guard bound > 1 else { return 0 }
    count += 1
    let bits = StableHash.finalize(seed &+ count &* 0x9E37_79B9_7F4A_7C15)
    return Int(bits.multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A range of steps of at most `length`; empty where there are none.
  private mutating func range(of day: Day, atMost length: Int) -> Range<Int> {
    guard !day.steps.isEmpty else { return 0..<0 }
    let start = below(day.steps.count)
    return start..<min(day.steps.count, start + 1 + below(length))
  }

  /// Another day made of one, and of parts of another.
  mutating func mutate(_ day: Day, with other: Day) -> Day {
    var day = day
    if below(2) == 0 {
      // All of it, or its beginning, and then whatever is possible there: names stay right, and new gestures meet old states.
      if below(2) == 0 { day.steps.removeLast(below(day.steps.count)) }
      day.more = 20 + below(80)
      return day
    }
    for _ in 0...below(3) { change(&day, other) }
    if day.steps.count > Self.longest { day.steps.removeLast(day.steps.count - Self.longest) }
    return day
  }

  /// More steps than this make no day better.
  private static let longest = 160

  private mutating func change(_ day: inout Day, _ other: Day) {
    switch below(9) {
    case 0: day.steps.removeSubrange(range(of: day, atMost: 8))
    case 1:
      // Once more.
      let again = range(of: day, atMost: 8)
      day.steps.insert(contentsOf: day.steps[again], at: again.upperBound)
    case 2:
      let moved = range(of: day, atMost: 6)
      let steps = day.steps[moved]
      day.steps.removeSubrange(moved)
      day.steps.insert(contentsOf: steps, at: below(day.steps.count + 1))
    case 3:
      for place in range(of: day, atMost: 10) {
        day.steps[place].wait = [.zero, .milliseconds(100), .seconds(2), .minutes(2)][below(4)]
      }
    case 4:
      // The same by somebody else.
      for place in range(of: day, atMost: 3) where !day.phones.isEmpty {
        day.steps[place].phone = day.phones[below(day.phones.count)].name
      }
    case 5:
      let part = other.steps[range(of: other, atMost: 12)]
      day.steps.insert(contentsOf: part, at: below(day.steps.count + 1))
    case 6:
      day.steps.removeLast(day.steps.count - below(day.steps.count + 1))
      day.steps += other.steps[below(other.steps.count + 1)...]
    default:
      // Its beginning, and then whatever is possible there.
      day.steps.removeLast(day.steps.count - below(day.steps.count + 1))
      day.more = 10 + below(50)
    }
  }
}
