import Foundation
import Network
import Simulator
internal import TestSupport
import Testing

@testable import Web

@Suite("Frames of HTTP/2 are as large as on the wire, and go as windows let them")
struct HTTP2Tests {
  private func bytes(_ table: inout HeaderTable, _ fields: [(String, String)]) -> Int {
    table.encode(fields.map { (name: $0.0, value: $0.1) })
  }

  @Test("fields take the bytes that RFC 7541 shows in its appendix C")
  func headerTable() {
    var table = HeaderTable(keepsAll: true)
    let first = [
      (":method", "GET"), (":scheme", "http"), (":path", "/"), (":authority", "www.example.com"),
    ]
    // C.4.1 to C.4.3.
    #expect(bytes(&table, first) == 17)
    #expect(bytes(&table, first + [("cache-control", "no-cache")]) == 12)
    let third = [
      (":method", "GET"), (":scheme", "https"), (":path", "/index.html"),
      (":authority", "www.example.com"), ("custom-key", "custom-value"),
    ]
    #expect(bytes(&table, third) == 24)
    // C.6.1.
    var answers = HeaderTable(keepsAll: true)
    let response = [
      (":status", "302"), ("cache-control", "private"), ("date", "Mon, 21 Oct 2013 20:13:21 GMT"),
      ("location", "https://www.example.com"),
    ]
    #expect(bytes(&answers, response) == 54)
    #expect(bytes(&answers, response) == 4)
    #expect(HeaderTable.fixed.count == 61)
    // C.1.1 to C.1.3.
    #expect(HeaderTable.integerBytes(10, prefix: 5) == 1)
    #expect(HeaderTable.integerBytes(1337, prefix: 5) == 3)
    #expect(HeaderTable.textBytes("ÄÖÜ") == 7)
  }

  @Test("a digest sees the limits that a side tells, whichever take as many bytes")
  func settings() {
    let frames = [
      HTTP2Frame(.settings(.client)), HTTP2Frame(.settings(.server(mostStreams: 100))),
      HTTP2Frame(.settings(.server(mostStreams: 101))), HTTP2Frame(.settingsTaken),
    ]
    #expect(Set(frames.map(\.digest)).count == frames.count)
  }

  @Test("what was kept first makes room, so that it is spelt out again")
  func room() {
    var table = HeaderTable()
    #expect(bytes(&table, [("x-first", "1")]) > 1)
    #expect(bytes(&table, [("x-first", "1")]) == 1)
    for number in 1...50 {
      _ = bytes(&table, [("x-many", String(repeating: "\(number % 10)", count: 50) + "\(number)")])
    }
    #expect(bytes(&table, [("x-first", "1")]) > 1)
  }

  @Test("a body goes in frames of 16 KiB until the windows are full, and on when they grow")
  func windows() {
    var queue = FrameQueue()
    queue.write(Array(repeating: 1, count: 100_000), to: 1, isLast: true)
    var sent = 0
    func send() -> [Int] {
      var counts: [Int] = []
      while let frame = queue.next() {
        guard case .data(let bytes) = frame.content else { return [] }
        #expect(frame.byteCount == bytes.count + 9)
        counts.append(bytes.count)
        sent += bytes.count
        #expect(frame.endsStream == (sent == 100_000))
      }
      return counts
    }
    #expect(send() == [16_384, 16_384, 16_384, 16_383])
    queue.grow(by: 20_000, 1)
    #expect(send() == [])
    queue.grow(by: 10_000, 0)
    #expect(send() == [10_000])
    queue.grow(by: 90_000, 0)
    #expect(send() == [10_000])
    queue.grow(by: 90_000, 1)
    #expect(send() == [14_465])
  }

  @Test("streams take turns, one whose window is full is passed over, and an end needs no room")
  func turns() {
    var queue = FrameQueue()
    queue.write(Array(repeating: 1, count: 40_000), to: 1, isLast: true)
    queue.write(Array(repeating: 3, count: 20_000), to: 3, isLast: true)
    queue.write([], to: 5, isLast: true)
    var order: [UInt32] = []
    while let frame = queue.next() { order.append(frame.stream) }
    #expect(order == [1, 3, 5, 1, 3, 1])
    queue.write(Array(repeating: 7, count: 9_000), to: 7, isLast: false)
    queue.remove(7)
    #expect(queue.next()?.summary == nil)
  }

  @Test("the other end is told when half of a window was taken, and of no stream that is over")
  func credit() {
    var credit = FrameCredit()
    #expect(credit.take(32_000, on: 1, endsStream: false).isEmpty)
    let told = credit.take(1_000, on: 1, endsStream: false).map(\.summary)
    #expect(told == ["WINDOW_UPDATE by 33000", "stream 1: WINDOW_UPDATE by 33000"])
    #expect(credit.take(32_767, on: 3, endsStream: true).map(\.stream) == [0])
  }
}
