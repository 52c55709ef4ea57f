import Backend
import Simulator

/// What a phone's app does with its database: twenty writes and reads, with a disconnection in the middle.
///
/// Some writes touch what earlier ones wrote, some are in flight when the network goes away, some are made
/// without it. Every write differs from the others in its kind or its paths, so that the backend's
/// journal says which one a commit carries out.
struct CrashScript: Sendable {
  /// One thing that the app or the person does.
  enum Step: Sendable {
    /// A read: the query is listened to from now on.
    case listen(QuerySpec)
    case write(ScriptedWrite)
    case airplaneMode(Bool)
    case rest(Duration)
  }

  let steps: [Step]
  /// The writes in their order.
  let writes: [ScriptedWrite]
  /// The queries in the order in which they are listened to.
  let queries: [QuerySpec]

  init(_ steps: [Step]) {
    self.steps = steps
    writes = steps.compactMap { if case .write(let write) = $0 { write } else { nil } }
    queries = steps.compactMap { if case .listen(let query) = $0 { query } else { nil } }
  }

  /// Whether a write writes at, above or below a location that another one writes too.
  func overlapsAnother(_ write: Int) -> Bool {
    writes.indices.contains { $0 != write && writes[$0].overlaps(writes[write]) }
  }

  /// The writes that are increments.
  var increments: [Int] { writes.indices.filter { writes[$0].isIncrement } }

  /// The twenty operations. No increment is in flight when the network goes away, so that only a kill
  /// can fall between its commit and its acknowledgement.
  static func twentyOperations() throws -> CrashScript {
    let latest = try QueryParameters().ordered(by: .key).limited(toLast: 3)
    return CrashScript([
      .listen(QuerySpec("profile")),
      .write(.set("profile/name", "Ada")),
      .listen(QuerySpec("messages", latest)),
      .write(.set("messages/m1", ["author": "alice", "text": "one"])),
      .write(.set("counters/sent", Node(.increment(1)))),
      .write(.update("/", ["messages/m2": "two", "conversations/c1/last": "m2"])),
      .write(.set("receipts/m1/alice", true)),
      .write(.update("profile", ["name": "Ada L."])),
      .listen(QuerySpec("conversations")),
      .write(.update("profile", ["name": "Countess", "status": "busy"])),
      .write(.update("/", ["counters/sent": Node(.increment(10)), "messages/m3": "three"])),
      .rest(.seconds(2)),
      .write(.set("messages/m4", ["author": "alice", "text": "four"])),
      .write(.set("receipts/m2/alice", true)),
      .airplaneMode(true),
      .write(.set("profile/status", "in a tunnel")),
      .listen(QuerySpec("receipts")),
      .write(.update("/", ["messages/m5": "five", "conversations/c1/last": "m5"])),
      .write(.update("counters", ["sent": Node(.increment(100))])),
      .write(.set("messages/m4/edited", true)),
      .rest(.milliseconds(500)),
      .airplaneMode(false),
      .write(.update("profile", ["status": "back"])),
      .write(.set("messages/m2", .empty)),
    ])
  }
}

/// One write of a script.
struct ScriptedWrite: Sendable {
  let path: Path
  /// The paths below `path` and what they become.
  let changes: [PathChange]
  let isMerge: Bool

  static func set(_ path: Path, _ node: Node) -> ScriptedWrite {
    ScriptedWrite(path: path, changes: [PathChange(.root, node)], isMerge: false)
  }

  static func update(_ path: Path, _ changes: KeyValuePairs<Path, Node>) -> ScriptedWrite {
    ScriptedWrite(
      path: path, changes: changes.map { PathChange($0.key, $0.value) }, isMerge: true)
  }

  /// The locations that it writes, from the root.
  var targets: [PathChange] { changes.map { PathChange(path.appending($0.path), $0.node) } }

  /// Whether writing it again can leave something else than writing it once.
  var isIncrement: Bool { changes.contains { $0.node.containsServerValues } }

  /// The write as the backend's journal tells a commit of it.
  var signature: String {
    let paths = targets.map(\.path).sorted().map(\.description)
    return "\(isMerge ? "merge" : "put") of \(paths.joined(separator: ", "))"
  }

  /// What a tree becomes by it.
  func applied(to tree: Node) -> Node {
    targets.reduce(tree) { result, target in
      let node = target.node.resolvingServerValues(
        existing: tree[target.path], nowMilliseconds: 0)
      return result.updating(target.path, to: node)
    }
  }

  /// Whether it writes at, above or below a location that `other` writes.
  func overlaps(_ other: ScriptedWrite) -> Bool {
    targets.contains { mine in
      other.targets.contains { mine.path.contains($0.path) || $0.path.contains(mine.path) }
    }
  }
}
