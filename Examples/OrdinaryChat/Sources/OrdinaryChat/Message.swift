import Foundation

/// A message as it travels and as it is kept.
public struct Message: Codable, Hashable, Sendable, Identifiable {
  /// Chosen by the phone that writes it, so that a message that is sent twice is one message.
  public let id: UUID
  public let author: String
  public let text: String
  /// By the clock of the phone that wrote it.
  public let writtenAt: Date
  /// Its place in the conversation, given by the server; nil until it is there.
  public var place: Int?
  /// Whether a picture belongs to it, which travels by itself: the text is there first.
  public let hasPhoto: Bool

  public init(
    id: UUID, author: String, text: String, writtenAt: Date, place: Int? = nil,
    hasPhoto: Bool = false
  ) {
    self.id = id
    self.author = author
    self.text = text
    self.writtenAt = writtenAt
    self.place = place
    self.hasPhoto = hasPhoto
  }
}
