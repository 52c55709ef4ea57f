public import Backend
internal import Simulator

/// The number of a transfer of one run of an app, in the order of their beginnings.
public struct TransferID: Hashable, Comparable, Sendable {
  /// The number, from 1 on.
  public let number: Int

  public static func < (left: TransferID, right: TransferID) -> Bool { left.number < right.number }
}

/// The progress of a transfer.
public struct TransferProgress: Hashable, Sendable {
  /// Bytes that the other side has: stored by the backend, or received from it.
  public let byteCount: Int
  /// Bytes of the whole file.
  public let totalByteCount: Int
  /// The upload that a later run of the app can resume; nil for downloads.
  public let upload: FileStore.UploadID?

  /// The share that is done, 0 to 1; 1 for an empty file.
  public var fraction: Double {
    totalByteCount == 0 ? 1 : Double(byteCount) / Double(totalByteCount)
  }
}

/// The reason why a transfer failed.
public enum TransferError: Error, Equatable, Sendable {
  /// The backend refused it.
  case refused(StorageError)
  /// The app cancelled it.
  case cancelled
  /// It made no progress for so long.
  case retryLimitExceeded(Duration)
  /// The phone lost its network while the transfer was under way, and the app wanted it to end then.
  case networkLost
  /// The person has closed the app, and with it the uploads of its background session.
  case closedByPerson
}

extension TransferError: CustomStringConvertible {
  /// The reason, and the remedy where there is one.
  public var description: String {
    switch self {
    case .refused(let error): "\(error)"
    case .cancelled: "the transfer was cancelled"
    case .retryLimitExceeded(let limit):
      "no progress for \(limit.stopwatch): try again once there is a network"
    case .networkLost: "the network went away: try again once there is one"
    case .closedByPerson: "the person closed the app: hand it over again"
    }
  }
}
