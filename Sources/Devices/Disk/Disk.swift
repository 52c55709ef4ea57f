package import Harness
public import Simulator

/// A phone's disk: committed transactions survive the end of a process, everything else does not.
///
/// Commits are atomic and durable at the instant of the call, as with a write-ahead log that is synced;
/// a process can be made to die right before or right after any of them, and a commit can fail.
public final class Disk: Sendable {
  /// The side of a commit on which a process dies.
  public enum CrashPoint: Hashable, Sendable {
    /// The transaction is lost.
    case beforeCommit
    /// The transaction is durable, but whoever made it never learns.
    case afterCommit
  }

  /// Someone who hears of every transaction once it is durable; of nil when everything is erased.
  struct Observer {
    /// Whether it tells by itself what it touches that the world doesn't keep.
    let isConfined: Bool
    let look: (DiskTransaction?) -> Void
  }

  private struct State {
    var image = DiskImage()
    var commitCount = 0
    /// Counts the commits at which faults can strike; nil in runs without such.
    var counter: StrikeCounter?
    /// Called after each commit while the disk is slow.
    var stall: (@Sendable () -> Void)?
    var observers: [Observer] = []
    var crash: (commit: Int, point: CrashPoint, kill: @Sendable () -> Void)?
    var isFull = false
    /// Whether the files are protected by the locked phone.
    var isProtected = false
    var space = DiskSpace()
    /// The number of commits that still succeed before one fails; nil where none is to fail.
    var commitsUntilFailure: Int?
    /// How often the app was put on the phone, by the first installation, another one, an update or a backup.
    var installationCount = 1
    /// Whether the files came out of a backup since they were looked at.
    var isRestored = false

    /// The reason why the next commit fails; nil where it does not. A reason that holds once is used up.
    mutating func takeFailure(of transaction: DiskTransaction) -> DiskFailure? {
      if isProtected { return .protected }
      if isFull { return .full }
      let growth = space.growth(by: transaction)
      if growth > 0, growth > space.freeBytes { return .full }
      guard let left = commitsUntilFailure else { return nil }
      commitsUntilFailure = left > 0 ? left - 1 : nil
      return left == 0 ? .writeFailed : nil
    }
  }

  private let state: WorldBound<State>
  private let subject: JournalSource
  private let world: World

  /// An empty disk of the phone that `subject` names.
  public init(in world: World, of subject: JournalSource) {
    self.world = world
    self.subject = subject
    state = WorldBound(State(), in: world)
    world.addFinalState("\(subject.name)'s disk") { [state] in
      state.withValue { $0.image.finalState }
    }
  }

  /// The present contents of the disk.
  public var image: DiskImage {
    state.withValue { state in
      state.image.sort()
      return state.image
    }
  }

  /// The number of transactions that were committed.
  public var commitCount: Int { state.withValue { $0.commitCount } }

  /// The commits from now at which a crash can be set.
  static let crashes = 1...1_000_000_000

  /// Lets `kill` strike at the `number`-th commit from now, counted from 1.
  public func crash(
    atCommit number: Int, _ point: CrashPoint, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, kill: @escaping @Sendable () -> Void
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    guard world.takes(number, in: Self.crashes, "Disk.crash(atCommit:)", at: location) else {
      return
    }
    state.withValue { $0.crash = ($0.commitCount + number, point, kill) }
  }

  /// Whether a crash was set and has not struck.
  var hasCrash: Bool { state.withValue { $0.crash != nil } }

  /// Takes a crash back that was set and has not struck.
  func cancelCrash() {
    state.withValue { $0.crash = nil }
  }

  /// Whether there is no room for anything more.
  public var isFull: Bool { state.withValue { $0.isFull } }

  /// The bytes that an app can write; none while the disk is full.
  ///
  /// Source: Apple, `URLResourceValues.volumeAvailableCapacityForImportantUsage`, "Checking volume storage capacity": the
  /// figure for what a person has asked for.
  public var availableBytes: Int { state.withValue { $0.isFull ? 0 : $0.space.freeBytes } }

