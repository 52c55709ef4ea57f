internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// A request as a cache looks at it.
///
/// Source: Apple, `NSURLRequest.CachePolicy`.
struct CacheQuestion: Sendable {
  /// What is to be done for a request.
  enum Plan: Sendable {
    /// Give the kept response.
    case serve(CachedAnswer)
    /// Ask the server with some headers more; where it says 304, the kept response is the answer.
    case load(HeaderFields, validating: CachedAnswer?)
    /// Fail: there is none, and the server must not be asked.
    case fail
  }

  let method: String
  /// The address without its fragment.
  let key: String
  let headers: HeaderFields
  let policy: URLRequest.CachePolicy

  /// - Parameter policy: The session's policy, which counts where the request has the usual one.
  init(_ request: URLRequest, policy: URLRequest.CachePolicy) {
    method = request.httpMethod ?? "GET"
    let text = request.url?.absoluteString ?? ""
    key = String(text.prefix { $0 != "#" })
    var headers: HeaderFields = [:]
    // order: by their names.
    for (name, value) in (request.allHTTPHeaderFields ?? [:]).sorted(by: { $0.key < $1.key }) {
      headers[name] = value
    }
    self.headers = headers
    self.policy = request.cachePolicy == .useProtocolCachePolicy ? policy : request.cachePolicy
  }

  /// Whether its response is kept and used again. What an app validates itself is its own.
  var isForCache: Bool {
    method == "GET"
      && ["If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "Range"]
        .allSatisfy { headers[$0] == nil }
  }

  /// Whether its response makes that useless which is kept for its address: the success of a method that is not safe (RFC
  /// 9111, 4.4).
  func invalidates(_ head: ResponseHead) -> Bool {
    !["GET", "HEAD", "OPTIONS", "TRACE"].contains(method) && 200...399 ~= head.status
  }

  /// - Parameter stored: The response that is kept for it.
  func plan(for stored: CachedAnswer?, at now: TimeInterval) -> Plan {
    guard isForCache else {
      return policy == .returnCacheDataDontLoad ? .fail : .load([:], validating: nil)
    }
    switch policy {
    case .reloadIgnoringLocalCacheData: return .load([:], validating: nil)
    case .reloadIgnoringLocalAndRemoteCacheData:
      return .load(["Cache-Control": "no-cache", "Pragma": "no-cache"], validating: nil)
    case .returnCacheDataElseLoad:
      return stored.map(Plan.serve) ?? .load([:], validating: nil)
    case .returnCacheDataDontLoad: return stored.map(Plan.serve) ?? .fail
    case .reloadRevalidatingCacheData: return validation(of: stored)
    default:
      guard let stored, stored.isFresh(at: now), !asksForNew(stored, at: now) else {
        return validation(of: stored)
      }
      return .serve(stored)
    }
  }

  private func validation(of stored: CachedAnswer?) -> Plan {
    let validators = stored?.validators ?? [:]
    return .load(validators, validating: validators.all.isEmpty ? nil : stored)
  }

  /// Whether the request's own `Cache-Control` wants another one (RFC 9111, 5.2.1).
  private func asksForNew(_ stored: CachedAnswer, at now: TimeInterval) -> Bool {
    let control = CacheControl(headers)
    let tooOld = control.seconds("max-age").map { stored.age(at: now) >= $0 } ?? false
    return control.has("no-cache") || tooOld
  }
}
