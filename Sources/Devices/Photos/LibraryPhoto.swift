internal import Simulator

/// A picture in the photo library of a phone.
public struct LibraryPhoto: Hashable, Sendable {
  /// The picture.
  public let picture: Picture
  /// The time at which it was taken or saved, by the phone's clock in milliseconds since 1970.
  public let milliseconds: Int64

  /// A picture that came into the library at a time.
  public init(_ picture: Picture, at milliseconds: Int64) {
    self.picture = picture
    self.milliseconds = milliseconds
  }
}

/// The newest photos of the library that an app has asked for, and how many it may see in all.
///
/// Source: Apple, `PHFetchResult`: it counts all results and loads those that are looked at.
public struct LibraryWindow: Hashable, Sendable {
  /// The photos, the newest first.
  public let photos: [LibraryPhoto]
  /// The number of photos that the app may see.
  public let count: Int

  /// A window of photos, the newest first, of `count`.
  public init(_ photos: [LibraryPhoto] = [], of count: Int = 0) {
    self.photos = photos
    self.count = count
  }
}

/// The photos in the library were changed, or those that the person has selected for the app.
struct PhotoLibraryEvent: JournalEvent {
  /// The change.
  enum Change: String {
    case saved
    case selected = "selected for the app"
  }

  let change: Change
  let pictures: [Picture]

  var kind: Journal.Kind { .life }
  var text: String {
    let names = pictures.map(\.name).joined(separator: ", ")
    return "\(names.isEmpty ? "no photo" : names) \(change.rawValue)"
  }

  func digest(into hash: inout StableHash) {
    hash.mix(change.rawValue)
    hash.mix(UInt64(pictures.count))
    for picture in pictures { picture.digest(into: &hash) }
  }
}
