/// What the server of the script answers, whoever sends it.
public struct ScriptReply: Sendable {
  public enum Body: Sendable {
    case whole(String)
    /// Parts with pauses between them, in milliseconds; `length` tells a length, and `isCut` ends without an end.
    case parts([String], pause: Int, length: Int? = nil, isCut: Bool = false)
    /// The connection is reset.
    case hangUp
  }

  public var status = 200
  public var headers: [(name: String, value: String)] = []
  public var body = Body.whole("")
  /// Whether the server tells the time.
  public var isDated = false
  /// How long the server waits before it answers, in milliseconds.
  public var delay = 0

  init(
    _ status: Int = 200, _ headers: [(String, String)] = [], _ body: String = "", delay: Int = 0
  ) {
    self.status = status
    self.headers = headers.map { ($0.0, $0.1) }
    self.body = .whole(body)
    self.delay = delay
  }

  /// A time as HTTP writes it (RFC 9110, 5.6.7).
  public static func date(_ seconds: Double) -> String {
    let total = Int(seconds)
    let (days, rest) = (total / 86_400, total % 86_400)
    // As Howard Hinnant's `civil_from_days` counts.
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let names = [
      "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan", "Feb",
    ]
    let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = two(dayOfYear - (153 * month + 2) / 5 + 1)
    let time = [rest / 3600, rest / 60 % 60, rest % 60].map(two).joined(separator: ":")
    return "\(weekdays[days % 7]), \(day) \(names[month]) \(year) \(time) GMT"
  }

  init(
    parts: [String], pause: Int = 300, length: Int? = nil, isCut: Bool = false
  ) {
    headers = [("Content-Type", "text/plain")]
    body = .parts(parts, pause: pause, length: length, isCut: isCut)
  }
}

/// A request as the server of the script gets it.
public struct ScriptRequest: Sendable {
  public let method: String
  /// The path with its query, as it came.
  public let target: String
  public let headers: [(name: String, value: String)]
  public let body: String

  public init(method: String, target: String, headers: [(String, String)], body: String) {
    self.method = method
    self.target = target
    self.headers = headers.map { ($0.0, $0.1) }
    self.body = body
  }

  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// What the server notes of it.
  ///
  /// - Parameter isNew: Whether it is the first of its connection.
  public func note(isNew: Bool) -> String {
    var parts = ["server: \(method) \(target)", isNew ? "new connection" : "kept connection"]
    let told = ["content-type", "content-length", "transfer-encoding", "cookie", "authorization"]
    for name in told + ["if-none-match", "x-one", "x-two"] {
      guard let value = header(name) else { continue }
      parts.append("\(name): \(name == "cookie" ? Self.sorted(value) : value)")
    }
    if !body.isEmpty { parts.append(body.utf8.count > 40 ? "\(body.utf8.count) bytes" : body) }
    return parts.joined(separator: "; ")
  }

  /// The library sends cookies in an order that differs from process to process.
  private static func sorted(_ cookies: String) -> String {
    cookies.split(separator: ";").map { $0.drop { $0 == " " } }.sorted().joined(separator: "; ")
  }

  /// The names of all headers but those of the script.
  public var otherNames: String {
    "server: names " + headers.map { $0.name.lowercased() }.sorted().joined(separator: ", ")
  }

