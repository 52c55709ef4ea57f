import Rehearsal
import Testing

/// A message of a protocol that is not the database's.
private struct Note: Payload {
  let text: String
  var byteCount: Int { text.utf8.count }
  var summary: String { text }
  func digest(into hash: inout StableHash) { hash.mix(text) }
}

/// What was heard, in its order.
private final class Log: Sendable {
  private let lines: WorldBound<[String]>

  init(in world: World) { lines = WorldBound([], in: world) }

  var all: [String] { lines.withValue { $0 } }
  func note(_ line: String) { lines.withValue { $0.append(line) } }
}

// By public names alone, through the umbrella: what a team says that brings its own links, protocols, rules and programs.
@Suite("A team's own links, protocols, rules and programs")
struct OwnPartsTests {
  private func play(_ body: @escaping @Sendable (World, Network, Log) async throws -> Void) {
    let world = World(seed: 1)
    let verdict = world.run {
      try await body(world, Network(world: world), Log(in: world))
    }
    #expect(verdict.outcome == .passed, "\(verdict)")
  }

  @Test("a link of one's own carries a protocol of one's own until the server closes it")
  func ownProtocol() {
    play { world, network, log in
      let direction = DirectionProfile(
        latency: LatencyDistribution.uniform(.milliseconds(5), .milliseconds(9)),
        reordering: DirectionProfile.Reordering(
          probability: 0.01, delay: .constant(.milliseconds(20))),
        bandwidth: Bandwidth.kilobits(256))
      let client = try network.addHost("client", on: LinkProfile("mast", bothWays: direction))
      let server = try network.addHost("server")
      let accept: ConnectionListener.Accept = { connection in
        let handler: Connection.Handler = { event in
          guard case .received(let payload) = event else { return }
          connection.send(Note(text: "echo of \(payload.summary)"), inReplyTo: payload)
          connection.close()
        }
        return handler
      }
      _ = try network.listen(
        on: server, service: "echo", lane: world.lane("server"), accept: accept)
      let lane = world.lane("client")
      let connection = network.connect(
        from: client, to: server, service: "echo", lane: lane
      ) { event in
        switch event {
        case .opened: log.note("opened")
        case .received(let payload): log.note(payload.summary)
        case .closed(let end): log.note(end == ConnectionEnd.closedByPeer ? "closed" : "\(end)")
        }
      }
      let first: ConnectionIdentifier = connection.identifier
      let isLost: Network.Predicate = { $0.summary == "lost" }
      network.dropNext(from: client, to: server, where: isLost)
      connection.send(Note(text: "lost"))
      try await world.untilQuiet()
      #expect(log.all == ["opened", "echo of lost", "closed"], "it was sent again")
      let second = network.connect(
        from: client, to: server, service: "none", lane: lane
      ) { event in
        if case .closed(.refused) = event { log.note("refused") }
      }
      #expect(first < second.identifier)
      try await world.untilQuiet()
      #expect(log.all.last == "refused")
    }
  }

  @Test("rules tell which of them refused, where it stands and what it saw")
  func ownRules() throws {
    let source = RulesSource.text(
      #"{"rules": {"notes": {"$user": {".write": "auth.uid === $user"}}}}"#)
    let rules = try source.compile()
    let verdict = rules.verdict(
      onWriting: "notes/bob", as: RuleAuth(uid: "alice"), from: .empty,
      to: ["notes": ["bob": "hello"]], at: 0)
    let refusal: RuleRefusal = try #require(verdict.refusal)
    let rule: RefusedRule = try #require(refusal.rules.first)
    let position: SourcePosition = rule.position
    let captures: [RefusedRule.Observation] = rule.captures
    #expect(refusal.operation == RuleKind.write && rule.kind == RuleKind.write)
    #expect(position.line == 1)
    #expect(captures.map(\.expression) == ["$user"])
    #expect(throws: RulesSourceError.self) { try RulesSource.text("{").compile() }
    #expect(throws: JSONError.self) { try JSON(parsing: "{") }
    #expect(throws: PathPatternError.self) {
      try ServerFunction("f", .onCreate, at: "/{") { _ in }
    }
  }

  @Test("observers of the backend see what is written, and by whom")
  func ownPrograms() {
    play { world, network, log in
      let function = try ServerFunction("counts", .onCreate, at: "/notes/{id}") {
        (run: FunctionRun) in
        let event: FunctionEvent = run.event
        try await run.set("/last", Node(.string("\(event.path)")))
      }
      let backend = try BackendHost(
        rules: nil, functions: [function], timing: .immediate, on: network)
      let (push, storage): (PushHost, StorageHost) = (backend.push, backend.storage)
      backend.observeCommits { commit, phone in
        let kind: OperationKind = commit.kind
        log.note("\(kind.rawValue) by \(phone ?? "a program")")
      }
      await backend.administer(set: "hello", at: "notes/1")
      try await world.untilQuiet()
      #expect(await backend.read("last") == "/notes/1")
      #expect(log.all == Array(repeating: "administration by a program", count: 2))
      let callers = await backend.meter().callers
      #expect(callers.contains(MeterCaller(program: "counts")))
      #expect(await storage.file(at: "notes/1") == nil && push.lane !== storage.lane)
      await backend.use(rules: nil)
    }
  }

