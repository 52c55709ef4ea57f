/// The status that a person sees of a message of their own.
public enum DeliveryStatus: String, Hashable, Sendable, CaseIterable {
  /// A clock: the backend has not acknowledged it (C-13).
  case sending
  /// One grey check: the backend has it.
  case sent
  /// Two grey checks: it is on a phone of every recipient.
  case delivered
  /// Two blue checks: it was read.
  case read
  /// Red: it was refused, or given up.
  case failed

  /// Whether a bubble may go from this status to `next` (DS-01, MO-03, C-53).
  ///
  /// Failed is reached only from sending, and left only by a retry; repeating a status is no change.
  public func canBecome(_ next: DeliveryStatus) -> Bool {
    switch (self, next) {
    case (.sending, .sent), (.sending, .delivered), (.sending, .read), (.sending, .failed): true
    case (.sent, .delivered), (.sent, .read), (.delivered, .read): true
    case (.failed, .sending): true
    default: false
    }
  }

  /// The marks as they stand beside the time: ✓ grey, ✓✓ grey, ✓✓ blue.
  public var marks: String {
    switch self {
    case .sending: "🕓"
    case .sent: "✓"
    case .delivered: "✓✓"
    case .read: "✓✓ blue"
    case .failed: "failed"
    }
  }
}
