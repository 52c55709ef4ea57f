/// The record of the events in a world: always a rolling digest, and the entries themselves only on request.
///
/// A failure's story needs the last entries about each subject; `LastEntries` keeps those alone, so that telling the
/// story of a long run takes no more memory than that of a short one.
///
/// Recording never changes the run: the digest is fed from words alone, and a text is built only for
/// a recorded entry.
///
/// `@unchecked Sendable`: confined to the thread that drives the world. What another thread writes is not written, and
/// its calls end the run as leaked.
public final class Journal: @unchecked Sendable {
  /// The kinds of things that are written down.
  public enum Kind: UInt8, Sendable {
    /// A lane ran a step.
    case step = 1
    /// A message was sent, delivered, lost or duplicated.
    case message
    /// A fault began, struck or ended.
    case fault
    /// A screen changed.
    case screen
    /// Something was committed to a disk, or lost from it.
    case disk
    /// The backend accepted or refused an operation.
    case backend
    /// A phone or a process changed its state of life.
    case life
    /// The scenario did or expected something.
    case scenario
  }

  /// One thing that happened.
  public struct Entry: Sendable {
    /// The instant of the event.
    public let instant: Instant
    /// The kind of event.
    public let kind: Kind
    /// The subject of the event: a lane, a phone, a link.
    public let subject: String
    /// A readable description of the event.
    public let text: String
    /// The digest after this entry, so that two journals can be compared entry by entry.
    public let digest: UInt64
  }

  /// The digest of all that happened so far.
  public var digest: UInt64 {
    owner.checkReader("the digest was read")
    return rollingDigest
  }
  @safe @exclusivity(unchecked)
  private var rollingDigest: UInt64
  /// The hash of what the run looked like so far: the order and the instants of steps by lane, of deliveries, of faults,
  /// and what screens showed.
  ///
  /// Runs that differ only in ids that their seeds draw have the same. It begins the same for every seed.
  public var shape: UInt64 {
    owner.checkReader("the shape was read")
    return rollingShape
  }
  @safe @exclusivity(unchecked)
  private var rollingShape: UInt64 = 0
  /// The entries, in order; empty unless all are kept, and where somebody reads them as they are written.
  public var entries: [Entry] {
    owner.checkReader("the journal was read")
    return keptEntries
  }
  private var keptEntries: [Entry] = []
  /// The world whose journal it is.
  let owner = WorldOwner()
  /// The last entries about each subject, steps left out; empty unless entries are kept.
  package private(set) var last = LastEntries()
  /// The entries from which a story is chosen; empty unless entries are kept.
  package private(set) var notable = NotableEntries()
  /// Whether entries are kept, all or the last ones.
  public let isRecording: Bool
  private let keepsAll: Bool
  /// Receives each recorded entry as it is written, in place of ``entries``: for a reader who may outlive this process, and
  /// who keeps what it needs of a run of millions of steps.
  package var onEntry: ((Entry) -> Void)?
  /// The instant of the world, kept up to date by it.
  @safe @exclusivity(unchecked)
  var now: Instant = .zero

  /// The entries that a journal keeps.
  enum Keeping {
    case nothing
    /// The last ones about each subject.
    case last
    case all
  }

  init(seed: UInt64, keeping: Keeping) {
    rollingDigest = StableHash.finalize(seed &+ 0x9E37_79B9_7F4A_7C15)
    isRecording = keeping != .nothing
    keepsAll = keeping == .all
  }

  /// Writes down that something happened.
  ///
  /// - Parameters:
  ///   - event: The event; its text is made only when recording, so making it must have no effect.
  ///   - subject: The subject of the event.
  @inlinable
  public func record(_ event: some JournalEvent, about subject: JournalSource) {
    guard isOwn || mayWrite(event.text) else { return }
    mix(event.kind, subject.identifier, event.contentHash())
    if let shape = event.shape { mixShape(event.kind, subject.identifier, shape) }
    if isRecording { keep(event.kind, subject, event.text) }
  }

  /// Writes down that something happened, where its description needs more than its content.
  ///
  /// - Parameters:
  ///   - content: Everything that the digest is to see of the event.
  ///   - text: A readable description of the event; evaluated only when recording, so it must have no effect.
  @inlinable
  package func record(
    _ kind: Kind, about subject: JournalSource, _ content: some Digestible,
    _ text: @autoclosure () -> String
  ) {
    guard isOwn || mayWrite(text()) else { return }
    mix(kind, subject.identifier, content.digest)
    if let shape = kind.shape(withoutIDs: content.digestWithoutIDs) {
      mixShape(kind, subject.identifier, shape)
    }
    if isRecording { keep(kind, subject, text()) }
  }

  /// Whether the calling code plays the run whose journal it is.
  @usableFromInline
  var isOwn: Bool { owner.isDriving }

  @usableFromInline
  func mayWrite(_ text: String) -> Bool {
    owner.mayWrite("“\(text)” was written into the journal")
  }

  /// Writes down a step of a lane.
  @inline(__always)
  func recordStep(on lane: Lane) {
    mix(.step, lane.identifier, 0)
    mixShape(lane.identifier)
    if keepsAll { keepStep(on: lane) }
  }

  @usableFromInline
  func mix(_ kind: Kind, _ subject: UInt64, _ bits: UInt64) {
    var word = rollingDigest ^ UInt64(bitPattern: now.nanoseconds)
    word = (word ^ subject) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(kind.rawValue)
    word = (word ^ (word >> 29) ^ bits) &* 0xBF58_476D_1CE4_E5B9
    rollingDigest = word ^ (word >> 32)
  }

  @usableFromInline
  func mixShape(_ kind: Kind, _ subject: UInt64, _ bits: UInt64) {
    mixShape(subject &+ (bits &+ UInt64(kind.rawValue)) &* 0xBF58_476D_1CE4_E5B9)
  }

  /// Mixes in that something happened now; one multiplication, since every step does it.
  @inline(__always)
  private func mixShape(_ bits: UInt64) {
    let word =
      (rollingShape ^ UInt64(bitPattern: now.nanoseconds) ^ bits) &* 0xD6E8_FEB8_6659_FD93
    rollingShape = word ^ (word >> 32)
  }

  @usableFromInline
  func keep(_ kind: Kind, _ subject: JournalSource, _ text: String) {
    last.add(text, at: now, about: subject)
    notable.add(Entry(instant: now, kind: kind, subject: subject.name, text: text, digest: 0))
    guard keepsAll else { return }
    keep(Entry(instant: now, kind: kind, subject: subject.name, text: text, digest: rollingDigest))
  }

  private func keepStep(on lane: Lane) {
    keep(Entry(instant: now, kind: .step, subject: lane.name, text: "step", digest: rollingDigest))
  }

  private func keep(_ entry: Entry) {
    if let onEntry { onEntry(entry) } else { keptEntries.append(entry) }
  }
}

/// The subject of a journal entry: a name and its stable hash, computed once.
public struct JournalSource: Hashable, Sendable, CustomStringConvertible {
  /// The name as it stands in stories, such as "Alice" or "backend".
  public let name: String
  /// The name's stable hash.
  public let identifier: UInt64

  /// Names a subject.
  public init(_ name: String) {
    self.name = name
    identifier = StableHash.of(name)
  }

  public static func == (left: JournalSource, right: JournalSource) -> Bool {
    left.identifier == right.identifier
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(identifier)
  }

  public var description: String { name }
}
