/// The state of a picture on its way from its author's phone to file storage.
///
/// ```
/// local → queued ⇄ uploading → uploaded
///            ↘     ↗  ↓           ↓
///      retried ⇄   failed  ←──────┘
/// ```
public enum UploadState: Hashable, Sendable {
  /// It is on the phone, and no message carries it yet.
  case local
  /// Its message waits for the backend, or it waits for the network or for another attempt after a time-out.
  case queued
  /// The backend has so much of it, 0 to 100.
  case uploading(percent: Int)
  /// The backend has all of it, and the message's record is to say so.
  case uploaded
  /// It is not tried again unless its author says so.
  case failed(UploadFailure)
  /// Its author has asked for it once more, and it waits as one that is queued.
  case retried

  /// Whether a picture may go from this state to `next` (C-45).
  ///
  /// Progress never falls: what has to begin anew is queued first. Only a person's retry leaves a failure. What was uploaded fails
  /// where the backend refuses the record of it.
  public func canBecome(_ next: UploadState) -> Bool {
    switch (self, next) {
    case (.local, .queued): true
    case (.queued, .uploading(let percent)), (.retried, .uploading(let percent)):
      Self.percents.contains(percent)
    case (.queued, .failed), (.retried, .failed): true
    case (.uploading(let before), .uploading(let percent)):
      before <= percent && Self.percents.contains(percent)
    case (.uploading, .queued), (.uploading, .uploaded), (.uploading, .failed): true
    case (.uploaded, .failed): true
    case (.failed, .retried): true
    case (.local, _), (.queued, _), (.uploading, _), (.uploaded, _), (.failed, _), (.retried, _):
      false
    }
  }

  /// Whether it waits until it can begin.
  var isWaiting: Bool { self == .queued || self == .retried }

  /// Goes to another state; a transition that the table does not have is a mistake of the app, and traps.
  mutating func become(_ next: UploadState) {
    precondition(canBecome(next), "a picture that is \(self) cannot become \(next)")
    self = next
  }

  private static let percents = 0...100
}

/// The reason why a picture was not uploaded.
public enum UploadFailure: String, Hashable, Sendable, CaseIterable {
  /// The network went away while it was under way.
  case disconnected
  /// The backend did not answer, several times.
  case timedOut
  /// The backend refused the file, or the record of it.
  case refused
}

extension UploadState: CustomStringConvertible {
  public var description: String {
    switch self {
    case .local: "local"
    case .queued: "queued"
    case .uploading(let percent): "uploading, \(percent) %"
    case .uploaded: "uploaded"
    case .failed(let reason): "failed: \(reason.rawValue)"
    case .retried: "retried"
    }
  }
}
