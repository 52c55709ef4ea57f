import Simulator
import SystemSupport

/// The way in which a worker ended in the middle of a run.
enum ProcessDeath: Hashable {
  /// A step did not give control back; with how many steps had begun.
  case hang(steps: UInt64)
  /// The run took too long in all; with how many steps had begun.
  case slow(steps: UInt64)
  /// The process held too much memory; in bytes.
  case memory(UInt64)
  /// The stack was used up.
  case stackOverflow
  /// Something ended the process as if its work were done.
  case exit(Int32)
  /// A signal ended it.
  case signal(Int32)
  /// It closed the descriptor of its answers, or wrote there what is no answer.
  case garbled
  /// Not even its watch showed a sign of life.
  case silent

  /// Signals by which a trap, a failed assertion or a wild access ends a process: 4, 5, 6, 7 or 10, 8, 11.
  private static let traps: Set<Int32> = [4, 5, 6, 7, 8, 10, 11]

  init(_ end: ChildProcess.End, _ counters: WorkerCounters, isGarbled: Bool, isSilent: Bool) {
    if counters.hasOverflown {
      // First: the watch may have lost its patience while the backtrace was made.
      self = .stackOverflow
    } else if let reason = counters.reason {
      switch reason {
      case .hang: self = .hang(steps: counters.steps)
      case .memory: self = .memory(counters.memory)
      case .output: self = .garbled
      case .slow: self = .slow(steps: counters.steps)
      }
    } else if isSilent {
      self = .silent
    } else if isGarbled {
      self = .garbled
    } else {
      switch end {
      case .exit(let status): self = .exit(status)
      case .signal(let number): self = .signal(number)
      }
    }
  }

  /// Whether something outside may have been at fault: then a second run alone decides.
  var mayComeFromOutside: Bool {
    switch self {
    case .signal(let number): !Self.traps.contains(number)
    case .hang, .slow, .memory, .silent: true
    case .stackOverflow, .exit, .garbled: false
    }
  }

  /// Whether the runtime makes the backtrace on its own, in the middle of the step that has crashed.
  var isTold: Bool {
    switch self {
    case .signal, .stackOverflow: true
    case .hang, .slow, .memory, .exit, .garbled, .silent: false
    }
  }

  /// The cause of the process's end, in words that do not change from run to run.
  var cause: String {
    switch self {
    case .hang: "hang"
    case .slow: "slow run"
    case .memory: "memory"
    case .stackOverflow: "stack overflow"
    case .exit(let status): "exit(\(status))"
    case .signal(let number): "signal \(number)"
    case .garbled: "closed descriptor"
    case .silent: "silence"
    }
  }

  /// The failure and its remedy, in words for a person who did not write the scenario.
  ///
  /// - Parameter limit: The amount of memory that a process may hold, in bytes.
  func summary(memoryLimit limit: Int) -> String {
    switch self {
    case .hang, .slow, .silent:
      return "a step of the run did not give control back"
    case .memory(let held):
      return """
        the run took \(Self.size(held)) of memory, and a process that plays runs may hold \
        \(Self.size(UInt64(limit))). Something in it grows without end; for a world that needs \
        as much, raise --memory
        """
    case .stackOverflow:
      return """
        the run used up its stack of 64 MiB: a function calls itself without end, or a value \
        holds itself many times over
        """
    case .exit(let status):
      return """
        the run ended its process with status \(status): something called exit. A scenario ends by \
        returning, or by throwing an error
        """
    case .signal(let number):
      let name = ChildProcess.End.name(ofSignal: number)
      switch number {
      case 4, 5, 8:
        return """
          the run ended its process by \(name): a trap, such as a failed precondition, an index out of \
          range, a forced nil or an overflow
          """
      case 6: return "the run ended its process by \(name): a call of abort, or a failed assertion"
      case 7, 10, 11:
        return "the run ended its process by \(name): an access to memory that is not there"
      default: return "the run's process was ended by \(name) in the middle of the run"
      }
    case .garbled:
      return """
        the run closed a descriptor that the simulator uses, or wrote to it. Let the app use the \
        files and the network of the simulated phone
        """
    }
  }

  /// A number of bytes for a person.
  static func size(_ bytes: UInt64) -> String {
    let mebibytes = (Double(bytes) / Double(1 << 20)).rounded()
    guard mebibytes >= 1024 else { return "\(Int(mebibytes)) MiB" }
    return "\((mebibytes / 1024 * 10).rounded() / 10) GiB"
  }
}
