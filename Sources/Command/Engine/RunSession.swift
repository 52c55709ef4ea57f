internal import Harness
import Simulator

/// Plays one run after the other, each decided by the results of those before, and keeps its process meanwhile.
final class RunSession {
  private let engine: RunEngine
  private let note: (String) -> Void
  private let isSecond: Bool
  private var player: (any RunPlayer)?
  private var played = 0

  /// The place where its runs are played.
  var host: RunEngine.Host { engine.host }

  /// - Parameters:
  ///   - comparison: What its runs are compared with by whoever plays them.
  ///   - isSecond: Whether its runs are those that others are compared with.
  ///   - note: Receives what a person should know about the playing, a sentence at a time.
  init(
    _ engine: RunEngine, comparison: RunEngine.Comparison? = nil, isSecond: Bool = false,
    note: @escaping (String) -> Void = { _ in }
  ) {
    self.engine = RunEngine(host: engine.host, jobs: 1, comparison: comparison)
    self.isSecond = isSecond
    self.note = note
  }

  /// Plays a run and waits for it.
  func play(
    _ scenario: Scenario, _ configuration: RunConfiguration, _ mode: PlayMode = .run,
    regression: String? = nil
  ) throws(WorkerFault) -> FinishedRun {
    let run = PlannedRun(
      ordinal: played, scenario: scenario, configuration: configuration, regression: regression)
    played += 1
    let player =
      player ?? (isSecond ? engine.secondPlayer(order: .plan) : nil) ?? engine.player(note)
    self.player = player
    player.begin(RunPlan(run), mode)
    while true {
      try player.assign()
      try RunEngine.wait(for: [player])
      if let finished = player.queue.head { return finished }
    }
  }
}

/// One run, recorded by a process of its own, entry by entry as somebody asks for them.
final class Recorder {
  private enum Source {
    case process(WorkerProcess)
    case entries(ArraySlice<JournalLine>)
  }

  private var source: Source

  /// - Parameters:
  ///   - comparesEnd: Whether what the run leaves behind follows as entries.
  ///   - again: Whether it is recorded to be compared with the same run of another process.
  init(
    _ run: PlannedRun, on host: RunEngine.Host, comparesEnd: Bool = false, again: Bool = false
  ) throws(WorkerFault) {
    switch host {
    case .thisProcess:
      var configuration = run.configuration
      configuration.endComparison = comparesEnd ? .always : .never
      var lines: [JournalLine] = []
      _ = Runner.record(run.scenario, configuration) { lines.append(JournalLine($0, at: $1)) }
      source = .entries(lines[...])
    case .processes(let program):
      do {
        let worker = try WorkerProcess(program, again: again)
        var order = WorkOrder(run, mode: .record)
        order.endComparison = comparesEnd ? .always : .never
        worker.give(run, order)
        worker.write()
        source = .process(worker)
      } catch {
        throw WorkerFault(reason: "\(error)")
      }
    }
  }

  /// The next entry; nil behind the last one, and where the process has ended.
  func next() -> JournalLine? {
    switch source {
    case .entries(var rest):
      let line = rest.popFirst()
      source = .entries(rest)
      return line
    case .process(let worker):
      while let answer = worker.nextAnswer() {
        switch answer {
        case .entry(let line): return line
        case .finished, .unable: return nil
        case .ready: continue
        }
      }
      return nil
    }
  }
}
