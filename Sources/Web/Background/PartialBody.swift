/// The part of a body that has come, so that a transfer goes on where its connection broke.
///
/// A server that gives a validator and takes ranges is asked for the rest; any other one for all of it, anew. Sources: Apple,
/// `URLSessionDownloadTask.cancel(byProducingResumeData:)`, for the conditions; RFC 9110, 13.1.5 (`If-Range`), 14.2 (`Range`),
/// 15.3.7 (206).
struct PartialBody: Sendable {
  /// The bytes that have come.
  private(set) var bytes: [UInt8] = []
  /// Tells the same content from another one: a strong `ETag`, or the date of the last change.
  private var validator: String?

  /// Nothing has come yet.
  init() {}

  /// The headers that ask for the rest; none where everything is asked for.
  var headers: HeaderFields {
    guard let validator, !bytes.isEmpty else { return [:] }
    return ["Range": "bytes=\(bytes.count)-", "If-Range": validator]
  }

  /// Takes in the head of the answer to a request with ``headers``.
  ///
  /// - Returns: Whether its body is to be taken in; if not, everything is to be asked for anew.
  mutating func begin(_ head: ResponseHead, method: String) -> Bool {
    let isContinued = !headers.all.isEmpty
    if isContinued, head.status == 206, goesOn(head) { return true }
    bytes = []
    validator = nil
    if isContinued, head.status == 206 || head.status == 416 { return false }
    if head.status == 200, method == "GET", head.headers["Accept-Ranges"]?.lowercased() == "bytes" {
      validator = Self.validator(of: head)
    }
    return true
  }

  /// Takes in bytes of the body.
  mutating func append(_ more: [UInt8]) { bytes += more }

  /// Whether an answer begins behind what is there, and is of the same content.
  private func goesOn(_ head: ResponseHead) -> Bool {
    let isSame = Self.validator(of: head).map { $0 == validator } ?? true
    let range = head.headers["Content-Range"] ?? ""
    return isSame && range.hasPrefix("bytes \(bytes.count)-")
  }

  /// A weak tag compares nothing byte by byte (RFC 9110, 13.1.5).
  private static func validator(of head: ResponseHead) -> String? {
    if let tag = head.headers["ETag"], !tag.hasPrefix("W/") { return tag }
    return head.headers["Last-Modified"]
  }
}