  @Test(
    "an app hears, changes and sends with its phone's services, and its world sees what befalls it")
  func ownApp() {
    let world = World(seed: 1)
    let verdict = world.run {
      let notes = try await NoteWorld(in: world)
      let phone = try await notes.phone("Alice", on: .lte)
      let log = Log(in: world)
      phone.observe { (news: PhoneObservation<NoteScreen>) in
        if case .life(let life) = news { log.note(life.rawValue) }
      }
      let app = try phone.app()
      let noted: NotedWrite = notes.noteNextWrite(of: WriteKind(below: "notes"), by: phone)
      await app.add("hello", log)
      try await phone.expect(within: .seconds(5)) { $0.note == "hello" }
      let transfer: TransferID = await app.upload(FileContent(fingerprint: 1, byteCount: 10), log)
      #expect(transfer.number == 1)
      try await world.untilQuiet()
      #expect(log.all.sorted() == ["10 of 10 bytes", "committed hello", "uploaded"])
      #expect(noted.instant != nil)
      await app.stop()
      phone.partition(PhoneDirection.outgoing, for: .seconds(1))
      notes.network.partition(
        [phone.host], from: [notes.backend.host], direction: FaultDirection.oneWay, for: .seconds(1)
      )
      let centre: NotificationCentre = phone.notifications
      let shade: NotificationShade = centre.shade
      #expect(shade.titles.isEmpty)
      await #expect(throws: NotificationMissing.self) { try await phone.tapNotification() }
      await #expect(throws: NotificationMissing.self) { try await phone.clearNotifications() }
      try await phone.kill()
      let error = #expect(throws: LifeError.self) { try phone.app() }
      #expect(error?.state == .terminated && error?.event == LifeEvent.gesture)
      await #expect(throws: CommitError.self) { try await app.store() }
      #expect(log.all.last == "terminated")
    }
    #expect(verdict.outcome == .passed, "\(verdict)")
  }

  @Test("the kernel closes the connection of an app that was killed")
  func ownConnection() {
    let world = World(seed: 1)
    let verdict = world.run {
      let notes = try await NoteWorld(in: world)
      let log = Log(in: world)
      let server = try notes.network.addHost("server")
      let accept: ConnectionListener.Accept = { _ in
        let handler: Connection.Handler = { event in
          switch event {
          case .opened: log.note("opened")
          case .received(let payload): log.note(payload.summary)
          case .closed(let end): log.note("\(end)")
          }
        }
        return handler
      }
      try notes.network.listen(
        on: server, service: "notes", lane: world.lane("server"), accept: accept)
      let phone = try await notes.phone("Alice", on: .lte)
      try await phone.app().call(server, log)
      try await world.sleep(for: .seconds(5))
      try await phone.kill()
      try await world.sleep(for: .seconds(5))
      #expect(log.all == ["opened", "hello", "closed by the other side"])
    }
    #expect(verdict.outcome == .passed, "\(verdict)")
  }

  @Test("what was expected and required in vain is an error of its own")
  func ownErrors() {
    let world = World(seed: 1)
    let verdict = world.run {
      let notes = try await NoteWorld(in: world)
      let phone = try await notes.phone("Alice", on: .lte)
      await #expect(throws: ExpectationFailed.self) {
        try await phone.expect(within: .seconds(1)) { $0.note == "never" }
      }
      #expect(throws: RequirementFailed.self) { try notes.require(false, "the impossible") }
    }
    #expect(verdict.outcome == .failed)
  }
}

private struct NoteScreen: Digestible, Sendable, Equatable, CustomStringConvertible {
  var note = ""
  var description: String { "note: \(note)" }
}

private struct NoteWorld: AppWorld {
  typealias App = NoteApp
  let stage: AppStage
  init(in world: World) async throws { stage = try AppStage(in: world) }
}

/// An app with one note, which it changes in transactions.
private actor NoteApp: PhoneApp {
  typealias Screen = NoteScreen
  nonisolated let lane: Lane
  private let services: PhoneServices<NoteScreen>
  private var screen = NoteScreen()
  private var registration: ListenerRegistration?

  init(services: PhoneServices<NoteScreen>, configuration: Void) {
    lane = services.lane
    self.services = services
  }

  func start() {
    let notifications: AppNotifications = services.notifications
    notifications.setBadge(0)
    registration = services.listen(to: QuerySpec("notes/1"), on: self) { app, content in
      guard case .data(let event) = content else { return }
      app.screen.note = event.node == "hello" ? "hello" : ""
      app.services.show(app.screen)
    }
    services.show(screen)
  }

  func lifeChanged(to state: LifeState) {}

  func stop() { registration?.cancel() }

  func call(_ server: NetworkHost, _ log: Log) {
    let connection = services.network.network.connect(
      from: services.network.host, to: server, service: "notes", lane: lane
    ) { event in
      if case .closed = event { log.note("the app hears of it") }
    }
    connection.send(Note(text: "hello"))
  }

  func add(_ text: String, _ log: Log) {
    let database: SyncClient = services.database
    let update: TransactionUpdate = { _ in Node(.string(text)) }
    database.post { database in
      database.transaction("notes/1", update: update) { outcome in
        if case TransactionOutcome.committed(let node) = outcome {
          log.note(node == Node(.string(text)) ? "committed \(text)" : "\(node)")
        }
      }
    }
  }

  func upload(_ content: FileContent, _ log: Log) async -> TransferID {
    let storage: StorageClient = services.storage
    let progress: StorageClient.ProgressHandler = { (progress: TransferProgress) in
      if progress.fraction == 1 {
        log.note("\(progress.byteCount) of \(progress.totalByteCount) bytes")
      }
    }
    return await storage.upload(content, to: "files/1", progress: progress) {
      (result: Result<StoredFile, TransferError>) in
      if case .success = result { log.note("uploaded") }
    }
  }

  func store() throws(CommitError) { try services.process.commit(DiskTransaction()) }
}