  /// What the server answers.
  public var reply: ScriptReply {
    let path = String(target.prefix { $0 != "?" })
    let parts = path.split(separator: "/").map(String.init)
    let number = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    switch parts.first ?? "" {
    case "hello": return ScriptReply(200, [("Content-Type", "text/plain")], "hello")
    case "echo":
      return ScriptReply(200, [("X-Method", method)], body)
    case "count": return ScriptReply(200, [], "\(body.utf8.count)")
    case "status": return status(number)
    case "twice": return ScriptReply(200, [("X-Twice", "one"), ("X-Twice", "two")], "")
    case "empty-header": return ScriptReply(200, [("X-Empty", "")], "")
    case "to-seen": return ScriptReply(number, [("Location", "/seen")], "moved")
    case "seen": return ScriptReply(200, [("X-Method", method)], body)
    case "relative": return ScriptReply(302, [("Location", "seen?a=b")])
    case "nowhere": return ScriptReply(302, [], "nowhere")
    case "hop":
      return ScriptReply(302, [("Location", number == 0 ? "/seen" : "/hop/\(number - 1)")])
    case "long-way":
      return ScriptReply(302, [("Location", "/seen")], String(repeating: "x", count: 20_000))
    case "set-cookie": return ScriptReply(200, [("Set-Cookie", "a=1; Path=/who")])
    case "set-two":
      return ScriptReply(
        200, [("Set-Cookie", "b=2; Path=/; HttpOnly"), ("Set-Cookie", "c=3; Path=/deep")])
    case "set-and-go":
      return ScriptReply(302, [("Set-Cookie", "d=4; Path=/who"), ("Location", "/who")])
    case "unset-cookie": return ScriptReply(200, [("Set-Cookie", "b=; Path=/; Max-Age=0")])
    case "who", "deep", "other":
      return ScriptReply(200, [], header("Cookie").map(Self.sorted) ?? "no cookie")
    case "chunks": return ScriptReply(parts: ["one,", "two,", "three"])
    case "no-chunk": return ScriptReply(parts: [])
    case "told": return ScriptReply(parts: ["one,", "two,", "three"], length: 13)
    case "large": return ScriptReply(200, [], String(repeating: "0123456789abcdef", count: 65_536))
    case "closing": return ScriptReply(200, [("Connection", "close")], "bye")
    case "slow": return ScriptReply(200, [], "slow", delay: 600)
    case "cut-told": return ScriptReply(parts: ["one,", "two,"], length: 13, isCut: true)
    case "cut-chunks": return ScriptReply(parts: ["one,", "two,"], isCut: true)
    case "hang-up":
      var reply = ScriptReply()
      reply.body = .hangUp
      return reply
    case "silent": return ScriptReply(200, [], "late", delay: 3000)
    case "silent-within": return ScriptReply(parts: ["one,", "late"], pause: 3000)
    case "patient": return ScriptReply(parts: ["one,", "two,", "three"], pause: 700)
    case "minute": return dated(ScriptReply(200, [("Cache-Control", "max-age=60")], "minute"))
    case "no-store": return dated(ScriptReply(200, [("Cache-Control", "no-store")], "secret"))
    case "tagged":
      let isKnown = header("If-None-Match") == "\"1\""
      let headers = [("Cache-Control", "no-cache"), ("ETag", "\"1\"")]
      return dated(isKnown ? ScriptReply(304, headers) : ScriptReply(200, headers, "tagged"))
    case "large-fields":
      // The library on Linux waits for ever for one of 20,000 bytes by HTTP/2.
      return ScriptReply(
        200,
        [
          ("X-Large", String(repeating: "0123456789abcdef", count: 800)),
          ("X-Heard", "\(header("X-Large")?.utf8.count ?? 0)"),
        ])
    case "endless":
      return ScriptReply(200, [], String(repeating: "0123456789abcdef", count: 16_384))
    default: return ScriptReply()
    }
  }

  private func dated(_ reply: ScriptReply) -> ScriptReply {
    var reply = reply
    reply.isDated = true
    return reply
  }

  private func status(_ number: Int) -> ScriptReply {
    var headers: [(String, String)] = []
    switch number {
    case 201: headers = [("Location", "/made/1")]
    case 300: headers = [("Location", "/seen")]
    case 401: headers = [("WWW-Authenticate", "Bearer realm=\"script\"")]
    case 429, 503: headers = [("Retry-After", "1")]
    default: break
    }
    return ScriptReply(number, headers, number == 204 || number == 304 ? "" : "status \(number)")
  }
}
