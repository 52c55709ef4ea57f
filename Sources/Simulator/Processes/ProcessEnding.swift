/// When and how a process ended.
struct ProcessEnding: CustomStringConvertible {
  /// The instant at which its device knew.
  let instant: Instant
  /// The number of the step in which it did.
  let step: UInt64
  /// How it ended, in words that can follow its name, such as "was killed by its person".
  let manner: String

  init(_ manner: String, in world: World) {
    instant = world.presentInstant
    step = world.stepCount
    self.manner = manner
  }

  var description: String { "\(manner) at \(instant)" }
}

// What a run that stalls has to tell of processes that ended in it.

extension World {
  private static let toldProcesses = 3

  /// Names the processes that have ended, for whom the scenario may wait in vain; empty where there are none.
  var endedProcesses: String {
    let ended = processes.compactMap { process in
      process.ending.map { "\(process.name) \($0)" }
    }
    guard !ended.isEmpty else { return "" }
    let told = ended.suffix(Self.toldProcesses).joined(separator: ", ")
    let rest = ended.count - Self.toldProcesses
    return """
      . Nobody hears of code whose process has ended: \(told)\(rest > 0 ? ", and \(rest) before" : "")
      """
  }
}
