internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// What lies behind an address that names no server: a file, or the address itself.
///
/// Its response is a `URLResponse`, and no one of HTTP. Whatever the request's method and headers are, they count for nothing.
struct LocalContents: Sendable {
  let data: Data
  let mimeType: String
  let textEncoding: String?

  /// The contents of an address with the scheme `file` or `data`; nil for any other.
  ///
  /// - Throws: `URLError`: `fileDoesNotExist`, `fileIsDirectory`, `cannotOpenFile`; `badURL` where an address with `data` is malformed.
  init?(of url: URL) throws(URLError) {
    switch url.scheme?.lowercased() {
    case "file":
      let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
      if attributes?[.type] as? FileAttributeType == .typeDirectory {
        throw URLFailure.error(.fileIsDirectory, for: url)
      }
      data = try WebSession.contents(of: url)
      mimeType = Self.mimeTypes[url.pathExtension.lowercased()] ?? "application/octet-stream"
      textEncoding = nil
    case "data":
      guard let parsed = Self.parse(url.absoluteString) else {
        throw URLFailure.error(.badURL, for: url)
      }
      data = parsed.data
      mimeType = parsed.type
      textEncoding = parsed.charset
    default: return nil
    }
  }

  /// The types of files by their names, of the many that a system knows; others count as `application/octet-stream`.
  private static let mimeTypes = [
    "css": "text/css", "csv": "text/csv", "gif": "image/gif", "heic": "image/heic",
    "htm": "text/html", "html": "text/html", "jpeg": "image/jpeg", "jpg": "image/jpeg",
    "js": "text/javascript", "json": "application/json", "m4a": "audio/mp4",
    "mov": "video/quicktime", "mp3": "audio/mpeg", "mp4": "video/mp4", "pdf": "application/pdf",
    "png": "image/png", "svg": "image/svg+xml", "txt": "text/plain", "wav": "audio/wav",
    "xml": "application/xml", "zip": "application/zip",
  ]

  /// Takes `data:TYPE;charset=NAME;base64,CONTENTS` apart (RFC 2397); nil where it is malformed.
  ///
  /// A type that is none is `text/plain`, as the library has it (swift-corelibs-foundation, `_DataURLProtocol`).
  private static func parse(
    _ address: String
  ) -> (data: Data, type: String, charset: String?)? {
    let text = address.dropFirst("data:".count)
    guard let comma = text.firstIndex(of: ","), !text[..<comma].contains("%") else { return nil }
    let words = text[..<comma].split(separator: ";", omittingEmptySubsequences: false)
    guard let bytes = unescaped(text[text.index(after: comma)...]) else { return nil }
    let isBase64 = words.count > 1 && words.last == "base64"
    guard let data = isBase64 ? Data(base64Encoded: Data(bytes)) : Data(bytes) else { return nil }
    let type = words.first.map(String.init) ?? ""
    let halves = type.split(separator: "/", omittingEmptySubsequences: false)
    let isType = halves.count == 2 && halves.allSatisfy { !$0.isEmpty }
    let charset = words.dropFirst().first { $0.hasPrefix("charset=") }
    return (
      data, isType ? type : "text/plain", charset.map { String($0.dropFirst("charset=".count)) }
    )
  }

  /// The bytes of a text in ASCII in which others are escaped; nil for another text.
  private static func unescaped(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte < 0x80 else { return nil }
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
      rest.removeFirst(2)
    }
    return bytes
  }
}

extension WebSession {
  /// The answer to a request of the app: of a server, or of what lies behind the address without one.
  ///
  /// - Throws: `URLError`.
  func answer(
    to request: URLRequest, body: Data?, until part: WebExchange.Part
  ) async throws -> LoadedAnswer {
    try requireForeground(for: "an asynchronous call")
    if let url = request.url, let contents = try LocalContents(of: url) {
      if Task.isCancelled { throw URLFailure.error(.cancelled, for: url) }
      return LoadedAnswer(url: url, contents)
    }
    return try await load(request, body: body, until: part)
  }
}

extension LoadedAnswer {
  init(url: URL, _ contents: LocalContents) {
    let head = ResponseHead(
      status: 200, reason: "", headers: [:], bodyCount: contents.data.count, target: url.path)
    self.init(url: url, head: head, body: [UInt8](contents.data), exchange: nil, local: contents)
  }
}
