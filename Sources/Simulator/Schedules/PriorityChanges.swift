/// The ranks that lanes have under ``Schedule/pct(depth:)``, and the steps at which a lane loses its own.
///
/// A lower rank goes first. All changed ranks lie behind all drawn ones; that of the first change point, which is
/// not the earliest but the first drawn, lies behind all others, as the paper has it.
struct PriorityChanges {
  private struct ChangePoint {
    let step: UInt64
    let rank: UInt64
  }

  /// The change points that are still to come, the next one last.
  private var points: [ChangePoint]
  private var step: UInt64 = 0

  static let laneStream = ChoiceStream("schedule.pct.lane")
  static let changeStream = ChoiceStream("schedule.pct.change")

  /// Draws the change points.
  ///
  /// - Parameters:
  ///   - depth: One more than there are change points.
  ///   - steps: The number of steps that the run is expected to take; each is as likely to be a change point.
  init(depth: Int, steps: Int, choices: Choices) {
    points = (1..<depth).map { number in
      let step = choices.index(
        below: max(steps, 1), Self.changeStream, entity: 0, ordinal: UInt64(number))
      return ChangePoint(step: UInt64(step) + 1, rank: .max - UInt64(number))
    }
    // Ranks differ, so that the order is total.
    points.sort { ($0.step, $0.rank) > ($1.step, $1.rank) }
  }

  /// The rank that a lane draws, at least 1.
  static func rank(of lane: Lane, _ choices: Choices) -> UInt64 {
    choices.draw(laneStream, entity: lane.identifier, ordinal: 0) >> 1 | 1
  }

  /// Notes that another step is about to be picked.
  mutating func advance() {
    step &+= 1
  }

  /// The rank to which the lane that is about to run has to fall; nil when it may run.
  mutating func nextRank() -> UInt64? {
    guard let point = points.last, point.step == step else { return nil }
    points.removeLast()
    return point.rank
  }
}
