internal import Foundation
internal import Simulator

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// A response that is kept, with what tells how long it is fresh (RFC 9111).
struct CachedAnswer: Digestible, Sendable {
  let status: Int
  private(set) var headers: HeaderFields
  let body: [UInt8]
  /// The values of the request's headers that `Vary` names.
  private let selecting: HeaderFields
  /// When the request went out and when the response was complete by the device's clock, in seconds since 1970.
  private var requested: TimeInterval
  private var received: TimeInterval

  /// An answer to be kept; nil for one that is not.
  ///
  /// What is kept has a status of success, came to a GET, and its headers allow it (Apple,
  /// `urlSession(_:dataTask:willCacheResponse:completionHandler:)`), whether or not they say how long it is fresh.
  init?(
    _ answer: LoadedAnswer, to question: CacheQuestion, requestedAt requested: TimeInterval,
    receivedAt received: TimeInterval
  ) {
    let head = answer.head
    guard question.isForCache, !CacheControl(question.headers).has("no-store"),
      !CacheControl(head.headers).has("no-store"), 200...299 ~= head.status, head.status != 206
    else { return nil }
    let names = Self.varying(head.headers)
    guard !names.contains("*") else { return nil }
    var selecting: HeaderFields = [:]
    for name in names { selecting[name] = question.headers[name] ?? "" }
    status = head.status
    headers = head.headers
    body = answer.body
    self.selecting = selecting
    self.requested = requested
    self.received = received
  }

  private static func varying(_ headers: HeaderFields) -> [String] {
    headers.values(of: "Vary").flatMap { field in
      field.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
    }
  }

  /// Whether it is of a request with the same headers, as far as the server tells them apart (4.1).
  func answers(_ question: CacheQuestion) -> Bool {
    selecting.all.allSatisfy { (question.headers[$0.name] ?? "") == $0.value }
  }

  var byteCount: Int { body.count + headers.byteCount }

  // MARK: - Freshness

  private func date(_ name: String) -> TimeInterval? { headers[name].flatMap(HTTPDate.seconds) }

  /// The age in seconds (4.2.3).
  func age(at now: TimeInterval) -> TimeInterval {
    let apparent = max(0, received - (date("Date") ?? received))
    let told = headers["Age"].flatMap(TimeInterval.init) ?? 0
    return max(apparent, told + received - requested) + max(0, now - received)
  }

  /// How long it is fresh, in seconds (4.2.1); without a word of the server a tenth of the time for which it had not changed
  /// (4.2.2).
  var lifetime: TimeInterval {
    if let seconds = CacheControl(headers).seconds("max-age") { return seconds }
    let sent = date("Date") ?? received
    if headers["Expires"] != nil { return max(0, (date("Expires") ?? 0) - sent) }
    return date("Last-Modified").map { max(0, sent - $0) / 10 } ?? 0
  }

  /// Whether it may be used without asking the server.
  func isFresh(at now: TimeInterval) -> Bool {
    !CacheControl(headers).has("no-cache") && age(at: now) < lifetime
  }

  /// The headers by which a request asks whether it is still the one (4.3.1).
  var validators: HeaderFields {
    var fields: HeaderFields = [:]
    fields["If-None-Match"] = headers["ETag"]
    fields["If-Modified-Since"] = headers["Last-Modified"]
    return fields
  }

  /// Takes the headers of a 304 (3.2); those that tell of a body are of another one.
  mutating func freshen(
    by new: HeaderFields, requestedAt requested: TimeInterval, receivedAt received: TimeInterval
  ) {
    for (name, value) in new.all where name.lowercased() != "content-length" {
      headers[name] = value
    }
    self.requested = requested
    self.received = received
  }

  /// The order of arrival, for what makes room first.
  var receivedAt: TimeInterval { received }

  func loaded(from url: URL) -> LoadedAnswer {
    let head = ResponseHead(
      status: status, reason: WebResponse.reason(of: status), headers: headers,
      bodyCount: body.count, target: url.path)
    return LoadedAnswer(url: url, head: head, body: body, exchange: nil)
  }

  func digest(into hash: inout StableHash) {
    hash.mix(UInt64(status))
    headers.digest(into: &hash)
    selecting.digest(into: &hash)
    hash.mix(bytes: body.span)
    hash.mix(requested.bitPattern)
    hash.mix(received.bitPattern)
  }
}
