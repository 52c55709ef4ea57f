extension Exchange {
  /// What only HTTP/2 has: requests side by side over one connection. They are played one after the other over a link of 50 ms each
  /// way, by one client, behind the exchanges of ``script``.
  public static let streams: [Exchange] = [
    .get("far away", "/hello"),
    .several(
      "quick ones beside a slow one",
      [(Request(path: "/slow"), 0)] + (0..<3).map { _ in (Request(path: "/hello"), 150) }),
    .several(
      "cancelled beside another",
      [(Request(path: "/slow"), 0), (Request(path: "/silent") { $0.cancelledAfter = 200 }, 100)]),
    .get("the connection is kept behind it", "/hello"),
    .several(
      "a time-out beside another",
      [
        (Request(path: "/patient") { $0.call = .stream }, 0),
        (Request(path: "/silent") { $0.timeout = 1 }, 200),
      ]),
    .get("the connection is kept behind that", "/hello"),
    .several(
      "a body that is cut off beside another",
      [(Request(path: "/patient") { $0.call = .stream }, 0), (Request(path: "/cut-told"), 200)]),
    .get("the connection is kept behind this", "/hello"),
    .several(
      "a server that goes away beside a slow answer",
      [
        (Request(path: "/slow"), 0), (Request(path: "/closing"), 200),
        (Request(path: "/hello"), 150),
      ]),
    .several(
      "a get that a server that goes away does not look at",
      [(Request(path: "/closing"), 0), (Request(path: "/hello"), 70)]),
    .several(
      "a post that a server that goes away does not look at",
      [(Request(path: "/closing"), 0), (Request(method: "POST", path: "/echo"), 70)]),
    .several(
      "a post with a body that a server that goes away does not look at",
      [
        (Request(path: "/closing"), 0),
        (Request(method: "POST", path: "/echo", body: "once") { $0.call = .upload }, 70),
      ]),
    .request(
      "large fields", "GET", "/large-fields",
      headers: [("X-Large", String(repeating: "fedcba9876543210", count: 1875))]),
    .several(
      "a short one beside a long upload",
      [
        (
          Request(
            method: "POST", path: "/count",
            body: String(repeating: "0123456789abcdef", count: 32_768)
          ) { $0.call = .upload }, 0
        ),
        (Request(path: "/hello"), 150),
      ]),
    Exchange(
      name: "a hundred at once", content: .crowd(Request(path: "/slow"), count: 100)),
    Exchange(
      name: "more than a hundred at once", content: .crowd(Request(path: "/slow"), count: 120)),
  ]

  /// What the library on Linux can't, over the same link and a connection of its own: to read nothing, and to end a stream at once.
  public static let reader: [Exchange] = [
    Exchange(
      name: "a body that nobody reads beside another",
      content: .unread(Request(path: "/endless"), beside: Request(path: "/hello"))),
    .several(
      "given up beside another",
      [
        (Request(path: "/slow"), 0), (Request(path: "/silent") { $0.cancelledAfter = 200 }, 100),
        (Request(path: "/hello"), 700),
      ]),
  ]

  /// What a client does that has no connection yet, over the same link.
  public static let contact: [Exchange] = [
    .several("the first requests together", (0..<3).map { _ in (Request(path: "/slow"), 0) }),
    .get("one behind them", "/hello"),
  ]

  private static func several(_ name: String, _ requests: [(Request, Int)]) -> Exchange {
    Exchange(name: name, content: .several(requests.map { (request: $0.0, pause: $0.1) }))
  }
}

extension Exchange.Request {
  fileprivate init(
    method: String = "GET", path: String, body: String? = nil, _ change: (inout Self) -> Void
  ) {
    self.init(method: method, path: path, body: body)
    change(&self)
  }
}
