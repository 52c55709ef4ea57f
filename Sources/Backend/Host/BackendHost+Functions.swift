internal import Harness
internal import Network
internal import Simulator

// The server functions on the backend's machine: when they run, and what they do there.

extension BackendHost {
  /// Whether a function waits for its run, or is running, with such an event.
  package func awaitsFunction(where matches: @Sendable (FunctionEvent) -> Bool) -> Bool {
    runtime.awaitsRun(where: matches)
  }

  func trigger(by commit: Commit) {
    guard !runtime.functions.isEmpty else { return }
    let (now, choices) = (lane.world.now, lane.world.choices)
    let actions = runtime.note(commit) { function, _ in
      deliveries.delays(of: function, at: now, timing, choices)
    }
    execute(actions)
  }

  func trigger(by file: StoredFile) {
    let (now, choices) = (lane.world.now, lane.world.choices)
    let actions = runtime.note(file) { function, _ in
      deliveries.delays(of: function, at: now, timing, choices)
    }
    execute(actions)
  }

  func execute(_ actions: [FunctionRuntime.Action]) {
    meterCell.withValue { $0.record(actions) }
    for action in actions {
      switch action {
      case .schedule(let delivery, let function, let delay):
        let text = "function \(function) #\(delivery.number) in \(delay) ms"
        note(text, text)
        if let recorder = lane.world.recorder, let event = runtime.event(of: delivery) {
          recorder.tell(FunctionInputs.text(of: event))
        }
        explainWait(of: function, delivery)
        schedule(after: .milliseconds(delay)) { $0.begin(delivery) }
      case .ended(let id, let function, let event, let effects):
        note(
          FunctionOutcome(function: function, event: event, effects: effects),
          "function \(function) ran for \(event.path): \(effects) effects")
        tellInputs(of: id, event)
      case .failed(let id, let function, let event, let problem, let isDropped):
        note(
          FunctionOutcome(
            function: function, event: event, problem: problem, isDropped: isDropped),
          "function \(function) failed for \(event.path), try \(event.attempt): \(problem); "
            + (isDropped ? "dropped" : "tried again"))
        tellInputs(of: id, event)
      case .skipped(let function, let event, let problem):
        note(
          FunctionOutcome(function: function, event: event, problem: problem, isDropped: true),
          "function \(function) skipped for \(event.path): \(problem)")
      }
    }
  }

  /// Tells a report what a run was given, beside the entry that tells its end.
  private func tellInputs(of id: FunctionRuntime.DeliveryID, _ event: FunctionEvent) {
    guard let recorder = lane.world.recorder else { return }
    recorder.tell(functionInputs.end(id, event))
  }

  private func explainWait(of function: String, _ delivery: FunctionRuntime.DeliveryID) {
    lane.world.explain(
      Wait(.processing, at: "backend", "function \(function) #\(delivery.number)"))
  }

  private func begin(_ id: FunctionRuntime.DeliveryID) {
    guard let (function, event) = runtime.begin(id) else { return }
    lane.world.callsForeignCode()
    let run = FunctionRun(event: event, function: function.name, id: id, host: self)
    let limit = schedule(after: function.timeout, background: true) {
      $0.end(run, because: "it took longer than \(function.timeout.stopwatch)")
    }
    lane.spawn {
      var problem: String?
      do {
        try await function.body(run)
      } catch {
        problem = "\(error)"
      }
      limit.cancel()
      await self.end(run, because: problem)
    }
  }

  private func end(_ run: FunctionRun, because problem: String?) {
    let choices = lane.world.choices
    execute(
      runtime.end(run.id, problem: problem, nowMilliseconds: milliseconds) { attempt in
        deliveries.retryDelay(of: run.function, after: attempt, choices)
      })
  }

  /// Ends the instances of all functions, and with them the runs that are under way.
  package func interruptFunctions() {
    guard !runtime.functions.isEmpty else { return }
    let choices = lane.world.choices
    deliveries.putAllToSleep()
    execute(
      runtime.interrupt { function in
        deliveries.mayRunAgain(function, choices)
      } retryDelay: { function in
        deliveries.retryDelay(of: function, after: 1, choices)
      })
  }

  // MARK: - What a run does

