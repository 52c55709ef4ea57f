/// The state of a picture on a phone that is to show it.
///
/// ```
/// placeholder ⇄ queued → loading → shown → placeholder
///                       ↗   ↓ ↘ placeholder
///              retried ⇄  failed
/// ```
///
/// Only that a file is on the disk survives the process: then its picture is shown.
public enum DownloadState: Hashable, Sendable {
  /// A placeholder stands for it: it is not uploaded, or nobody has looked at it yet.
  case placeholder
  /// It waits until others are fetched.
  case queued
  /// It is being fetched.
  case loading
  /// The phone has it.
  case shown
  /// It could not be fetched, and is not tried again unless the person says so.
  case failed(DownloadFailure)
  /// The person has asked for it once more, and it waits as one that is queued.
  case retried

  /// Whether a picture may go from this state to `next`.
  ///
  /// A placeholder is left at once where the file is the phone's own. A picture that makes room for others in the cache has a
  /// placeholder again, and so has one that came when nobody wanted it: its message was without it until a refusal came.
  public func canBecome(_ next: DownloadState) -> Bool {
    switch (self, next) {
    case (.placeholder, .queued), (.placeholder, .shown): true
    case (.queued, .loading), (.queued, .placeholder): true
    case (.retried, .loading), (.retried, .placeholder): true
    case (.loading, .shown), (.loading, .failed), (.loading, .placeholder): true
    case (.failed, .retried): true
    case (.shown, .placeholder): true
    case (.placeholder, _), (.queued, _), (.loading, _), (.shown, _), (.failed, _), (.retried, _):
      false
    }
  }

  /// Whether it waits until it can begin.
  var isWaiting: Bool { self == .queued || self == .retried }

  /// Whether somebody waits for it.
  var isUnderWay: Bool { isWaiting || self == .loading }

  /// Goes to another state; a transition that the table does not have is a mistake of the app, and traps.
  mutating func become(_ next: DownloadState) {
    precondition(canBecome(next), "a picture that is \(self) cannot become \(next)")
    self = next
  }
}

/// The reason why a picture could not be fetched.
public enum DownloadFailure: String, Hashable, Sendable, CaseIterable {
  /// The backend did not answer.
  case timedOut
  /// There is no such file, or this user may not have it.
  case unavailable
}

extension DownloadState: CustomStringConvertible {
  public var description: String {
    switch self {
    case .placeholder: "placeholder"
    case .queued: "queued"
    case .loading: "loading"
    case .shown: "shown"
    case .failed(let reason): "failed: \(reason.rawValue)"
    case .retried: "retried"
    }
  }
}
