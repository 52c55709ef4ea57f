internal import Backend
internal import Devices
internal import Simulator

/// A picture or a video that a message carries, as the message's record tells of it.
///
/// The record is written with the message, before the picture is uploaded, so that whoever gets the message knows how much
/// room to leave (C-44). One write completes it after the upload: with the place of the file and the backend's time (AS-19).
public struct Attachment: Hashable, Sendable {
  /// Its number in the message, from 1 to 9: the order of the pictures.
  public let number: Int
  /// The media type of the file, such as `image/jpeg` or `video/mp4`.
  public let contentType: String
  /// Bytes of the file.
  public let byteCount: Int
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// The name of its file, which nobody guesses who may not read the record (``ChatPlaces``).
  let file: Key
  /// The place of the file in storage, as a download URL has it; nil while it is not uploaded.
  public var url: String?
  /// The backend's time at which the upload was reported, in milliseconds since 1970; nil before.
  public var uploadedMilliseconds: Int64?
}

extension Attachment {
  /// Whether it is a video.
  public var isVideo: Bool { contentType.hasPrefix("video/") }

  /// The numbers that a message has for its attachments.
  static let numbers = 1...9

  /// The name of its record in the message's.
  var key: Key { Key("\(number)") }

  /// - Parameter token: What makes the names of the files of its message random.
  init(_ picture: Picture, number: Int, token: Key) {
    self.init(
      number: number, contentType: picture.format.contentType, byteCount: picture.byteCount,
      width: picture.width, height: picture.height, file: Self.file(number, token))
  }

  /// The name of the file of a picture, by its number and what makes the names of its message random.
  static func file(_ number: Int, _ token: Key) -> Key { Key("\(token.text)-\(number)") }

  /// The attachment in a node of the database; nil where none stands, or one that makes no sense.
  init?(_ node: Node, number: Int) {
    guard let type = node[child: Self.type].text,
      let bytes = node[child: Self.bytes].number, bytes >= 1, bytes < 1e15,
      let width = node[child: Self.width].number, (1...1e6).contains(width),
      let height = node[child: Self.height].number, (1...1e6).contains(height),
      let file = node[child: ChatField.file].text
    else { return nil }
    self.init(
      number: number, contentType: type, byteCount: Int(bytes), width: Int(width),
      height: Int(height), file: Key(file),
      url: node[child: Self.url].text,
      uploadedMilliseconds: node[child: Self.uploadedAt].number.map { $0.asMilliseconds })
  }

  /// The attachments in the records of a message, in their order, without those that make no sense.
  static func list(of node: Node) -> [Attachment] {
    // Most messages have none, and make no list.
    if node.isEmpty { return [] }
    var list: [Attachment] = []
    for (key, child) in node.children {
      guard key.text.utf8.count == 1, let number = Int(key.text), numbers.contains(number),
        let attachment = Attachment(child, number: number)
      else { continue }
      list.append(attachment)
    }
    return list
  }

  /// The records of the attachments of a message; nothing where it has none.
  static func records(of list: [Attachment]) -> Node {
    list.isEmpty ? .empty : Node(children: list.map { ($0.key, $0.record) })
  }

  /// The record of a picture that is still to be uploaded.
  var record: Node {
    [
      Self.type: Node(.string(contentType)), Self.bytes: Node(.number(Double(byteCount))),
      Self.width: Node(.number(Double(width))), Self.height: Node(.number(Double(height))),
      Self.state: Node(.string(Self.uploading)), ChatField.file: Node(.string(file.text)),
    ]
  }

  /// The changes that complete the record, in one write.
  static func completion(at place: Path) -> [PathChange] {
    [
      PathChange(Path([url]), Node(.string(place.description))),
      PathChange(Path([state]), Node(.string(uploaded))),
      PathChange(Path([uploadedAt]), Node(.timestamp)),
    ]
  }

  private static let type = Key("type")
  private static let bytes = Key("bytes")
  private static let width = Key("width")
  private static let height = Key("height")
  private static let state = Key("state")
  private static let url = Key("url")
  private static let uploadedAt = Key("uploadedAt")
  private static let uploading = "uploading"
  private static let uploaded = "uploaded"
}
