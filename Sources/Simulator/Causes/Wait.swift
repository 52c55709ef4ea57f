/// What a stretch of virtual time is spent on, such as propagation on a link.
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

/// Why something happens only later: what a timer stands for, told for a critical path.
public struct Wait: Sendable {
  /// A share of the time.
  public struct Part: Hashable, Sendable {
    /// What the time is spent on.
    public let kind: WaitKind
    /// How long it takes, in nanoseconds; what the last part of a wait says is not used: it takes the rest.
    public let nanoseconds: Int64

    /// Describes a share.
    public init(_ kind: WaitKind, _ nanoseconds: Int64 = 0) {
      self.kind = kind
      self.nanoseconds = nanoseconds
    }
  }

  /// The step that began the waiting, when that is not the one that sets the timer.
  public struct Origin: Hashable, Sendable {
    /// The step's number.
    public let step: UInt64
    /// When it ran.
    public let instant: Instant
  }

  /// Where the time is spent: a link, a phone, a lane.
  public let place: String
  /// What waits, for a person.
  public let text: String
  /// What the time is spent on, in order; never empty.
  public let parts: [Part]
  /// Where the waiting began, for a timer that is set anew while it goes on.
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
