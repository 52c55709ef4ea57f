internal import Devices
public import Foundation
internal import Simulator

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension WebSession {
  /// Sends the contents of a file with a request, and returns the answer.
  ///
  /// - Throws: `URLError`; `fileDoesNotExist` or `cannotOpenFile` where the file can't be read.
  public func upload(
    for request: URLRequest, fromFile file: URL
  ) async throws -> (Data, URLResponse) {
    try await upload(for: request, from: Self.contents(of: file))
  }

  static func contents(of file: URL) throws(URLError) -> Data {
    do {
      return try Data(contentsOf: file)
    } catch {
      let isMissing = (error as? CocoaError)?.code == .fileReadNoSuchFile
      throw URLFailure.error(isMissing ? .fileDoesNotExist : .cannotOpenFile, for: file)
    }
  }

  /// Fetches what a request asks for into a file of the app's `tmp` folder.
  ///
  /// Nobody deletes the file while the app runs; the caller moves or deletes it, as WWDC 2021, session 10095, says of
  /// `URLSession`. What was left there is gone with the next launch: the system may empty `tmp` when the app does not run (File
  /// System Programming Guide), and here it always does. The response is not kept.
  ///
  /// - Throws: `URLError`; `cannotCreateFile` for a process that is no app's, `cannotWriteToFile` where the disk is full.
  public func download(for request: URLRequest) async throws -> (URL, URLResponse) {
    let answer = try await answer(to: request, body: request.httpBody, until: .head)
    let source = ByteSource(answer, in: world)
    guard process.program is AppProcess else {
      throw URLFailure.error(.cannotCreateFile, for: answer.url)
    }
    var data = Data()
    while case let bytes = try await source.next(), !bytes.isEmpty { data += bytes }
    return (try write(data, for: answer.url), try answer.response())
  }

  /// Writes what was downloaded to a new file in the app's `tmp` folder.
  func write(_ data: Data, for url: URL) throws(URLError) -> URL {
    let folder = FileManager.default.temporaryDirectory
    let place = folder.appending(path: downloadName(), directoryHint: .notDirectory)
    do {
      try data.write(to: place)
    } catch {
      try? FileManager.default.removeItem(at: place)
      throw URLFailure.error(.cannotWriteToFile, for: url)
    }
    return place
  }

  /// Fetches what is at an address into a file of the app's `tmp` folder.
  public func download(from url: URL) async throws -> (URL, URLResponse) {
    try await download(for: URLRequest(url: url))
  }

  private static let names = ChoiceStream("web.download")

  /// A name as CFNetwork gives it, with six letters that the seed draws.
  private func downloadName() -> String {
    let counter = process.singleton { DownloadCounter(in: world) }
    var word = world.choices.draw(
      Self.names, entity: process.mainLane.identifier, ordinal: counter.next())
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
    var name = ""
    for _ in 1...6 {
      name.append(letters[Int(word % UInt64(letters.count))])
      word /= UInt64(letters.count)
    }
    return "CFNetworkDownload_\(name).tmp"
  }
}

/// Counts the downloads of a process.
private final class DownloadCounter: Sendable {
  private let count: WorldBound<UInt64>

  init(in world: World) { count = WorldBound(0, in: world) }

  func next() -> UInt64 {
    count.withValue { count in
      count += 1
      return count
    }
  }
}
