/// The fields that both ends of an HTTP/2 connection have seen in one direction, by which HPACK shortens the next ones (RFC 7541).
///
/// It tells how many bytes a list of fields takes: what was sent before takes one or two, all else is Huffman-coded where that is
/// shorter, and kept. What is seldom sent twice is not kept, nor are secrets, which is the sender's choice: here that of nghttp2
/// (`hd_deflate_decide_indexing` and `deflate_nv` of `lib/nghttp2_hd.c`).
struct HeaderTable: Sendable {
  /// A name in lower case with its value.
  typealias Field = (name: String, value: String)

  /// The most bytes that are kept (RFC 9113, 6.5.2).
  private static let capacity = 4096
  /// The fields that were kept last come first.
  private var kept: [(name: String, value: String)] = []
  private var byteCount = 0
  /// Whether all fields are kept, as in the examples of RFC 7541, appendix C.
  private let keepsAll: Bool

  init(keepsAll: Bool = false) { self.keepsAll = keepsAll }

  /// Takes a list of fields; returns its bytes on the wire.
  mutating func encode(_ fields: [Field]) -> Int { fields.reduce(0) { $0 + encode($1) } }

  private mutating func encode(_ field: Field) -> Int {
    if keepsAll || !Self.isSecret(field),
      let index = index(where: { $0.name == field.name && $0.value == field.value })
    {
      return Self.integerBytes(index, prefix: 7)
    }
    let name = index { $0.name == field.name }
    let isKept = keepsAll || Self.isWorthKeeping(field)
    if isKept { keep(field) }
    // RFC 7541, 6.2: a field that is not kept leaves fewer bits for the number of its name.
    return Self.integerBytes(name ?? 0, prefix: isKept ? 6 : 4)
      + (name == nil ? Self.textBytes(field.name) : 0) + Self.textBytes(field.value)
  }

  /// Whether a field is never kept, by either side: a short cookie could be guessed (RFC 7541, 7.1.3).
  private static func isSecret(_ field: Field) -> Bool {
    field.name == "authorization" || field.name == "cookie" && field.value.utf8.count < 20
  }

  private static func isWorthKeeping(_ field: Field) -> Bool {
    !isSecret(field) && !passing.contains(field.name) && size(field) <= capacity * 3 / 4
  }

  /// The names of fields whose value seldom comes twice.
  private static let passing = [
    ":path", "age", "content-length", "etag", "if-modified-since", "if-none-match", "location",
    "set-cookie",
  ]

  /// The number of a field, that of the fixed ones first; counted from 1.
  private func index(where matches: (Field) -> Bool) -> Int? {
    if let place = HeaderTable.fixed.firstIndex(where: matches) { return place + 1 }
    return kept.firstIndex(where: matches).map { HeaderTable.fixed.count + $0 + 1 }
  }

  /// Keeps a field; the oldest make room (RFC 7541, 4.4).
  private mutating func keep(_ field: Field) {
    byteCount += Self.size(field)
    kept.insert(field, at: 0)
    while byteCount > Self.capacity, let oldest = kept.popLast() { byteCount -= Self.size(oldest) }
  }

  /// RFC 7541, 4.1.
  private static func size(_ field: Field) -> Int {
    field.name.utf8.count + field.value.utf8.count + 32
  }

  /// RFC 7541, 5.1.
  static func integerBytes(_ value: Int, prefix: Int) -> Int {
    var rest = value - (1 << prefix - 1)
    if rest < 0 { return 1 }
    var count = 2
    while rest >= 128 {
      rest >>= 7
      count += 1
    }
    return count
  }

  /// RFC 7541, 5.2: the length and the shorter of both forms.
  static func textBytes(_ text: String) -> Int {
    let bits = text.utf8.reduce(0) { $0 + Int(codeBits[Int($1)]) }
    let count = min(text.utf8.count, (bits + 7) / 8)
    return integerBytes(count, prefix: 7) + count
  }

  /// The bits of the code of each byte (RFC 7541, appendix B).
  private static let codeBits: [UInt8] = [
    13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28,
    28, 28, 28, 28, 28, 28, 28, 28, 6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5,
    6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10, 13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
    7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6, 15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5,
    6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28, 20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23,
    23, 23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24, 22, 21, 20,
    22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22,
    22, 23, 22, 22, 23, 26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25, 19, 21, 26,
    27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27, 20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25,
    25, 24, 24, 26, 23, 26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26,
  ]
}

extension HeaderTable {
  /// The fields that everybody knows (RFC 7541, appendix A).
  static let fixed: [Field] = valued + named.map { (name: $0, value: "") }

  private static let valued: [Field] = [
    (":authority", ""), (":method", "GET"), (":method", "POST"), (":path", "/"),
    (":path", "/index.html"), (":scheme", "http"), (":scheme", "https"), (":status", "200"),
    (":status", "204"), (":status", "206"), (":status", "304"), (":status", "400"),
    (":status", "404"), (":status", "500"), ("accept-charset", ""),
    ("accept-encoding", "gzip, deflate"),
  ]

  /// Those of which the name alone is known.
  private static let named = [
    "accept-language", "accept-ranges", "accept", "access-control-allow-origin", "age", "allow",
    "authorization", "cache-control", "content-disposition", "content-encoding",
    "content-language", "content-length", "content-location", "content-range", "content-type",
    "cookie", "date", "etag", "expect", "expires", "from", "host", "if-match",
    "if-modified-since", "if-none-match", "if-range", "if-unmodified-since", "last-modified",
    "link", "location", "max-forwards", "proxy-authenticate", "proxy-authorization", "range",
    "referer", "refresh", "retry-after", "server", "set-cookie", "strict-transport-security",
    "transfer-encoding", "user-agent", "vary", "via", "www-authenticate",
  ]

  /// The fields of a request (RFC 9113, 8.3.1).
  static func fields(of head: RequestHead) -> [Field] {
    [
      (":method", head.method), (":scheme", "https"), (":authority", head.headers["Host"] ?? ""),
      (":path", head.target),
    ] + fields(of: head.headers).filter { $0.name != "host" }
  }

  /// The fields of a response (RFC 9113, 8.3.2).
  static func fields(of head: ResponseHead) -> [Field] {
    [(":status", "\(head.status)")] + fields(of: head.headers)
  }

  private static func fields(of headers: HeaderFields) -> [Field] {
    headers.all.map { ($0.name.lowercased(), $0.value) }
  }
}

extension HeaderFields {
  /// Those that HTTP/2 has: what is about the connection alone is left out (RFC 9113, 8.2.2).
  var withoutConnection: HeaderFields {
    var fields = self
    for name in ["Connection", "Keep-Alive", "Proxy-Connection", "Transfer-Encoding", "Upgrade"] {
      fields[name] = nil
    }
    return fields
  }
}
