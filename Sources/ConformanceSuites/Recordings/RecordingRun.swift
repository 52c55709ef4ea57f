import Backend
import Devices
import Network
import Simulator

extension Recording {
  /// Plays the case in a world of its own; returns what differed from the record first, nil where nothing did.
  func difference() -> String? {
    let world = World(seed: 1)
    let verdict = world.run {
      let run = try RecordingRun(self, in: world)
      if let difference = try await run.difference() {
        world.fail(Failure(kind: "recording", expected: difference))
      }
    }
    switch verdict {
    case .passed: return nil
    case .failed(let failure): return failure.expected
    case .stalled(let reason), .exhausted(let reason), .leaked(let reason): return reason
    }
  }
}

/// A backend and phones that carry out the actions of a case, step by step.
///
/// `Sendable`: what changes is bound to the world.
struct RecordingRun: Sendable {
  let recording: Recording
  let world: World
  let backend: BackendHost
  let phones: [Phone<RecordingApp>]
  /// What happened in the present step, and what lasts from step to step.
  let state: WorldBound<RecordingState>

  init(_ recording: Recording, in world: World) throws {
    self.recording = recording
    self.world = world
    let network = Network(world: world)
    let storageRules = try recording.storageRules.map { try RecordedStorageRules.rules($0) }
    backend = try BackendHost(
      rules: try recording.rules.map { try RuleSet($0) }, storageRules: storageRules ?? .open,
      on: network)
    let state = WorldBound(RecordingState(), in: world)
    self.state = state
    var phones: [Phone<RecordingApp>] = []
    for client in 0..<recording.clients {
      phones.append(
        try Phone(
          name: "client \(client)", user: "user-\(client)", on: .wifi, network: network,
          server: backend.host,
          configuration: { message in
            state.withValue { $0.messages[client, default: []].append(message) }
          }))
    }
    self.phones = phones
    state.withValue { $0.started = TrueTime.milliseconds(at: world.now) }
  }

  /// Plays all steps.
  func difference() async throws -> String? {
    for phone in phones { try await phone.launch() }
    try await world.untilQuiet()
    for step in recording.steps {
      try await play(step)
      if let difference = await difference(step) { return "\(step.place): \(difference)" }
    }
    return nil
  }

  /// Begins the actions of a step in their order at one instant, and waits until everything is at rest.
  private func play(_ step: RecordedStep) async throws {
    state.withValue { $0.begin(step) }
    let count = state.withValue { $0.stepCount }
    for (index, action) in step.actions.enumerated() {
      let number = ActionNumber(step: count, index: index)
      guard let client = action.client else {
        backend.post { perform(action, number, on: $0) }
        continue
      }
      guard phones.indices.contains(client) else {
        end(number, .unsupported("there is no client \(client)"))
        continue
      }
      switch action.operation {
      case "kill":
        try await phones[client].kill()
        end(number, .succeeded)
      default: begin(action, number, of: try phones[client].app())
      }
    }
    for action in step.actions where action.operation == "wait" {
      try await world.clock.sleep(for: .milliseconds(Int64(action["milliseconds"].number ?? 0)))
    }
    try await world.untilQuiet()
  }

  /// Notes how an action ended.
  func end(
    _ number: ActionNumber, _ ending: ActionResult.Ending,
    _ change: (inout ActionResult) -> Void = { _ in }
  ) {
    state.withValue {
      $0.update(number) { result in
        result.ending = ending
        change(&result)
      }
    }
  }

  /// A path with the keys of earlier pushes in the places of their names.
  func path(_ json: JSON) -> Path {
    let keys = state.withValue { $0.keys }
    var text = json.string ?? ""
    for (name, key) in keys {
      text = text.split(separator: "<\(name)>", omittingEmptySubsequences: false)
        .joined(separator: key.text)
    }
    return Path(unchecked: text)
  }
}

/// An action's place in its case.
struct ActionNumber: Sendable {
  let step: Int
  let index: Int
}

/// How an action went.
struct ActionResult: Sendable {
  enum Ending: Sendable {
    case succeeded
    /// The client refused it at the call.
    case rejected(String)
    /// It failed; the kind is that of the recordings, empty for one that they don't know.
    case failed(kind: String, String)
    /// This runner or what it plays on can't do it.
    case unsupported(String)
  }

  /// Nil until it ended.
  var ending: Ending?
  var snapshot: RecordedSnapshot?
  var isCommitted: Bool?
  /// The arguments of a transaction's function.
  var calls: [Node] = []
  /// The key that a push made.
  var key: Key?
  var file: StoredFile?
  var metadata: FileMetadata?
  var listing: FileListing?
  var token: PushToken?
}

/// An event that a listener heard.
enum RecordedEvent: Sendable {
  case value(RecordedSnapshot)
  case child(Key, previous: Key?, RecordedSnapshot)
  case cancelled(kind: String)
}

/// An event that a function got.
struct RecordedDelivery: Sendable {
  let parameters: [String: String]
  let snapshot: RecordedSnapshot
  var isFailed = false
}

/// A listener of a client, under the name of the case.
struct RecordedListener: Sendable {
  let name: String
  let client: Int
  let query: QuerySpec
  let event: String
  /// Nil until it is attached.
  var id: ListenerID?
}

/// What happened in a step, and what lasts beyond it.
struct RecordingState: Sendable {
  /// The server's clock at the beginning, milliseconds since 1970.
  var started: Int64 = 0
  var stepCount = 0
  private(set) var results: [ActionResult] = []
  var events: [(listener: String, event: RecordedEvent)] = []
  var deliveries: [(function: String, delivery: RecordedDelivery)] = []
  var messages: [Int: [RecordingApp.Message]] = [:]
  /// The listeners that are attached.
  var listeners: [RecordedListener] = []
  /// The keys of pushes by the names that the case gives them, in the order of making.
  var keys: [(name: String, key: Key)] = []
  var tokens: [String: PushToken] = [:]
  /// The users that signed in so far.
  var userCount = 0

  /// Forgets what happened in the step before.
  mutating func begin(_ step: RecordedStep) {
    stepCount += 1
    results = step.actions.map { _ in ActionResult() }
    events = []
    deliveries = []
    messages = [:]
  }

  /// Notes something of an action; of one of an earlier step, which ends late, nothing is recorded.
  mutating func update(_ number: ActionNumber, _ change: (inout ActionResult) -> Void) {
    if number.step == stepCount { change(&results[number.index]) }
  }
}
