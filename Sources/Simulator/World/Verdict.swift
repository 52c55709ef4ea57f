/// The outcome of a run.
public enum Outcome: String, Codable, Sendable, CaseIterable {
  /// Everything that was expected came true.
  case passed
  /// An expectation or an invariant did not hold, or the scenario threw.
  case failed
  /// The scenario waits and nothing is left to run.
  case stalled
  /// A bound on events or on virtual time was hit, or a step never gave control back.
  case exhausted
  /// Something crossed the border between the world and the real one, or in a strict run that of a process that has ended.
  case leaked
  /// The run ended its process: a trap, a stack overflow, a call of `exit`, or a signal.
  case crashed
}

/// The reason for which a run is over.
public enum Verdict: Sendable {
  /// The scenario came to its end.
  case passed
  /// Something that must hold did not.
  case failed(Failure)
  /// Nothing is left to run.
  case stalled(String)
  /// A bound was hit.
  case exhausted(String)
  /// A job, a sleep or a call crossed the border.
  case leaked(String)

  /// The verdict without its reasons.
  public var outcome: Outcome {
    switch self {
    case .passed: .passed
    case .failed: .failed
    case .stalled: .stalled
    case .exhausted: .exhausted
    case .leaked: .leaked
    }
  }
}

/// Something that must hold and did not.
public struct Failure: Sendable {
  /// The kind of the statement that did not hold: "expectation", "invariant", "error", "misuse".
  public var kind: String
  /// The expectation, in one sentence.
  public var expected: String
  /// The state that was found instead, as lines: mostly a screen.
  public var observed: [String]
  /// The place of the statement; nil when it is in no source file.
  public var location: CodeLocation?
  /// The values that were expected, a line each: which held, which did not, and what they were before.
  public var values: [String]
  /// The subject of the statement: ids of messages and the like, and the phone's name. A story tells what names them.
  public var about: [String]

  /// Describes a failure.
  public init(
    kind: String, expected: String, observed: [String] = [], location: CodeLocation? = nil,
    values: [String] = [], about: [String] = []
  ) {
    self.values = values
    self.about = about
    self.kind = kind
    self.expected = expected
    self.observed = observed
    self.location = location
  }
}

/// A place in a source file.
public struct CodeLocation: Hashable, Codable, Sendable, CustomStringConvertible {
  /// Module and file name, such as `scenarios/Offline.swift`.
  public let fileID: String
  /// The path at compile time, for quoting the line.
  public let filePath: String
  /// The line, from 1.
  public let line: Int

  /// Names a place; with the defaults, the place of the call.
  public init(fileID: String = #fileID, filePath: String = #filePath, line: Int = #line) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
  }

  public var description: String { "\(fileID):\(line)" }
}

extension World {
  /// Ends the run as failed; the first failure counts.
  public func fail(_ failure: Failure) {
    guard isOwnRun("a failure was reported", at: failure.location), !isFinished else { return }
    reachedVerdict = .failed(failure)
  }

  func exhaustedByTime() -> Verdict {
    .exhausted(
      """
      the virtual clock passed \(bounds.virtualTime.stopwatch), the bound of this run\
      \(waitingList(prefix: "; still waiting: "))
      """)
  }

  func stalled() -> Verdict {
    let list = waitingList(prefix: ": ")
    if list.isEmpty {
      return .stalled(
        """
        the scenario waits for something that the simulator cannot see (a continuation, a stream, a \
        real timer), and nothing is left to run. Wait on the world's clock or with an expectation\
        \(endedProcesses)
        """)
    }
    return .stalled("nothing is left to run that could end what is waited for\(list)")
  }

  private func waitingList(prefix: String) -> String {
    guard !waiters.isEmpty else { return "" }
    return prefix + waiters.map { $0.waiter.reason() }.joined(separator: "; ")
  }
}
