import Harness
import Simulator
import Testing

@testable import RehearsalCommand

@Suite("A recording between two processes, and in a page")
struct RecordingCodingTests {
  private static var sample: Recording {
    var recording = Recording()
    recording.texts = ["Alice", "", "“hä”\n<script>", "sent", "main"]
    recording.places = [CodeLocation(fileID: "a/B.swift", filePath: "/x/B.swift", line: 12)]
    recording.nodes = [
      .init(role: .bubble, traits: 33, texts: [2, 1, 1, 1], parts: []),
      .init(role: .screen, traits: 0, texts: [1, 1, 1, 1], parts: [0]),
    ]
    recording.phones = [.init(name: 0, user: 0)]
    recording.events = [
      .init(instant: 5, kind: .screen, subject: 0, text: 2, step: 1),
      .init(instant: 9, kind: .message, subject: 0, text: 3, step: 2),
      .init(instant: 9, kind: .message, subject: 0, text: 2, step: 2),
    ]
    recording.steps = [
      .init(instant: 5, lane: 4, cause: 0, wait: -1), .init(instant: 9, lane: 4, cause: 1, wait: 0),
    ]
    recording.waits = [.init(place: 0, text: 3, kind: 4)]
    recording.frames = [.init(event: 0, phone: 0, part: .screen, value: 1, description: 2)]
    recording.flights = [.init(sent: 1, ended: 2, end: .lost, isAgain: true, isTwice: false)]
    recording.passages = [
      .init(
        host: 0, isUp: true, instant: 5, radio: 1, queueing: 2, wire: 3, bytes: 52, reason: -1),
      .init(
        host: 0, isUp: false, instant: 9, radio: 0, queueing: 0, wire: 0, bytes: 90, reason: 3),
    ]
    recording.spans = [
      .init(
        kind: .fault, owner: 0, text: 2, from: 5, begin: 0, finish: -1, to: 9, end: .failed,
        limit: -1, place: 0)
    ]
    recording.lines = [.init(event: 1, place: 0)]
    recording.details = [.init(event: 1, text: 3)]
    recording.writes = [
      .init(event: 0, place: 2, value: 3), .init(event: 2, place: 4, value: -1),
    ]
    recording.names.restore("-Oi", "“hello”")
    return recording
  }

  @Test("it arrives as it was sent")
  func comesBack() throws {
    #expect(try Recording(Self.sample.payload[...]) == Self.sample)
  }

  @Test("whatever is cut off is refused")
  func refusesHalves() {
    let payload = Self.sample.payload
    for count in stride(from: 0, to: payload.count, by: 7) {
      #expect(throws: ByteReader.Malformed.self) { try Recording(payload.prefix(count)) }
    }
  }

  @Test("a part with colours has their texts behind its parts, also in another process")
  func writesColours() throws {
    var recording = Self.sample
    recording.texts.append("#000000")
    recording.nodes.append(
      .init(role: .image, traits: 0, texts: [2, 1, 1, 1, 1, 5], parts: [0]))
    #expect(try Recording(recording.payload[...]) == recording)
    let text = RecordingDocument(recording: recording).text
    #expect(text.contains(#",["image",0,2,1,1,1,2,[1,5]]]"#), "\(text)")
  }

  @Test("its columns are differences, texts that are new stand for themselves")
  func writesColumns() {
    let text = RecordingDocument(recording: Self.sample).text
    #expect(
      text.contains(
        #""events":{"t":[5,4,0],"k":[4,2,2],"s":[0,0,0],"x":[2,0,-3],"n":[1,1,0]}"#), "\(text)")
    #expect(text.contains(#""nodes":[["bubble",33,2,1,1,1],["screen",0,1,1,1,1,1]]"#))
    #expect(text.contains(#""steps":{"t":[5,4],"l":[4,4],"c":[0,1],"w":[0,1]}"#))
    #expect(text.contains(#""details":{"e":[1],"x":[3]}"#))
    #expect(text.contains(#""writes":{"e":[0,2],"p":[2,1],"v":[4,-1]}"#))
    #expect(text.contains(#""flights":{"s":[1],"e":[1],"r":[6]}"#))
    #expect(
      text.contains(
        #""passages":{"h":[1,0],"t":[5,4],"r":[1,0],"q":[2,0],"w":[3,0],"b":[52,90],"x":[0,4]}"#),
      "\(text)")
    #expect(!text.contains("descriptions"))
  }
}
