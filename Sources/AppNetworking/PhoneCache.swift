internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// `URLCache.shared` of a launch.
///
/// All of it lies on the disk; what an app says of memory is kept and changes nothing, which is ours.
///
/// `@unchecked Sendable`: the library's class is, and this one is touched on the thread that drives the world.
final class PhoneCache: URLCache, @unchecked Sendable {
  private let responses: any KeptResponses
  private var memory = 4 * 1024 * 1024

  init(of responses: any KeptResponses) {
    self.responses = responses
    // The library makes a folder for each cache, and none where it cannot.
    super.init(memoryCapacity: 0, diskCapacity: 0, diskPath: "/dev/null/none")
  }

  override var memoryCapacity: Int {
    get { memory }
    set { memory = newValue }
  }

  override var diskCapacity: Int {
    get { responses.capacity }
    set { responses.capacity = newValue }
  }

  override var currentMemoryUsage: Int { 0 }

  override var currentDiskUsage: Int { responses.currentUsage }

  override func cachedResponse(for request: URLRequest) -> CachedURLResponse? {
    responses.response(for: request)
  }

  override func storeCachedResponse(_ response: CachedURLResponse, for request: URLRequest) {
    responses.keep(response, for: request)
  }

  override func removeCachedResponse(for request: URLRequest) { responses.forget(request) }

  override func removeCachedResponses(since date: Date) {
    responses.removeCachedResponses(since: date)
  }

  override func removeAllCachedResponses() { responses.removeAllCachedResponses() }
}