  /// Leaves so many bytes free.
  func setFree(_ bytes: Int) {
    state.withValue { $0.space.setFree(bytes) }
    world.journal.record(JournalNote(.fault, "\(bytes) bytes are free on the disk"), about: subject)
  }

  /// Leaves no room for anything more, or makes room again.
  func setFull(_ isFull: Bool) {
    state.withValue { $0.isFull = isFull }
    world.journal.record(
      JournalNote(.fault, isFull ? "the disk is full" : "the disk has room again"), about: subject)
  }

  /// Whether the app's files cannot be used, since the phone is locked.
  public var isProtected: Bool { state.withValue { $0.isProtected } }

  func setProtected(_ isProtected: Bool) {
    state.withValue { $0.isProtected = isProtected }
    world.journal.record(
      JournalNote(.life, "files are \(isProtected ? "protected" : "usable")"), about: subject)
  }

  /// Lets the `number`-th commit from now fail, counted from 1, and those behind it succeed; nil lets none fail.
  func failCommit(_ number: Int?) {
    state.withValue { $0.commitsUntilFailure = number.map { $0 - 1 } }
  }

  /// Has every commit call `stall`, which keeps whoever made it waiting; nil for a disk as fast as ever.
  func slow(_ stall: (@Sendable () -> Void)?) {
    state.withValue { $0.stall = stall }
  }

  /// Forgets everything, as when the app is deleted.
  public func erase() {
    let commits = state.withValue { state in
      state.image = DiskImage()
      state.space.erase()
      state.installationCount += 1
      state.isRestored = false
      return state.commitCount
    }
    world.journal.record(DiskEvent.erased(commits: commits), about: subject)
    world.recorder?.write("", nil)
    tellObservers(nil)
  }

  private static let containers = ChoiceStream("files.container")

  /// The name of the folder that holds the app's files: a UUID in capitals, as iOS names it, another one after each
  /// installation, update and restoration.
  ///
  /// Source: mixxx, pull request 13493; isle-portable, pull request 856; expo, issue 4261. Android's folder has the package's
  /// name and stays; that it moves here as well is ours.
  package var containerName: String {
    let count = UInt64(state.withValue { $0.installationCount })
    let words = [2 * count, 2 * count + 1].map { ordinal in
      world.choices.draw(Self.containers, entity: subject.identifier, ordinal: ordinal)
    }
    let digits = Array(words.map(Hexadecimal.text).joined().uppercased())
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(
      separator: "-")
  }

  /// Puts the app's files into a folder of another name, as an update and a restoration do.
  func moveContainer(isRestored: Bool = false) {
    state.withValue { state in
      state.installationCount += 1
      state.isRestored = state.isRestored || isRestored
    }
  }

  /// Whether the files came out of a backup since this was asked last.
  package func takeRestoration() -> Bool {
    state.withValue { state in
      defer { state.isRestored = false }
      return state.isRestored
    }
  }

  /// Makes a transaction durable.
  ///
  /// - Throws: ``CommitError`` when a crash was set for this commit, or the disk does not take it.
  package func commit(_ transaction: DiskTransaction) throws(CommitError) {
    guard !transaction.isEmpty else { return }
    let due = state.withValue { $0.counter }?.arrive()
    if due?.strikeBefore() == true { throw .processGone(ProcessGone(process: subject.name)) }
    if let failure = state.withValue({ $0.takeFailure(of: transaction) }) {
      world.journal.record(DiskEvent.failed(transaction, failure), about: subject)
      throw .disk(failure)
    }
    let replaced = world.isTold ? rowsThere(before: transaction) : []
    let (crash, number, stall) = state.withValue { state in
      let number = state.commitCount + 1
      let crash = state.crash.flatMap { $0.commit == number ? $0 : nil }
      if crash != nil { state.crash = nil }
      if crash?.point != .beforeCommit {
        state.image.apply(transaction)
        state.space.apply(transaction)
        state.commitCount = number
      }
      return (crash, number, state.stall)
    }
    world.journal.record(
      DiskEvent.committed(number, transaction, replaced: replaced, crash: crash?.point),
      about: subject)
    if crash?.point != .beforeCommit {
      record(transaction)
      tellObservers(transaction)
    }
    if let crash {
      crash.kill()
      throw .processGone(
        ProcessGone(process: subject.name, isDurable: crash.point == .afterCommit))
    }
    stall?()
    if due?.strikeAfter().contains(.kill) == true {
      throw .processGone(ProcessGone(process: subject.name, isDurable: true))
    }
  }

