internal import SystemSupport

/// What code of a run gets where it asks the system for the time or for randomness, by whatever function of Foundation or
/// the standard library: the time of its simulated device, and what its world draws.
enum SystemAnswers {
  static let stream = ChoiceStream("system.random")

  /// What a clock shows to the code that is running, in nanoseconds; nil where no world is driven.
  ///
  /// - Parameter clock: Its number on Linux (clock_gettime(2)).
  static func nanoseconds(of clock: Int32) -> Int64? {
    guard let world = Ambient.world else { return nil }
    let process = world.currentProcess
    let now = world.presentInstant
    switch clock {
    case 0, 5, 8, 11:
      return process?.wallNanoseconds(at: now) ?? TrueTime.nanoseconds(at: now)
    // CLOCK_BOOTTIME, which Swift's ContinuousClock reads, runs on while the device sleeps.
    case 7, 9:
      return process?.uptimeNanoseconds(at: now)
        ?? SimulatedProcess.bootNanoseconds + now.nanoseconds
    default:
      return process?.wakefulNanoseconds(at: now)
        ?? SimulatedProcess.bootNanoseconds + now.nanoseconds
    }
  }

  /// Whether the code that is running may open a file with these flags: code of a process may read only, such as the tables
  /// of time zones.
  static func mayOpen(_ flags: Int32) -> Bool {
    guard let world = Ambient.world, world.currentProcess != nil else { return true }
    let (writes, creates): (Int32, Int32) = (0b11, 0o100)
    return flags & (writes | creates) == 0
  }

  /// Whether the code that is running may block its thread: code of a process may not.
  static var mayBlock: Bool { Ambient.world?.currentProcess == nil }

  /// Fills memory with what the world of the calling thread draws for the process that asks; false where none is driven.
  static func fill(_ memory: UnsafeMutableRawPointer, count: Int) -> Bool {
    guard let world = Ambient.world else { return false }
    var filled = 0
    while filled < count {
      let word = world.nextSystemWord()
      let bytes = min(8, count - filled)
      for index in 0..<bytes {
        unsafe memory.storeBytes(
          of: UInt8(truncatingIfNeeded: word >> UInt64(8 * index)), toByteOffset: filled + index,
          as: UInt8.self)
      }
      filled += bytes
    }
    return true
  }
}

extension World {
  /// The next random word of the process that is running.
  fileprivate func nextSystemWord() -> UInt64 {
    footprints?.touchEverything()
    guard let process = currentProcess else {
      systemDraws += 1
      return choices.draw(SystemAnswers.stream, entity: 0, ordinal: systemDraws)
    }
    process.drawCount += 1
    return choices.draw(
      SystemAnswers.stream, entity: process.mainLane.identifier, ordinal: process.drawCount)
  }
}
