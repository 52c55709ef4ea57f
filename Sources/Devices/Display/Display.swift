internal import Harness
public import Simulator

/// The screen of the app as the person sees it: the present one and past ones.
public final class Display<Screen: Sendable & Equatable & Digestible>: Sendable {
  // What shows a screen is inlined into the app that has it: code for a screen of any type would look its layout up at
  // every turn.

  /// A screen and the instant since which it has been shown.
  @usableFromInline
  struct Frame: Sendable {
    @usableFromInline let since: Instant
    /// The number of the step that showed it.
    @usableFromInline let step: UInt64
    /// Nil while the app is not running.
    @usableFromInline let screen: Screen?
    /// Whether no person looked: a fault had taken the app away.
    @usableFromInline let isUnseen: Bool
    /// Whether the person saw nothing of it: another app was in front, or the phone was locked.
    @usableFromInline let isCovered: Bool

    @inlinable
    init(
      since: Instant, step: UInt64, screen: Screen?, isUnseen: Bool = false, isCovered: Bool = false
    ) {
      self.since = since
      self.step = step
      self.screen = screen
      self.isUnseen = isUnseen
      self.isCovered = isCovered
    }
  }

  /// Someone who looks at every change.
  @usableFromInline
  final class Watcher {
    @usableFromInline let look: (Screen?) -> Void

    init(look: @escaping (Screen?) -> Void) { self.look = look }
  }

  @usableFromInline
  struct State {
    @usableFromInline var frames: [Frame] = []
    @usableFromInline var watchers = DisplayWatchers()
    @usableFromInline var isUnseen = false
    /// Whether the app is not on the phone's screen, though it may run.
    @usableFromInline var isCovered = false
    /// Whether past screens were forgotten.
    @usableFromInline var hasForgotten = false
    /// The number of past screens that were forgotten.
    @usableFromInline var changes = 0
  }

  /// The largest number of past screens that are kept, to find out when something became true.
  @usableFromInline static var historyLimit: Int { 512 }

  @usableFromInline let state: WorldBound<State>
  @usableFromInline let world: World
  @usableFromInline let subject: JournalSource

  init(in world: World, of subject: JournalSource) {
    self.world = world
    self.subject = subject
    state = WorldBound(State(), in: world)
  }

  /// The screen as the app drew it last, in the foreground or not; nil while the app is not running.
  @inlinable public var screen: Screen? { state.withValue { $0.frames.last?.screen ?? nil } }

  /// Shows another screen; does nothing when it is the same.
  ///
  /// - Parameter text: The change in words, for the journal.
  @inlinable
  func show(_ screen: Screen?, _ text: @autoclosure () -> String) {
    let (now, step) = (world.now, world.eventCount)
    let watchers: DisplayWatchers? = state.withValue { state in
      // By its number: the last frame as such would be copied.
      let last = state.frames.count - 1
      if last >= 0, state.frames[last].screen == screen { return nil }
      if state.frames.count >= Self.historyLimit {
        state.frames.removeFirst(Self.historyLimit / 2)
        state.changes += Self.historyLimit / 2
        state.hasForgotten = true
      }
      state.frames.append(
        Frame(
          since: now, step: step, screen: screen, isUnseen: state.isUnseen,
          isCovered: state.isCovered))
      if state.isUnseen { return state.watchers.observers }
      return state.isCovered ? state.watchers.lookingThrough : state.watchers
    }
    guard let watchers else { return }
    world.journal.record(.screen, about: subject, screen, text())
    if world.journal.isRecording { film(screen) }
    tell(watchers, of: screen)
  }

  /// Tells a report of a screen.
  @usableFromInline
  func film(_ screen: Screen?) {
    // What VoiceOver says is heard, not seen.
    if Screen.self == SpokenAnnouncements.self { return }
    let isShade = Screen.self == NotificationShade.self
    world.recorder?.show(screen, in: isShade ? .shade : .screen, of: subject.name)
  }

  @inlinable
  func tell(_ watchers: DisplayWatchers, of screen: Screen?) {
    for watcher in watchers.all {
      if !watcher.isConfined { world.callsForeignCode() }
      (watcher.object as? Watcher)?.look(screen)
    }
  }

