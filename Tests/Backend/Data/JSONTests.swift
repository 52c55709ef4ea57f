import Testing

@testable import Backend

@Suite struct JSONTests {
  @Test(
    "a document reads back as it was written",
    arguments: [
      "null", "true", "-0.5", "12345678901234", "1e-07", #""a\"\\\n\u001f é😀""#, "[1,[],{}]",
      #"{"a":{"b":[null,false]},"":0}"#,
    ])
  func roundTrip(_ text: String) throws {
    #expect(try JSON(parsing: text).description == text)
    #expect(try JSON(parsing: " \n\(text)\t") == JSON(parsing: text))
  }

  @Test("escapes of every kind are read")
  func escapes() throws {
    #expect(try JSON(parsing: #""\/\b\f\r\t\u00e9\ud83d\ude00""#) == .string("/\u{8}\u{C}\r\té😀"))
  }

  @Test(
    "a mistake is named with its place",
    arguments: [
      ("", 1, 1), ("{\n  \"a\" 1}", 2, 7), ("[1,]", 1, 4), ("{\"a\":1,}", 1, 8), ("01", 1, 1),
      ("1.", 1, 3), ("tru", 1, 1), ("\"a", 1, 1), ("\"\\ud800\"", 1, 2), ("\"\\x\"", 1, 2),
      ("1 2", 1, 3), ("\"\u{1}\"", 1, 2), ("1e999", 1, 1), ("[1 2]", 1, 4), ("-", 1, 2),
      ("// c\n1", 1, 1), (String(repeating: "[", count: 300), 1, 257),
    ])
  func mistakes(_ text: String, _ line: Int, _ column: Int) throws {
    let error = #expect(throws: JSONError.self) { try JSON(parsing: text) }
    #expect(error.map { [$0.line, $0.column] } == [line, column])
  }

  @Test("comments are skipped where they are allowed")
  func comments() throws {
    let text = "// rules\n{ /* of\nall */ \"a\": 1 // end\n}"
    #expect(try JSON(parsing: text, allowsComments: true)["a"] == .number(1))
    #expect(throws: JSONError.self) { try JSON(parsing: "/* open", allowsComments: true) }
  }

  @Test("an array stands for children and children with dense numbers for an array")
  func arrays() throws {
    #expect(try Node(parsing: #"["a", null, "c"]"#) == ["0": "a", "2": "c"])
    #expect(
      Node(dictionaryLiteral: ("0", "a"), ("2", "c")).json(.value).description == #"["a",null,"c"]"#
    )
    #expect(
      Node(dictionaryLiteral: ("0", "a"), ("4", "c")).json(.value).description
        == #"{"0":"a","4":"c"}"#)
    #expect(
      Node(dictionaryLiteral: ("0", 1), ("x", 1)).json(.value).description == #"{"0":1,"x":1}"#)
    #expect(
      Node(dictionaryLiteral: ("0", 1), ("01", 1)).json(.value).description == #"{"0":1,"01":1}"#)
    #expect(Node(dictionaryLiteral: ("0", 1)).json(.export).description == #"{"0":1}"#)
  }

  @Test(
    "what the platform refuses is refused",
    arguments: [
      #"{"a.b": 1}"#, #"{".value": {"a": 1}}"#, #"{".value": 1, "a": 1}"#, #"{".sv": "now"}"#,
      #"{"a": {".priority": true, ".value": 1}}"#, #"{".sv": {"increment": "1"}}"#,
      #"{".info": 1}"#,
    ])
  func refusals(_ text: String) {
    #expect(throws: DataError.self) { try Node(parsing: text) }
  }

  @Test("data may nest 32 levels and no more")
  func depth() throws {
    func nested(_ levels: Int) -> String {
      String(repeating: "{\"k\":", count: levels) + "1" + String(repeating: "}", count: levels)
    }
    _ = try Node(parsing: nested(32))
    #expect(throws: DataError.self) { try Node(parsing: nested(33)) }
    #expect(throws: DataError.self) { try Node(parsing: nested(32), at: "a") }
  }
}
