public import Foundation
internal import Simulator

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension WebSession {
  /// Sends a request, and returns once status and headers have come; the body is read byte by byte while it comes.
  ///
  /// The time-out for a request begins anew with each part of the body. A response that is kept and fresh is taken from the
  /// cache; what comes by this way is not kept, which is ours.
  ///
  /// - Throws: `URLError`. What befalls the body is thrown by its iterator, behind the bytes that had come.
  public func bytes(for request: URLRequest) async throws -> (AsyncBytes, URLResponse) {
    let answer = try await answer(to: request, body: request.httpBody, until: .head)
    return (AsyncBytes(ByteSource(answer, in: world)), try answer.response())
  }

  /// Returns once status and headers of what is at an address have come.
  public func bytes(from url: URL) async throws -> (AsyncBytes, URLResponse) {
    try await bytes(for: URLRequest(url: url))
  }

  /// The bytes of a body, as `URLSession.AsyncBytes`.
  ///
  /// Who lets go of them before their end gives up the request. A task that is cancelled while it waits gets
  /// `URLError.cancelled`, one that was cancelled before gets `CancellationError` with the next buffer, as of
  /// `AsyncBufferedByteIterator` (swift-async-algorithms, SAA-0008).
  public struct AsyncBytes: AsyncSequence, Sendable {
    public typealias Element = UInt8
    public typealias Failure = any Error

    private let source: ByteSource

    init(_ source: ByteSource) { self.source = source }

    public func makeAsyncIterator() -> Iterator { Iterator(source) }

    /// The lines of the text that the bytes are in UTF-8.
    public var lines: AsyncLines { AsyncLines(self) }

    /// Reads the bytes, one after the other.
    public struct Iterator: AsyncIteratorProtocol {
      private let source: ByteSource
      private var buffer: [UInt8] = []
      private var place = 0

      init(_ source: ByteSource) { self.source = source }

      /// The next byte; nil behind the last.
      public mutating func next(
        isolation actor: isolated (any Actor)? = #isolation
      ) async throws -> UInt8? {
        if place == buffer.count {
          try Task.checkCancellation()
          buffer = try await source.next()
          place = 0
          if buffer.isEmpty { return nil }
        }
        defer { place += 1 }
        return buffer[place]
      }
    }
  }

  /// The lines of a body, as `AsyncLineSequence`: those that are empty are left out.
  ///
  /// A line ends with LF, CR, CR LF, vertical tab, form feed, U+0085, U+2028 or U+2029. Source: the behaviour of Foundation as
  /// swift-corelibs-foundation pull request 3036 has it.
  public struct AsyncLines: AsyncSequence, Sendable {
    public typealias Element = String
    public typealias Failure = any Error

    private let bytes: AsyncBytes

    init(_ bytes: AsyncBytes) { self.bytes = bytes }

    public func makeAsyncIterator() -> Iterator { Iterator(bytes.makeAsyncIterator()) }

    /// Reads the lines, one after the other.
    public struct Iterator: AsyncIteratorProtocol {
      private var bytes: AsyncBytes.Iterator
      private var splitter = LineSplitter()

      init(_ bytes: AsyncBytes.Iterator) { self.bytes = bytes }

      /// The next line without its end; nil behind the last.
      public mutating func next(
        isolation actor: isolated (any Actor)? = #isolation
      ) async throws -> String? {
        while let byte = try await bytes.next(isolation: actor) {
          if let line = splitter.add(byte) { return line }
        }
        return splitter.finish()
      }
    }
  }
}
