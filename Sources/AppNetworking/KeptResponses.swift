package import Foundation

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

/// The responses that a process keeps, as ``PhoneCache`` asks for them.
package protocol KeptResponses: AnyObject, Sendable {
  /// The bytes that they may have.
  var capacity: Int { get set }
  /// The bytes that they have.
  var currentUsage: Int { get }
  func response(for request: URLRequest) -> CachedURLResponse?
  func keep(_ response: CachedURLResponse, for request: URLRequest)
  func forget(_ request: URLRequest)
  func removeAllCachedResponses()
  /// Forgets those that came after a date.
  func removeCachedResponses(since date: Date)
}
