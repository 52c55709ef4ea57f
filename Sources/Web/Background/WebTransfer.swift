internal import Foundation
internal import Simulator

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// A transfer that an app has handed to the phone's system.
struct WebTransfer: Sendable {
  enum Kind: Sendable {
    /// - Parameter body: The contents of the file.
    case upload(Data)
    case download
  }

  enum State: Sendable {
    /// Handed over, and not begun.
    case suspended
    /// Under way, be it that it waits for the network or for the system.
    case running
    /// Over; it waits for the app to hear of it.
    case ended(Result<LoadedAnswer, URLError>)
  }

  /// Counts the transfers of its session.
  let number: Int
  let kind: Kind
  let request: URLRequest
  /// The app's own words.
  var description: String?
  var state = State.suspended
  /// What has come of the answer's body.
  var body = PartialBody()
  /// The attempts that have failed since something came last.
  private(set) var failures = 0

  init(number: Int, kind: Kind, request: URLRequest, description: String? = nil) {
    self.number = number
    self.kind = kind
    self.request = request
    self.description = description
  }

  /// The end, once it has come.
  var end: Result<LoadedAnswer, URLError>? {
    if case .ended(let result) = state { result } else { nil }
  }

  var isRunning: Bool { if case .running = state { true } else { false } }

  /// The request of the next attempt.
  var nextRequest: URLRequest {
    var request = request
    for (name, value) in body.headers.all { request.setValue(value, forHTTPHeaderField: name) }
    return request
  }

  /// The body of each attempt: an upload is sent anew.
  var sentBody: Data? {
    switch kind {
    case .upload(let data): data
    case .download: request.httpBody
    }
  }

  /// Takes in a part of the answer's body.
  mutating func receive(_ bytes: [UInt8]) {
    body.append(bytes)
    failures = 0
  }

  /// An attempt has failed.
  ///
  /// - Returns: The wait before the next one; nil where the failure is the end. One second and twice as long each time, up to five
  ///   minutes, which is ours.
  mutating func fail(_ code: URLError.Code) -> Duration? {
    guard Self.isTransient(code) else { return nil }
    failures += 1
    return min(.seconds(1 << min(failures - 1, 20)), .minutes(5))
  }

  /// Whether the system tries again after a failure: where it is one of the network.
  ///
  /// Source: Apple, `URLSessionConfiguration.timeoutIntervalForRequest`, for time-outs, and "Downloading files in the background".
  static func isTransient(_ code: URLError.Code) -> Bool {
    switch code {
    case .timedOut, .networkConnectionLost, .notConnectedToInternet, .cannotConnectToHost,
      .cannotFindHost, .dnsLookupFailed:
      true
    default: false
    }
  }

  /// One line for a failure's story.
  var story: String {
    let verb = if case .upload = kind { "uploading to" } else { "downloading" }
    let place = request.url?.absoluteString ?? "nowhere"
    return switch state {
    case .suspended: "\(verb) \(place): not begun"
    case .running: "\(verb) \(place): \(body.bytes.count) bytes received, \(failures) failures"
    case .ended: "\(verb) \(place): over, and the app has not heard of it"
    }
  }
}
