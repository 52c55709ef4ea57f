public import Simulator

/// What a phone's VoiceOver has said without being asked: the announcements of the app in front, since it was switched on.
public struct SpokenAnnouncements: Equatable, Sendable, Digestible {
  /// The largest number of announcements that are remembered; ours.
  static let limit = 100

  /// The announcements in the order of their speaking, at most the last hundred.
  public private(set) var announcements: [String] = []
  /// The number of announcements, those that are forgotten included.
  public private(set) var count = 0

  /// The announcement that came last; nil where there was none.
  public var last: String? { announcements.last }

  mutating func append(_ announcement: String) {
    if announcements.count == Self.limit { announcements.removeFirst() }
    announcements.append(announcement)
    count += 1
  }

  public func digest(into hash: inout StableHash) {
    hash.mix(Int64(count))
    if let last { hash.mix(last) }
  }
}

extension SpokenAnnouncements: CustomStringConvertible {
  /// A line for each announcement.
  public var description: String {
    announcements.isEmpty
      ? "(nothing was said)" : announcements.map { "“\($0)”" }.joined(separator: "\n")
  }
}