  /// The time of a call passes.
  ///
  /// - Throws: ``FunctionCut`` where the run was cut off by then.
  private func pass(_ run: FunctionRun) async throws {
    try await pass(run, deliveries.step(of: run.function, timing, lane.world.choices))
  }

  func pass(_ run: FunctionRun, _ wait: Duration) async throws {
    guard runtime.isRunning(run.id) else { throw FunctionCut() }
    if wait > .zero {
      explainWait(of: run.function, run.id)
      try await lane.world.clock.sleep(for: wait)
    }
    guard runtime.isRunning(run.id) else { throw FunctionCut() }
  }

  private func cut(callOf count: Int, by run: FunctionRun) -> (first: Int, gap: Duration)? {
    deliveries.cut(callOf: count, by: run.function, timing, lane.world.choices)
  }

  func read(_ paths: [Path], by run: FunctionRun) async throws -> [Node] {
    try await pass(run)
    let cut = cut(callOf: paths.count, by: run)
    var nodes = paths.prefix(cut?.first ?? paths.count).map { server.read($0) }
    if let cut {
      try await pass(run, cut.gap)
      nodes += paths.dropFirst(cut.first).map { server.read($0) }
    }
    if lane.world.recorder != nil { functionInputs.add(nodes, at: paths, by: run.id) }
    return nodes
  }

  func set(_ path: Path, _ node: Node, by run: FunctionRun) async throws {
    try await pass(run)
    commit(node, at: path, by: run)
    try cutAfterEffect(of: run)
  }

  private func commit(_ node: Node, at path: Path, by run: FunctionRun) {
    runtime.countEffect(of: run.id)
    execute(
      server.administer(set: node, at: path, as: run.function, nowMilliseconds: milliseconds))
  }

  func update(_ path: Path, _ changes: [PathChange], by run: FunctionRun) async throws {
    try await pass(run)
    runtime.countEffect(of: run.id)
    execute(
      server.administer(path, changes, as: run.function, nowMilliseconds: milliseconds))
    try cutAfterEffect(of: run)
  }

  /// Replaces a location where it still is as known.
  ///
  /// - Returns: What stands there where it is not; nil where it was replaced.
  func replace(
    _ path: Path, _ known: Node, by wanted: Node, in run: FunctionRun
  ) async throws -> Node? {
    try await pass(run)
    let present = server.read(path)
    if lane.world.recorder != nil { functionInputs.add([present], at: [path], by: run.id) }
    guard present == known else { return present }
    commit(wanted, at: path, by: run)
    try cutAfterEffect(of: run)
    return nil
  }

  func send(
    _ messages: [(message: PushMessage, token: PushToken)], by run: FunctionRun
  ) async throws -> [PushError?] {
    guard !messages.isEmpty else { return [] }
    try await pass(run)
    let cut = cut(callOf: messages.count, by: run)
    var answers = try await sendAtOnce(messages.prefix(cut?.first ?? messages.count), by: run)
    if let cut {
      try await pass(run, cut.gap)
      answers += try await sendAtOnce(messages.dropFirst(cut.first), by: run)
    }
    return answers
  }

  private func sendAtOnce(
    _ messages: ArraySlice<(message: PushMessage, token: PushToken)>, by run: FunctionRun
  ) async throws -> [PushError?] {
    // Those behind a planned cut are not sent.
    let messages = messages.prefix(effectsUntilCut(of: run) ?? messages.count)
    for (message, token) in messages {
      runtime.countEffect(of: run.id)
      note(
        SentPush(message: message, token: token), "function \(run.function) sends to \(token)")
    }
    let answers = await push.send(messages, as: run.function)
    try cutAfterEffect(of: run)
    return answers
  }

  func hasFile(_ path: Path, by run: FunctionRun) async throws -> Bool {
    try await pass(run)
    return await storage.file(at: path) != nil
  }

  func deleteFile(_ path: Path, by run: FunctionRun) async throws {
    try await pass(run)
    runtime.countEffect(of: run.id)
    note(path, "function \(run.function) deletes \(path)")
    await storage.administer(delete: path, as: run.function)
    try cutAfterEffect(of: run)
  }

  func log(_ text: String, by run: FunctionRun) {
    guard runtime.isRunning(run.id) else { return }
    note(text, "function \(run.function): \(text)")
  }
}
