extension Exchange {
  /// The script: its exchanges are played one after the other by one client, which keeps its cookies and its cache.
  public static let script: [Exchange] =
    methods + statuses + redirections + bodies + failures + caching + files + cookies + sockets

  private static let text = [("Content-Type", "text/plain")]

  static let methods: [Exchange] = [
    .get("get", "/hello"),
    .get("get again, over the same connection", "/hello"),
    .get("query", "/hello?a=b%20c&d=%C3%A9&e"),
    .get("escaped path", "/hello/a%20b/%C3%A9"),
    .request("head", "HEAD", "/hello"),
    .request("post", "POST", "/echo", body: "hello", headers: text),
    .request("post without a type", "POST", "/echo", body: "a=b"),
    .request("post without a body", "POST", "/echo"),
    .request("put", "PUT", "/echo", body: "hello", headers: text),
    .request("put without a type", "PUT", "/echo", body: "hello"),
    .request("patch", "PATCH", "/echo", body: "hello", headers: text),
    .request("delete", "DELETE", "/echo"),
    .request("options", "OPTIONS", "/echo"),
    .request("a method of one's own", "PROPFIND", "/echo"),
    .request("upload", "POST", "/echo", body: "hello", headers: text) { $0.call = .upload },
    .request("upload without a type", "POST", "/echo", body: "hello") { $0.call = .upload },
    .get("own headers", "/hello", headers: [("X-One", "1"), ("X-Two", "two, three")]),
    .get("authorization", "/hello", headers: [("Authorization", "Bearer 1")]),
  ]

  static let statuses: [Exchange] =
    [201, 202, 204, 300, 304, 400, 401, 403, 404, 409, 410, 429, 500, 503].map {
      .get("status \($0)", "/status/\($0)")
    } + [
      .request("status 204 to a post", "POST", "/status/204", body: "hello", headers: text),
      .get("headers that come twice", "/twice"),
      .get("a header without a value", "/empty-header"),
      .get("an empty body", "/empty"),
    ]

  static let redirections: [Exchange] =
    [301, 302, 303, 307, 308].flatMap { status -> [Exchange] in
      let path = "/to-seen/\(status)"
      return [
        .get("get by \(status)", path),
        .request("post by \(status)", "POST", path, body: "hello", headers: text),
        .request("put by \(status)", "PUT", path, body: "hello", headers: text),
      ]
    } + [
      .request("head by 303", "HEAD", "/to-seen/303"),
      .get("a redirection to a relative place", "/relative"),
      .get("a redirection without a place", "/nowhere"),
      .get("sixteen redirections", "/hop/15"),
      .get("seventeen redirections", "/hop/16"),
      .get("a redirection with a body", "/long-way"),
    ]

  static let cookies: [Exchange] = [
    .get("a cookie is set", "/set-cookie"),
    .get("a cookie goes along", "/who"),
    .get("no cookie goes to another path", "/other"),
    .get("two cookies, one for a path", "/set-two"),
    .get("a cookie for a path goes along", "/deep/who"),
    .get("a request that wants none", "/who") { $0.handlesCookies = false },
    .get("a cookie by a redirection", "/set-and-go"),
    .get("a cookie is taken back", "/unset-cookie"),
    .get("the others stay", "/who"),
  ]

  static let bodies: [Exchange] = [
    .get("chunks", "/chunks"),
    .get("chunks as they come", "/chunks") { $0.call = .stream },
    .get("no chunk", "/no-chunk"),
    .get("a told length as it comes", "/told") { $0.call = .stream },
    .request("head of chunks", "HEAD", "/chunks"),
    .get("a megabyte from there", "/large"),
    .request("a megabyte to there", "POST", "/count", body: large, headers: text),
    .get("a close behind the answer", "/closing"),
    .get("a new connection behind it", "/hello"),
    Exchange(
      name: "a quick one beside a slow one",
      content: .both(Request(path: "/slow"), Request(path: "/hello"))),
  ]

  private static let large = String(repeating: "0123456789abcdef", count: 65_536)

  static let failures: [Exchange] = [
    .get("a body that is cut off", "/cut-told"),
    .get("a body that is cut off, as it comes", "/cut-told") { $0.call = .stream },
    .get("chunks that are cut off", "/cut-chunks"),
    .get("a hang-up in place of an answer", "/hang-up"),
    .request(
      "a hang-up in place of an answer to a post", "POST", "/hang-up", body: "hello", headers: text),
    .get("silence", "/silent") { $0.timeout = 1 },
    .get("silence within a body", "/silent-within") {
      $0.timeout = 1
      $0.call = .stream
    },
    .get("longer than a time-out, but never silent", "/patient") {
      $0.timeout = 1
      $0.call = .stream
    },
    .get("cancelled before the answer", "/silent") { $0.cancelledAfter = 400 },
    .get("cancelled within the body", "/silent-within") {
      $0.cancelledAfter = 700
      $0.call = .stream
    },
    .get("nobody listens", "/") { $0.address = "closed" },
    .get("no such host", "/") { $0.address = "unknown" },
    .get("no such scheme", "/") { $0.address = "scheme" },
  ]

  static let caching: [Exchange] = [
    .get("fresh for a minute", "/minute"),
    .get("fresh for a minute, again", "/minute"),
    .get("not to be stored", "/no-store"),
    .get("not to be stored, again", "/no-store"),
    .get("tagged", "/tagged"),
    .get("tagged, again", "/tagged"),
    .get("tagged, the app asks itself", "/tagged", headers: [("If-None-Match", "\"1\"")]),
    .get("past the local cache", "/minute") { $0.policy = .reload },
    .get("kept or loaded", "/minute") { $0.policy = .elseLoad },
    .get("kept or nothing", "/minute") { $0.policy = .dontLoad },
    .get("nothing", "/never-loaded") { $0.policy = .dontLoad },
  ]

  static let files: [Exchange] = [
    .get("a download", "/told") { $0.call = .download },
    .get("a download of what is missing", "/status/404") { $0.call = .download },
    .request("a file is sent", "POST", "/echo", body: "from a file", headers: text) {
      $0.call = .file
    },
  ]

  static let sockets: [Exchange] = [
    Exchange(
      name: "a socket echoes",
      content: .socket(
        path: "/socket", [.sendText("one"), .receive, .sendData([0, 255]), .receive, .ping])),
    Exchange(
      name: "the server closes a socket",
      content: .socket(path: "/socket", [.sendText("bye"), .receive, .receive])),
    Exchange(
      name: "the client closes a socket",
      content: .socket(
        path: "/socket", [.sendText("one"), .receive, .close(code: 4002, reason: "enough")])),
    Exchange(
      name: "a socket with a long message",
      content: .socket(
        path: "/socket", [.sendText(String(repeating: "x", count: 70_000)), .receive])),
    Exchange(name: "no socket there", content: .socket(path: "/status/404", [.receive])),
  ]
}