  /// Which changes of a transaction find a row of their key, for the texts of a run that is told.
  private func rowsThere(before transaction: DiskTransaction) -> [Bool] {
    state.withValue { state in
      state.image.sort()
      var written: Set<String> = []
      return transaction.changes.map { change in
        let isNew = written.insert("\(change.table)/\(change.key)").inserted
        return !isNew || state.image.hasRow(change.key, in: change.table)
      }
    }
  }

  /// Tells a report the rows that a transaction wrote.
  private func record(_ transaction: DiskTransaction) {
    guard let recorder = world.recorder else { return }
    for change in transaction.changes {
      recorder.write("\(change.table)/\(change.key)", change.row.map { RowText.text(of: $0) })
    }
  }

  /// Counts commits from now on, so that faults can strike at them.
  package func count(by counter: StrikeCounter?) {
    state.withValue { $0.counter = counter }
  }

  /// Adds someone who hears of every transaction.
  ///
  /// - Parameter isConfined: Whether `look` tells by itself what it touches that the world doesn't keep.
  func observe(isConfined: Bool = false, _ look: @escaping (DiskTransaction?) -> Void) {
    state.withValue { $0.observers.append(Observer(isConfined: isConfined, look: look)) }
  }

  private func tellObservers(_ transaction: DiskTransaction?) {
    for observer in state.withValue({ $0.observers }) {
      if !observer.isConfined { world.callsForeignCode() }
      observer.look(transaction)
    }
  }
}

/// Something that happened to a disk.
private enum DiskEvent: JournalEvent {
  case erased(commits: Int)
  /// - replaced: Of each change whether a row of its key was there before.
  case committed(Int, DiskTransaction, replaced: [Bool], crash: Disk.CrashPoint?)
  case failed(DiskTransaction, DiskFailure)

  var kind: Journal.Kind { .disk }

  func digest(into hash: inout StableHash) {
    switch self {
    case .erased(let commits): hash.mix(Int64(commits))
    case .committed(let number, let transaction, _, let crash):
      hash.mix(UInt64(number))
      switch crash {
      case nil: break
      case .beforeCommit: hash.mix(UInt64(1))
      case .afterCommit: hash.mix(UInt64(2))
      }
      transaction.digest(into: &hash)
    case .failed(let transaction, let failure):
      hash.mix(failure.rawValue)
      transaction.digest(into: &hash)
    }
  }

  var text: String {
    switch self {
    case .erased: return "disk erased"
    case .committed(let number, let transaction, let replaced, let crash):
      let end =
        switch crash {
        case nil: ""
        case .beforeCommit: ", lost: the app died before it"
        case .afterCommit: ", then death"
        }
      return "disk commit \(number): \(Self.text(of: transaction, replaced))\(end)"
    case .failed(let transaction, let failure):
      return "disk commit failed, \(failure.rawValue): \(Self.text(of: transaction, []))"
    }
  }

  /// The rows with a sign each: `+` for one that is new, `~` for one that takes the place of another, `-` for one deleted.
  private static func text(of transaction: DiskTransaction, _ replaced: [Bool]) -> String {
    transaction.changes.enumerated().map { place, change in
      let isThere = replaced.indices.contains(place) && replaced[place]
      let sign = change.row == nil ? "-" : isThere ? "~" : "+"
      return "\(sign)\(change.table)/\(change.key)"
    }.joined(separator: " ")
  }
}

extension WaitKind {
  /// A slow disk that writes.
  public static let disk = WaitKind("disk")
}
