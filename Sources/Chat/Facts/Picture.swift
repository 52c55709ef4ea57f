public import Backend
internal import Simulator

/// An image that a person picks from the phone's library: a name for stories, and a size.
///
/// Pictures of one name and size are the same.
public struct Picture: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The name of the picture in the library.
  public let name: String
  /// Bytes of the encoded image, above zero.
  public let byteCount: Int

  /// A picture; by default one of 200 KB, as an app makes them for a group.
  public init(_ name: String, byteCount: Int = 200_000) {
    self.name = name
    self.byteCount = max(1, byteCount)
  }

  /// The content of its file, which every phone sees that has downloaded it.
  public var content: FileContent {
    FileContent(fingerprint: StableHash.of(name), byteCount: byteCount)
  }

  public var description: String { name }
}
