internal import AppNetworking
internal import Foundation
internal import Simulator

#if canImport(FoundationNetworking)
  internal import FoundationNetworking

  /// What an app finds as shared, of its launch. AppNetworking finds this type by its name.
  enum SharedStorage: SharedWeb {
    static func cookies(of process: SimulatedProcess) -> HTTPCookieStorage {
      process.singleton { CookieStore(of: process) }.storage
    }

    static func responses(of process: SimulatedProcess) -> any KeptResponses {
      SharedResponses(of: process)
    }
  }
#endif

/// The ``WebCache`` of a launch, in the types of the library.
final class SharedResponses: KeptResponses {
  private let cache: WebCache
  private let process: SimulatedProcess

  init(of process: SimulatedProcess) {
    self.process = process
    cache = process.singleton { WebCache(of: process) }
  }

  var capacity: Int {
    get { cache.capacity }
    set { cache.capacity = newValue }
  }

  var currentUsage: Int { cache.currentUsage }

  func response(for request: URLRequest) -> CachedURLResponse? {
    guard let url = request.url, let answer = cache.answer(for: question(of: request)),
      let response = try? answer.loaded(from: url).response()
    else { return nil }
    return CachedURLResponse(response: response, data: Data(answer.body))
  }

  func keep(_ cached: CachedURLResponse, for request: URLRequest) {
    let question = question(of: request)
    guard cached.storagePolicy != .notAllowed, let url = request.url,
      let response = cached.response as? HTTPURLResponse
    else { return }
    var headers: HeaderFields = [:]
    // order: sorted by their names.
    let fields = response.allHeaderFields.compactMap { field in
      (field.key as? String).map { (name: $0, value: "\(field.value)") }
    }
    for (name, value) in fields.sorted(by: { $0.name < $1.name }) { headers[name] = value }
    let head = ResponseHead(
      status: response.statusCode, reason: WebResponse.reason(of: response.statusCode),
      headers: headers, bodyCount: cached.data.count, target: url.path)
    let now = TimeInterval(process.wallNanoseconds(at: process.world.now)) / 1e9
    let answer = CachedAnswer(
      LoadedAnswer(url: url, head: head, body: [UInt8](cached.data), exchange: nil), to: question,
      requestedAt: now, receivedAt: now)
    if let answer { cache.keep(answer, for: question) }
  }

  func forget(_ request: URLRequest) { cache.forget(question(of: request)) }

  func removeAllCachedResponses() { cache.removeAllCachedResponses() }

  func removeCachedResponses(since date: Date) {
    cache.removeCachedResponses(since: date.timeIntervalSince1970)
  }

  private func question(of request: URLRequest) -> CacheQuestion {
    CacheQuestion(request, policy: .useProtocolCachePolicy)
  }
}
