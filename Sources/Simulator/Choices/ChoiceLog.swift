/// The choices among alternatives that a run came to, in their order.
///
/// `@unchecked Sendable`: confined to the thread that drives the world.
public final class ChoiceLog: @unchecked Sendable {
  /// The alternatives of one choice.
  package enum Alternatives: Codable, Sendable {
    /// Numbers from 0; which one it was, and how many there were.
    case index(Int, count: Int)
    /// Whether something with a probability happened.
    case chance(Bool)
    /// Things of which each other one has a draw that leads to it.
    case listed(others: [UInt64])
  }

  /// One choice among alternatives.
  package struct Entry: Codable, Sendable {
    package let key: ChoiceKey
    package let alternatives: Alternatives

    /// The number of alternatives, the chosen one included.
    package var count: Int {
      switch alternatives {
      case .index(_, let count): count
      case .chance: 2
      case .listed(let others): others.count + 1
      }
    }

    /// The alternative that was chosen; 0 where they have no numbers.
    package var chosen: Int {
      if case .index(let chosen, _) = alternatives { chosen } else { 0 }
    }

    /// The draws that lead to the alternatives that were not chosen.
    package var others: [UInt64] {
      switch alternatives {
      case .index(let chosen, let count):
        (0..<count).filter { $0 != chosen }.map { ChoiceLog.bits(for: $0, among: count) }
      case .chance(let happened): [happened ? .max : 0]
      case .listed(let others): others
      }
    }
  }

  /// The point from which on choices are varied.
  package struct Beginning: Hashable, Codable, Sendable {
    /// The number of choices noted before it.
    package let place: Int
    /// Its instant, in nanoseconds since the world began.
    package let nanoseconds: Int64
  }

  /// The point from which on choices are varied; nil where all are.
  package private(set) var beginning: Beginning?

  /// Whether the queue of a plain actor, which is worked off in one step, sent a job on to another such actor, or a task ran that
  /// prefers no executor, which goes through plain actors within one step.
  ///
  /// The queue may hold the jobs of several tasks, and the runtime does not say which of them sends. So what they send lies
  /// on one lane, and orders that a phone may show are played by no schedule.
  package private(set) var leavesOrdersOut = false

  /// Whether the queue of a plain actor held the jobs of several tasks, as far as that shows (PlainQueues.swift).
  ///
  /// They are worked off in one step. On a phone another task may run between two of them, in an order that no schedule plays.
  package private(set) var sharesQueues = false

  package var entries: [Entry] {
    owner?.checkReader("the log of choices was read")
    return notedEntries
  }
  private var notedEntries: [Entry] = []
  /// The world whose choices it notes.
  var owner: WorldOwner?
  private var noted: Set<ChoiceKey> = []
  private(set) var isClosed = false

  /// What the steps of the run touched; nil where nobody wants to know.
  package let footprints: FootprintLog?

  /// An empty log.
  public convenience init() { self.init(footprints: nil) }

  /// An empty log.
  ///
  /// - Parameter footprints: Takes what the steps of the run touch.
  package init(footprints: FootprintLog?) { self.footprints = footprints }

  /// A log that another process wrote.
  package init(
    _ entries: [Entry], beginning: Beginning? = nil, footprints: FootprintLog? = nil,
    leavesOrdersOut: Bool = false, sharesQueues: Bool = false
  ) {
    notedEntries = entries
    self.beginning = beginning
    self.footprints = footprints
    self.leavesOrdersOut = leavesOrdersOut
    self.sharesQueues = sharesQueues
    isClosed = true
  }

  /// Notes a choice, unless it was noted already.
  package func note(
    _ stream: ChoiceStream, _ entity: UInt64, _ ordinal: UInt64, _ alternatives: Alternatives
  ) {
    guard owner?.mayWrite("a choice was made") ?? true else { return }
    let key = ChoiceKey(stream: stream.identifier, entity: entity, ordinal: ordinal)
    let entry = Entry(key: key, alternatives: alternatives)
    guard !isClosed, entry.count > 1, noted.insert(key).inserted else { return }
    notedEntries.append(entry)
    if !key.isOfSchedule { footprints?.noteChoice(among: entry.count) }
  }

  /// Notes that choices are varied from here on; only the first call counts.
  package func begin(at instant: Instant) {
    guard !isClosed, beginning == nil else { return }
    beginning = Beginning(place: notedEntries.count, nanoseconds: instant.nanoseconds)
  }

  /// Notes that orders are played by no schedule: see ``leavesOrdersOut``.
  func noteOrderLeftOut() {
    if !isClosed { leavesOrdersOut = true }
  }

  /// Notes that the queue of a plain actor held the jobs of several tasks.
  func noteSharedQueue() {
    if !isClosed { sharesQueues = true }
  }

  /// Notes nothing any more: what follows the verdict of a run decides nothing.
  package func close() { isClosed = true }

  /// The number of choices so far.
  var count: Int { notedEntries.count }

  /// The draw that leads to an alternative, whether it is drawn or overridden.
  package static func bits(for option: Int, among count: Int) -> UInt64 {
    // The least number whose product with `count` reaches `option` times 2⁶⁴.
    let (quotient, remainder) = UInt64(count).dividingFullWidth((UInt64(option), 0))
    return remainder == 0 ? quotient : quotient + 1
  }
}

extension World {
  /// Has an exploration begin here: what came before is played in one order, the plain one.
  ///
  /// An exploration (`rehearse run NAME --schedule exhaustive`) plays every order of the steps behind this one, and says from
  /// which instant on it is complete. Only the first call counts. In other runs nothing is done.
  public func exploreFromHere() {
    guard checkDriving("an exploration was told to begin") else { return }
    choices.log?.begin(at: presentInstant)
  }
}

extension ChoiceKey {
  /// Whether the choice is which lane goes next.
  package var isOfNextLane: Bool { stream == ExplorationQueue.stream.identifier }

  /// Whether the choice is one of order: the next lane, or the next of the timers that are due.
  package var isOfSchedule: Bool { isOfNextLane || stream == World.dueStream.identifier }
}
