internal import Simulator

/// What a person lets an app see of the phone's photo library (``AppPhotoLibrary/newest(_:)``).
///
/// Source: Apple, `PHAuthorizationStatus`, as `PHPhotoLibrary.authorizationStatus(for: .readWrite)` tells it. A library that the
/// person cannot open to apps (`restricted`) is not modelled.
public enum PhotoAccess: String, Hashable, Codable, Sendable, CaseIterable {
  /// Nobody has been asked: an app that asks has the system show a prompt.
  case notDetermined = "not determined"
  /// Nothing. The system shows no prompt again; only Settings changes it.
  case denied
  /// The photos that the person has selected for the app (``Phone/selectedPhotos``).
  case limited
  /// All photos.
  case authorized

  /// Whether an app can show photos to choose from.
  public var showsPhotos: Bool { self == .limited || self == .authorized }
}

/// The answers that the system's prompt for the photo library offers.
///
/// Source: Apple, "Delivering an enhanced privacy experience in your photos app".
public enum PhotoAnswer: String, Hashable, Codable, Sendable, CaseIterable {
  /// Allow Full Access.
  case allow
  /// Limit Access: the person selects photos.
  case limit
  /// Don't Allow.
  case deny

  /// The access that follows.
  public var access: PhotoAccess {
    switch self {
    case .allow: .authorized
    case .limit: .limited
    case .deny: .denied
    }
  }
}

/// The access to the photo library was changed, or asked for.
struct PhotoAccessEvent: JournalEvent {
  let access: PhotoAccess
  let isAsked: Bool

  var kind: Journal.Kind { .life }
  var text: String {
    isAsked ? "the app asks for the photo library" : "photo library \(access.rawValue)"
  }

  func digest(into hash: inout StableHash) {
    hash.mix(access.rawValue)
    isAsked.digest(into: &hash)
  }
}
