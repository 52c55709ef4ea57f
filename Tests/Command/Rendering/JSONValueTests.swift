import Foundation
import Testing

@testable import RehearsalCommand

@Suite("JSON")
struct JSONValueTests {
  @Test("members keep their order")
  func order() {
    let value = JSONValue.members([
      "b": .integer(-1), "a": .unsigned(.max),
      "c": .array([.null, .boolean(true), .boolean(false)]),
      "d": .members([:]),
    ])
    #expect(value.text == #"{"b":-1,"a":18446744073709551615,"c":[null,true,false],"d":{}}"#)
  }

  @Test(
    "every text comes back from a parser as it was",
    arguments: [
      "", "\"quoted\"", "back\\slash", "tab\tline\nreturn\r", "\u{0}\u{1F}\u{7F}", "é 👩‍👩‍👧 \u{2028}",
    ])
  func roundTrip(text: String) throws {
    let data = Data(JSONValue.array([.string(text)]).text.utf8)
    #expect(try JSONDecoder().decode([String].self, from: data) == [text])
  }

  @Test("a line begins with its version and its kind")
  func line() {
    #expect(
      JSONLine.text(kind: "probe", ["x": .integer(1)])
        == "{\"version\":1,\"kind\":\"probe\",\"x\":1}\n")
  }
}
