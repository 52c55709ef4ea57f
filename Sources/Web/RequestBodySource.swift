internal import AppFoundation
internal import Foundation
internal import Simulator

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// A body of a request that comes from a stream, which is read while the body is sent, and but once.
final class RequestBodySource: Sendable {
  /// The bytes that are read at once, as long as a chunk is.
  private static let most = WebMessage.pieceBytes

  private struct State {
    /// The bytes that are still to come; nil where nobody knows.
    var left: Int?
    var hasBegun = false
    var isOver = false
  }

  /// The length that the request tells; nil where it tells none.
  let length: Int?
  /// The request, which keeps the stream.
  private let request: URLRequest
  private let state: WorldBound<State>

  /// The stream of a request, which is opened; nil where there is none, or it was read before.
  init?(_ request: URLRequest, in world: World) {
    guard let stream = request.httpBodyStream,
      [.notOpen, .opening, .open].contains(stream.streamStatus)
    else { return nil }
    length = request.value(forHTTPHeaderField: "Content-Length").flatMap { Int($0) }
    self.request = request
    state = WorldBound(State(left: length), in: world)
    if stream.streamStatus == .notOpen { stream.open() }
  }

  /// Whether something of it was read, so that it can't be sent anew.
  var hasBegun: Bool { state.withValue { $0.hasBegun } }

  /// Whether all of it was read, or it is wanted no more.
  var isOver: Bool { state.withValue { $0.isOver } }

  /// The next part; the last one closes the stream.
  ///
  /// Of a stream that is longer than the request tells the rest is left; one that is shorter fails.
  func next() -> StreamContents.Part {
    let (isOver, left) = state.withValue { state in
      state.hasBegun = true
      return (state.isOver, state.left)
    }
    guard !isOver, let stream = request.httpBodyStream else { return .end }
    if left == 0 {
      close()
      return .end
    }
    let part = StreamContents.next(of: stream, upTo: min(left ?? Self.most, Self.most))
    switch part {
    case .bytes(let bytes): state.withValue { $0.left = $0.left.map { $0 - bytes.count } }
    case .nothing: break
    case .failure: close()
    case .end:
      close()
      if left != nil { return .failure }
    }
    return part
  }

  /// Closes the stream; nothing of it is read any more.
  func close() {
    let wasOver = state.withValue { state in
      defer { state.isOver = true }
      return state.isOver
    }
    if !wasOver { request.httpBodyStream?.close() }
  }
}
