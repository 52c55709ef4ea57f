/// The kind of a stretch of virtual time, such as propagation on a link.
///
/// Each layer names its own: `extension WaitKind { static let pacing = WaitKind("pacing") }`.
public struct WaitKind: Hashable, Codable, Sendable {
  /// The word for it, as it stands in critical paths.
  public let name: String
  /// Whether every run pays it in full: no seed and no schedule makes it shorter.
  public let isFixed: Bool

  /// Names a kind of waiting.
  public init(_ name: String, isFixed: Bool = false) {
    self.name = name
    self.isFixed = isFixed
  }

  /// A task sleeps on the world's clock.
  public static let sleep = WaitKind("sleep")
  /// A timer of which nothing else is known.
  public static let timer = WaitKind("timer")
  /// Time for which no cause was recorded; there is none unless the simulator is at fault.
  public static let unknown = WaitKind("unknown")
}

/// The reason for a delay: the thing that a timer stands for, as a critical path reports it.
public struct Wait: Sendable {
  /// A share of the time that something was waited for.
  public struct Part: Hashable, Sendable {
    /// The kind of waiting.
    public let kind: WaitKind
    /// The length of the share in nanoseconds. Ignored in the last part of a wait, which takes the rest of the time.
    public let nanoseconds: Int64

    /// Describes a share.
    public init(_ kind: WaitKind, _ nanoseconds: Int64 = 0) {
      self.kind = kind
      self.nanoseconds = nanoseconds
    }
  }

  /// A step that began the waiting before another one set the timer, as when a timer is set anew meanwhile.
  public struct Origin: Hashable, Sendable {
    /// The step's number.
    public let step: UInt64
    /// The instant at which the step ran.
    public let instant: Instant
  }

  /// The place where the time is spent: a link, a phone, a lane.
  public let place: String
  /// A readable description of the thing that waits.
  public let text: String
  /// The shares of the time, in order; never empty.
  public let parts: [Part]
  /// The step that began the waiting; nil when that is the one that sets the timer.
  public let origin: Origin?

  /// Describes a wait of several parts; the last one takes what the others leave.
  public init(at place: String, _ text: String, parts: [Part], from origin: Origin? = nil) {
    self.place = place
    self.text = text
    self.parts = parts
    self.origin = origin
  }

  /// Describes a wait of one kind.
  public init(_ kind: WaitKind, at place: String, _ text: String, from origin: Origin? = nil) {
    self.init(at: place, text, parts: [Part(kind)], from: origin)
  }
}