  /// The instant since which `holds` has been true without a break, and the step that made it so; nil when
  /// it is not true now.
  ///
  /// Looks no further back than `earliest`, which is the answer when it was true even then.
  ///
  /// - Parameter looksThrough: Whether what the app drew counts while it was not on the phone's screen.
  /// - Throws: A ``Misuse`` where it has been true for as long as screens are remembered, and that is not long enough.
  func trueSince(
    _ earliest: Instant, looksThrough: Bool = false, _ holds: (Screen) -> Bool
  ) throws(Misuse) -> (instant: Instant, step: UInt64)? {
    // Looked at outside of the display's own state: what is expected may look at the display, too.
    let (frames, isUnseen, hasForgotten) = state.withValue {
      ($0.frames, $0.isUnseen, $0.hasForgotten)
    }
    guard !isUnseen else { return nil }
    var since: (Instant, UInt64)?
    // By numbers: a view of the list from behind is one more type for any screen.
    for index in stride(from: frames.count - 1, through: 0, by: -1) {
      let frame = frames[index]
      if frame.isUnseen { continue }
      guard looksThrough || !frame.isCovered, let screen = frame.screen, holds(screen) else {
        return since
      }
      since = (max(frame.since, earliest), frame.step)
      if frame.since <= earliest { return since }
    }
    if hasForgotten, since != nil {
      throw Misuse(
        """
        an expectation since \(earliest) to look back over the last \(Self.historyLimit / 2) screens, which are \
        remembered; it has been as expected for longer, and nobody knows any more since when. Expect it earlier
        """)
    }
    return since
  }

  /// No person looks from now on, since a fault from the seed has taken the app away; observers are told of all that it draws.
  func lookAway() {
    state.withValue { $0.isUnseen = true }
  }

  /// The person is back where they were, and looks again.
  func lookAgain() {
    let (now, step) = (world.now, world.eventCount)
    let (screen, watchers) = state.withValue { state -> (Screen?, DisplayWatchers) in
      guard state.isUnseen else { return (nil, DisplayWatchers()) }
      state.isUnseen = false
      let screen = state.frames.last?.screen ?? nil
      state.frames.append(
        Frame(since: now, step: step, screen: screen, isCovered: state.isCovered))
      return (screen, state.isCovered ? state.watchers.behindCovers : state.watchers.expecting)
    }
    tell(watchers, of: screen)
  }

  /// The app leaves the phone's screen, as when the phone is locked, or is back on it.
  func cover(_ isCovered: Bool) {
    let (now, step) = (world.now, world.eventCount)
    let (screen, watchers) = state.withValue { state -> (Screen?, DisplayWatchers) in
      guard state.isCovered != isCovered else { return (nil, DisplayWatchers()) }
      state.isCovered = isCovered
      let screen = state.frames.last?.screen ?? nil
      state.frames.append(
        Frame(
          since: now, step: step, screen: screen, isUnseen: state.isUnseen, isCovered: isCovered))
      return (isCovered ? nil : screen, state.isUnseen ? DisplayWatchers() : state.watchers.persons)
    }
    tell(watchers, of: screen)
  }

  /// Whether the app is not on the phone's screen, though it may run.
  var isCovered: Bool { state.withValue { $0.isCovered } }

  /// The number of screens so far, for who looks twice.
  var changeCount: Int { state.withValue { $0.changes + $0.frames.count } }

  /// - Parameters:
  ///   - isConfined: Whether `look` tells by itself what it touches that the world doesn't keep.
  ///   - view: What is seen where the app is not in the person's hands.
  func watch(
    isConfined: Bool = false, _ view: DisplayView = .everything,
    _ look: @escaping (Screen?) -> Void
  ) -> UInt64 {
    let watcher = Watcher(look: look)
    return state.withValue {
      $0.watchers.add(watcher, isConfined: isConfined, view)
    }
  }

  func stopWatching(_ number: UInt64) {
    state.withValue { $0.watchers.remove(number) }
  }
}

/// The difference between two screens, line by line of their descriptions.
enum ScreenChanges {
  /// The lines that went, each behind a minus, and those that came, each behind a plus; in their order.
  ///
  /// - Parameter old: The description of the screen before; nil where the app was not on the screen.
  static func text(from old: String?, to new: String) -> String {
    let before = old?.split(separator: "\n") ?? []
    let after = new.split(separator: "\n")
    let difference = after.difference(from: before)
    let gone = difference.removals.map { "- \(line(of: $0))" }
    let come = difference.insertions.map { "+ \(line(of: $0))" }
    return (gone + come).joined(separator: "; ")
  }

  private static func line(of change: CollectionDifference<Substring>.Change) -> Substring {
    switch change {
    case .insert(_, let line, _), .remove(_, let line, _): line
    }
  }
}
