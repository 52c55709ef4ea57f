import Foundation
import Simulator

/// A change of a text that a seed decides.
struct Mutation {
  private var hash: StableHash
  private static let numbers = [
    "0", "-1", "1", "9223372036854775807", "-9223372036854775808", "18446744073709551615",
    "18446744073709551616", "1e308", "99999999999999999999999999", "", "007", "null", "[]",
  ]

  /// How many changes a test tries: `REHEARSAL_MUTATIONS`, or `usual`.
  static func count(usually usual: Int) -> Int {
    ProcessInfo.processInfo.environment["REHEARSAL_MUTATIONS"].flatMap { Int($0) } ?? usual
  }

  init(seed: UInt64) {
    hash = StableHash(seed: seed)
  }

  private mutating func number(below bound: Int) -> Int {
    hash.mix(1 as UInt64)
    return Int(hash.value % UInt64(max(1, bound)))
  }

  /// The text with one or two changes: of bytes, of lines, of numbers, or cut off.
  mutating func changed(_ text: [UInt8]) -> [UInt8] {
    let once = step(text)
    return number(below: 4) == 0 ? step(once) : once
  }

  private mutating func step(_ text: [UInt8]) -> [UInt8] {
    var text = text
    guard !text.isEmpty else { return text }
    let place = number(below: text.count)
    switch number(below: 10) {
    case 0: text[place] ^= UInt8(1 << number(below: 8))
    case 1: text[place] = UInt8(number(below: 256))
    case 2: text.remove(at: place)
    case 3: text.insert(UInt8(number(below: 128)), at: place)
    case 4: text.removeSubrange(place..<min(text.count, place + number(below: 300)))
    case 5: text.removeSubrange(place...)
    case 6: return withNumber(text, near: place)
    default: return withLines(text)
    }
    return text
  }

  /// Another number in the place of the next one.
  private mutating func withNumber(_ text: [UInt8], near place: Int) -> [UInt8] {
    guard let start = text[place...].firstIndex(where: { $0 &- 0x30 < 10 }) else { return text }
    let end = text[start...].firstIndex { $0 &- 0x30 >= 10 } ?? text.count
    let new = Self.numbers[number(below: Self.numbers.count)]
    return Array(text[..<start]) + Array(new.utf8) + Array(text[end...])
  }

  /// A line dropped, doubled, swapped with another one or put elsewhere.
  private mutating func withLines(_ text: [UInt8]) -> [UInt8] {
    var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    let (first, second) = (number(below: lines.count), number(below: lines.count))
    switch number(below: 4) {
    case 0: lines.remove(at: first)
    case 1: lines.insert(lines[first], at: first)
    case 2: lines.swapAt(first, second)
    default: lines.insert(lines.remove(at: first), at: second)
    }
    return Array(lines.joined(separator: [0x0A]))
  }
}
