internal import Simulator

/// A program of the backend that runs when data at some locations change, or when a file is stored.
///
/// Source: Firebase documentation, "Realtime Database triggers" and "Cloud Storage triggers".
public struct ServerFunction: Sendable {
  /// The changes that a function waits for.
  public enum Trigger: String, Sendable {
    /// Something stands where nothing stood.
    case onCreate
    /// Something else stands where something stood.
    case onUpdate
    /// Nothing stands where something stood.
    case onDelete
    /// Any of these.
    case onWrite
    /// A file is stored whole, where none was or in place of another (`onObjectFinalized`).
    case onFinalize
  }

  /// The body of a function; throwing fails the run.
  public typealias Body = @Sendable (FunctionRun) async throws -> Void

  /// The function's name, unique among all.
  public let name: String
  /// The changes it waits for.
  public let trigger: Trigger
  /// The locations at which it waits for them: paths of the database, or of files.
  package let pattern: PathPattern
  /// Whether a run that fails is repeated; otherwise its event is dropped.
  public let retriesOnFailure: Bool
  /// The time after which a run is ended that goes on, and counts as failed.
  ///
  /// Source: Firebase documentation, "Manage functions": 60 s unless set, 540 s at the most for functions that events
  /// trigger.
  public let timeout: Duration
  /// The body of the function.
  public let body: Body

  private static let longestTimeout = Duration.seconds(540)

  /// A function.
  ///
  /// - Throws: `PathPatternError`; also for a pattern that doesn't say how deep it goes.
  public init(
    _ name: String, _ trigger: Trigger, at pattern: String, retriesOnFailure: Bool = false,
    timeout: Duration = .seconds(60), body: @escaping Body
  ) throws(PathPatternError) {
    let parsed = try PathPattern(parsing: pattern)
    if case .rest = parsed.segments.last {
      throw PathPatternError(
        pattern: pattern, problem: "a function can't wait at all depths: drop the =**")
    }
    self.init(
      name, trigger, at: parsed, retriesOnFailure: retriesOnFailure, timeout: timeout, body: body)
  }

  /// A function at a place that was parsed before; it must say how deep it goes.
  package init(
    _ name: String, _ trigger: Trigger, at pattern: PathPattern, retriesOnFailure: Bool = false,
    timeout: Duration = .seconds(60), body: @escaping Body
  ) {
    self.name = name
    self.trigger = trigger
    self.pattern = pattern
    self.retriesOnFailure = retriesOnFailure
    self.timeout = min(max(timeout, .zero), Self.longestTimeout)
    self.body = body
  }
}

/// The change that made a function run, as the function is told of it.
public struct FunctionEvent: Sendable {
  /// The event's id: the same for repeated runs, so that a function can tell that it has run already.
  public var id: String {
    guard let file else { return "\(commit):\(function):\(path)" }
    return "\(path)#\(file.generation):\(function)"
  }
  /// The number of the commit that made the change; 0 where a file was stored.
  let commit: Int
  /// The name of the function.
  let function: String
  /// The location that changed.
  public let path: Path
  /// The locations at which the function waits.
  let pattern: PathPattern
  /// The data at the location before the write.
  public let before: Node
  /// The data at the location after the write.
  public let after: Node
  /// The file that was stored; nil for a change of data.
  public let file: StoredFile?
  /// The author of the write; nil where a file was stored, which has its owner.
  package let author: Author?
  /// The time of the write, in milliseconds since 1970.
  public let timeMilliseconds: Int64
  /// The run of this delivery, from 1; above 1 after failures.
  public internal(set) var attempt = 1

  /// The texts that the wildcards of the function's pattern stand for; made when they are asked for, since a function
  /// looks at few events more than once.
  package var parameters: PathPattern.Captures { pattern.captures(at: path) ?? [:] }
}

/// What came of one run of a function, or of an event that it was never given.
struct FunctionOutcome: Digestible {
  let function: String
  let event: FunctionEvent
  /// The number of its effects.
  var effects = 0
  var problem = ""
  var isDropped = false

