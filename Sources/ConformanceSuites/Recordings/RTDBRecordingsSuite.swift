public import Backend

/// What the live service and its web client did, played by simulated phones and the backend: `rtdb-recordings.json`.
///
/// `RECORDINGS.md` beside the file says what its actions and expectations mean. A case that can't be carried out fails.
public enum RTDBRecordingsSuite: ConformanceSuite {
  public static let name = "rtdb-recordings"

  public static func cases(in file: JSON) throws(ConformanceShapeError) -> [ConformanceCase] {
    var cases: [ConformanceCase] = []
    for test in try ConformanceValue(file)["cases"].array() {
      let recording = try Recording(test)
      cases.append(ConformanceCase(recording.name) { recording.difference() })
    }
    return cases
  }
}

/// One recorded case.
struct Recording: Sendable {
  let name: String
  /// The number of clients.
  let clients: Int
  /// The database's rules, with the outer `rules`; nil where the case needs none.
  let rules: String?
  /// The text of the storage rules; nil where the case needs none.
  let storageRules: String?
  let steps: [RecordedStep]

  init(_ test: ConformanceValue) throws(ConformanceShapeError) {
    name = try test["name"].string()
    clients = try test["clients"].integer()
    rules = test["rules"].ifPresent.map { RecordedRules.text($0.json) }
    storageRules = try test["storageRules"].ifPresent?.string()
    var steps: [RecordedStep] = []
    for step in try test["steps"].array() { steps.append(try RecordedStep(step)) }
    self.steps = steps
  }
}

/// A step: actions that begin together, and what is expected once everything is at rest.
struct RecordedStep: Sendable {
  let place: String
  let actions: [RecordedAction]
  /// The expected events by listener; a listener that isn't named gets none.
  let events: [JSON.Member]
  /// The listeners of which nothing was recorded.
  let unrecorded: [String]
  let server: [JSON]
  let together: JSON?
  let deliveries: [JSON.Member]
  let push: [JSON.Member]
  /// Members that no version of this runner knows.
  let unknown: [String]

  private static let members: Set<String> = [
    "do", "events", "unrecorded", "server", "together", "deliveries", "push",
  ]

  init(_ step: ConformanceValue) throws(ConformanceShapeError) {
    place = step.place
    var actions: [RecordedAction] = []
    for action in try step["do"].array() { actions.append(try RecordedAction(action)) }
    self.actions = actions
    events = try step["events"].ifPresent?.members().map { .init($0.name, $0.value.json) } ?? []
    var unrecorded: [String] = []
    for listener in try step["unrecorded"].ifPresent?.array() ?? [] {
      unrecorded.append(try listener.string())
    }
    self.unrecorded = unrecorded
    server = try step["server"].ifPresent?.array().map(\.json) ?? []
    together = step["together"].ifPresent?.json
    deliveries =
      try step["deliveries"].ifPresent?.members().map { .init($0.name, $0.value.json) } ?? []
    push = try step["push"].ifPresent?.members().map { .init($0.name, $0.value.json) } ?? []
    unknown = try step.members().map(\.name).filter { !Self.members.contains($0) }
  }
}

/// An action of a client or of a trusted server.
struct RecordedAction: Sendable {
  /// The client's number; nil for the trusted server.
  let client: Int?
  let operation: String
  let json: JSON
  /// How it must end; empty where it must succeed.
  let expected: [JSON.Member]

  init(_ action: ConformanceValue) throws(ConformanceShapeError) {
    client = action["client"].json == .string("admin") ? nil : try action["client"].integer()
    operation = try action["op"].string()
    json = action.json
    expected =
      try action["expect"].ifPresent?.members().map { .init($0.name, $0.value.json) } ?? []
  }

  /// A member; null where it is missing.
  subscript(name: String) -> JSON { json[name] ?? .null }

  /// The actor with the operation, for messages.
  var title: String { "\(client.map { "client \($0)" } ?? "admin") \(operation)" }
}

/// Rules as the recordings give them.
enum RecordedRules {
  /// The text of a rules file.
  static func text(_ rules: JSON) -> String { JSON.object([.init("rules", rules)]).description }
}
