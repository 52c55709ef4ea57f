public import Backend
package import Simulator

/// An image or a video in the library of a phone: a name for stories, a size in bytes and in pixels, and a format.
///
/// Its bytes are simulated: pictures of one name and size have the same content, and a damaged one has another.
public struct Picture: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The format of a file.
  public enum Format: String, Hashable, Codable, Sendable, CaseIterable {
    case jpeg, png, heic, mp4

    /// The media type, such as `image/jpeg`.
    public var contentType: String { isVideo ? "video/mp4" : "image/\(rawValue)" }

    /// Whether it is that of a video.
    public var isVideo: Bool { self == .mp4 }
  }

  /// The name of the picture in the library.
  public let name: String
  /// Bytes of the file, above zero.
  public let byteCount: Int
  /// The width in pixels, above zero.
  public let width: Int
  /// The height in pixels, above zero.
  public let height: Int
  /// The format of the file.
  public let format: Format
  /// Whether the file is damaged, so that nothing can be drawn of it.
  public let isCorrupt: Bool

  /// A picture; by default one of 200 KB in JPEG, as an app makes them for a group.
  public init(
    _ name: String, byteCount: Int = 200_000, width: Int = 1_600, height: Int = 1_200,
    format: Format = .jpeg, isCorrupt: Bool = false
  ) {
    self.name = name
    self.byteCount = max(1, byteCount)
    self.width = max(1, width)
    self.height = max(1, height)
    self.format = format
    self.isCorrupt = isCorrupt
  }

  /// The content of its file, which every phone sees that has downloaded it.
  public var content: FileContent {
    FileContent(
      fingerprint: StableHash.of(isCorrupt ? "\(name), damaged" : name), byteCount: byteCount)
  }

  public var description: String { name }
}

extension Picture {
  /// Mixes in all that tells it from other pictures.
  package func digest(into hash: inout StableHash) {
    hash.mix(name)
    for number in [byteCount, width, height] { hash.mix(Int64(number)) }
    hash.mix(format.rawValue)
    isCorrupt.digest(into: &hash)
  }
}