  func digest(into hash: inout StableHash) {
    hash.mix(function)
    event.digest(into: &hash)
    hash.mix(UInt64(effects))
    hash.mix(problem)
    isDropped.digest(into: &hash)
  }
}

extension FunctionEvent {
  fileprivate func digest(into hash: inout StableHash) {
    hash.mix(id)
    path.digest(into: &hash)
    before.digest(into: &hash)
    after.digest(into: &hash)
    author?.digest(into: &hash)
    file?.digest(into: &hash)
    hash.mix(timeMilliseconds)
    hash.mix(UInt64(attempt))
  }
}

extension ServerFunction {
  /// The events that a commit means to this function, in the order of their locations.
  ///
  /// Looks only where the commit changed something.
  func events(of commit: Commit) -> [FunctionEvent] {
    if trigger == .onFinalize { return [] }
    var result: [FunctionEvent] = []
    var (before, after) = (SiblingReader(commit.before), SiblingReader(commit.after))
    let all = commit.changes
    let changes = all.span
    for index in changes.indices where Self.fits(changes[index].path, pattern) {
      let start = Self.place(of: changes[index].path).prefix(pattern.depth)
      collect(
        at: start, before: before.node(at: start), after: after.node(at: start), commit, &result)
    }
    return result
  }

  /// The event that a stored file means to this function; nil where it waits for none at this path.
  func event(of file: StoredFile) -> FunctionEvent? {
    guard trigger == .onFinalize, pattern.captures(at: file.path) != nil else { return nil }
    return FunctionEvent(
      commit: 0, function: name, path: file.path, pattern: pattern, before: .empty, after: .empty,
      file: file, author: nil, timeMilliseconds: file.createdMilliseconds)
  }

  /// The location that a change is one of: a priority belongs to its node.
  private static func place(of path: Path) -> Path {
    path.last == .priority ? path.parent ?? .root : path
  }

  /// Whether a commit can hold an event for a function of a trigger and a pattern: nearly none holds one for most functions.
  ///
  /// Not asked of a function, which is large: one that is lent would be copied for it.
  static func mayConcern(_ trigger: Trigger, at pattern: PathPattern, _ commit: Commit) -> Bool {
    if trigger == .onFinalize { return false }
    let all = commit.changes
    let changes = all.span
    for index in changes.indices where fits(changes[index].path, pattern) { return true }
    return false
  }

  /// Whether a change at a path can be one at, above or below a location of a pattern.
  private static func fits(_ path: Path, _ pattern: PathPattern) -> Bool {
    let keys = path.keys.span
    var count = min(keys.count, pattern.depth)
    if count == keys.count, count > 0, keys[count - 1].isPriority { count -= 1 }
    for level in 0..<count where !pattern.takes(keys[level], at: level) { return false }
    return true
  }

  /// Adds the events at a location, or at all locations below it that have the pattern's depth.
  private func collect(
    at path: Path, before: Node, after: Node, _ commit: Commit,
    _ result: inout [FunctionEvent]
  ) {
    if before == after { return }
    guard path.depth < pattern.depth else {
      // Changes stand in the order of their paths: those of one location follow each other.
      if isTriggered(before, after), result.last?.path != path {
        result.append(
          FunctionEvent(
            commit: commit.sequence, function: name, path: path, pattern: pattern, before: before,
            after: after, file: nil, author: commit.author,
            timeMilliseconds: commit.serverTimeMilliseconds))
      }
      return
    }
    if case .key(let key) = pattern.segments[path.depth] {
      return collect(
        at: path.child(key), before: before[child: key], after: after[child: key], commit,
        &result)
    }
    var changed: [(Key, Node, Node)] = []
    Node.forEachChildDifference(from: before, to: after) { key, old, new in
      changed.append((key, old ?? .empty, new ?? .empty))
    }
    for (key, old, new) in changed {
      collect(at: path.child(key), before: old, after: new, commit, &result)
    }
  }

  private func isTriggered(_ before: Node, _ after: Node) -> Bool {
    switch trigger {
    case .onWrite: true
    case .onCreate: before.isEmpty
    case .onDelete: after.isEmpty
    case .onUpdate: !before.isEmpty && !after.isEmpty
    case .onFinalize: false
    }
  }
}
