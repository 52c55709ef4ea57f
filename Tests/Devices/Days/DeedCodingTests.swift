import Harness
import Testing

@testable import Devices

@Suite("Deeds as texts")
struct DeedCodingTests {
  enum Sample: Hashable, Codable, Sendable {
    case plain
    case one(String)
    case named(with: [String], isGroup: Bool)
    case mixed(Int, of: String?)
    case nested(Inner)
    case deep(Box)
  }

  enum Inner: Hashable, Codable, Sendable {
    case first(Int, by: Touch = .long)
    case second
    case third(Double)
  }

  enum Touch: String, Hashable, Codable, Sendable {
    case long = "long press"
    case short
  }

  struct Box: Hashable, Codable, Sendable {
    var names: [String: Int]?
    var list: [Inner]
  }

  @Test(
    "a value reads as it was written",
    arguments: [
      Sample.plain, .one(""), .one("a \"b\" \\ \n\u{1} ä \u{2028} 🕓"),
      .named(with: [], isGroup: true),
      .named(with: ["a", "b,c"], isGroup: false), .mixed(-7, of: nil), .mixed(1 << 53 - 1, of: "x"),
      .nested(.second), .nested(.first(3, by: .short)), .nested(.first(3)), .nested(.third(-1.5)),
      .deep(Box(names: nil, list: [])), .deep(Box(names: ["_0": 1], list: [])),
      .deep(Box(names: ["k": 1], list: [.second, .first(1)])),
    ])
  func roundTrip(value: Sample) throws {
    let text = try DeedEncoder.text(of: value)
    #expect(!text.contains { $0.isNewline })
    #expect(try DeedDecoder.value(of: Sample.self, in: text) == value)
  }

  @Test("a gesture reads well")
  func wording() throws {
    #expect(try DeedEncoder.text(of: Sample.nested(.second)) == #"{"nested":{"second":{}}}"#)
    #expect(try DeedEncoder.text(of: Sample.one("hi")) == #"{"one":"hi"}"#)
    #expect(try DeedEncoder.text(of: Sample.mixed(3, of: "a")) == #"{"mixed":{"_0":3,"of":"a"}}"#)
  }

  @Test("the text of a deed stays as it is in tokens and kept days, whatever is in it")
  func pinned() throws {
    #expect(
      try DeedEncoder.text(of: Sample.one("a \"b\" \\ /\t\n\u{1}\u{7F}\u{A0}\u{2028} ä 🕓"))
        == #"{"one":"a \"b\" \\ /\u0009\u000a\u0001\u007f\u00a0\u2028 ä 🕓"}"#)
    #expect(
      try DeedEncoder.text(of: Sample.named(with: ["b", "a"], isGroup: true))
        == #"{"named":{"with":["b","a"],"isGroup":true}}"#)
    #expect(
      try DeedEncoder.text(of: Sample.nested(.first(-3, by: .short)))
        == #"{"nested":{"first":{"_0":-3,"by":"short"}}}"#)
    #expect(
      try DeedEncoder.text(of: Sample.deep(Box(names: ["_0": 1_000_000], list: [.second])))
        == #"{"deep":{"names":{"_0":1000000},"list":[{"second":{}}]}}"#)
    #expect(
      try DeedEncoder.text(of: PhoneFault.slow(factor: 2, plus: 3, milliseconds: 4))
        == #"{"slow":{"factor":2,"plus":3,"milliseconds":4}}"#)
  }

  @Test("a number with more digits than JSON keeps is no deed")
  func longNumbers() {
    #expect(throws: EncodingError.self) { try DeedEncoder.text(of: Sample.mixed(.max, of: nil)) }
  }

  @Test(
    "what is no deed is refused",
    arguments: [
      "", "{", "{\"plain\":{}", "{\"plain\":{}}x", "{\"other\":{}}", "[]", "{\"one\":3}", "nul",
      "{\"mixed\":{\"_0\":\"x\"}}", "{\"named\":{\"with\":[\"a\"]}}", "{\"one\":\"\\q\"}",
      String(repeating: "[", count: 100),
    ])
  func malformed(text: String) {
    #expect(throws: (any Error).self) { try DeedDecoder.value(of: Sample.self, in: text) }
  }

  @Test("gestures of any phone, and faults, read as they were written")
  func phones() throws {
    let gestures: [PhoneGesture] = [
      .background, .airplaneMode(true), .network("3g"), .clock(milliseconds: -5),
      .anotherPhone("Bob2", profile: "lte"), .lock, .restart, .permission(.notDetermined),
      .answerPrompt(allows: false), .lowPower(true), .timeZone(hours: -3),
    ]
    for gesture in gestures {
      let text = try DeedEncoder.text(of: gesture)
      #expect(try DeedDecoder.value(of: PhoneGesture.self, in: text) == gesture)
    }
    let faults: [PhoneFault] = [
      .partition(milliseconds: 3), .slow(factor: 2, plus: 3, milliseconds: 4),
      .lostAcknowledgement(isSilent: true), .killAtCommit(isDurable: false),
      .fullDisk(milliseconds: 5), .failedCommit, .slowDisk(milliseconds: 6),
      .handover(profile: "wifi"), .reclaimedSockets, .killForMemory,
    ]
    for fault in faults {
      let text = try DeedEncoder.text(of: fault)
      #expect(try DeedDecoder.value(of: PhoneFault.self, in: text) == fault)
    }
  }
}
