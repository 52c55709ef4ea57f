import Testing

@testable import Backend

@Suite("Data in a line for a person")
struct NodeTextTests {
  @Test("it is JSON, and cut where it is long")
  func text() throws {
    let node = try Node(parsing: #"{"a": {"b": "x", "0": true}, "c": 1.5}"#)
    #expect(node.brief == #"{"a":{"0":true,"b":"x"},"c":1.5}"#)
    #expect(node.text(atMost: 10) == #"{"a":{"0":…"#)
    #expect(Node.empty.brief == "null")
  }

  @Test("no more of it is looked at than is told")
  func bound() {
    let many = Node(children: (0..<100_000).map { (Key("k\($0)"), Node(.number(1))) })
    #expect(many.brief.count <= 301)
  }

  @Test("a message tells the values that it carries, whole paths with them")
  func messages() {
    let changes = [PathChange("carol/x", .empty), PathChange("bob", "hi")]
    #expect(
      ClientRequest.merge("/invitations", changes).detail
        == #"/invitations/carol/x = null; /invitations/bob = "hi""#)
    #expect(ClientRequest.put("/a", true, hash: nil).detail == "/a = true")
    #expect(ServerMessage.merge("/", changes, tag: nil).detail == #"/carol/x = null; /bob = "hi""#)
    #expect(ServerMessage.overwrite("/a", .empty, tag: nil).detail == "/a = null")
    #expect(ServerMessage.response(number: 3, .ok).detail == "")
    let many = (0..<20).map { PathChange(Path([Key("k\($0)")]), true) }
    #expect(ServerMessage.merge("/", many, tag: nil).detail.hasSuffix("/k11 = true; and 8 more"))
  }

  @Test("a push tells what the system shows, the badge, and the data by name")
  func pushes() {
    let message = PushMessage(
      notification: .init(title: "Bob", body: "hi"), badge: 2, data: ["b": "2", "a": "1"])
    #expect(message.detail == "“Bob”: “hi”; badge 2; a = 1; b = 2")
  }
}
