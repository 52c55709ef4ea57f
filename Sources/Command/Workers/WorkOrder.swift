internal import Harness
import Simulator

/// The way in which a worker plays a run.
enum PlayMode: UInt8, Sendable {
  /// Once; a run that does not pass is played again for its story.
  case run
  /// Once, without a story.
  case attempt
  /// Once, without a story, with the choices that it came to.
  case explore
  /// The same, with what its steps touched.
  case reduce
  /// Once, with the critical paths of its measures.
  case trace
  /// Once, with every entry of its journal told as it is written.
  case record
  /// Once, with everything recorded that a report shows.
  case film
}

/// A run that a worker is told to play.
struct WorkOrder: Hashable, Sendable {
  /// The run's place in the plan.
  let ordinal: Int
  /// The way in which it is played.
  var mode: PlayMode
  /// The run itself, as a replay token.
  let token: String
  /// The time for which expectations are waited for beyond their limits, in nanoseconds; see
  /// ``RunConfiguration/overtime``.
  let overtime: Int64
  /// Whether what the run leaves behind is hashed; see ``RunConfiguration/endComparison``.
  var endComparison = EndComparison.never
  /// Whose the statics of an app's code are; see ``RunConfiguration/statics``.
  let statics: StaticsChoice
  /// The step that is known to hang, at which no patience is wasted; 0 where none is known.
  var stuckStep: UInt64 = 0

  /// Tells how to play `plan`.
  init(_ plan: PlannedRun, mode: PlayMode) {
    ordinal = plan.ordinal
    self.mode = mode
    token =
      ReplayToken(
        scenario: plan.scenario.name, configuration: plan.configuration, mode: .current
      ).description
    overtime = plan.configuration.overtime.nanoseconds
    statics = plan.configuration.statics
  }

  /// The order as bytes.
  var payload: [UInt8] {
    var writer = ByteWriter()
    writer.write(UInt64(ordinal))
    writer.write(mode.rawValue)
    writer.write(endComparison.rawValue)
    writer.write(overtime)
    writer.write(stuckStep)
    writer.write(token)
    switch statics {
    case .shared: writer.write(0 as UInt8)
    case .separate: writer.write(1 as UInt8)
    case .separateOnly(let name):
      writer.write(2 as UInt8)
      writer.write(name)
    }
    return writer.bytes
  }

  /// Reads an order.
  init(_ payload: ArraySlice<UInt8>) throws(ByteReader.Malformed) {
    var reader = ByteReader(payload)
    guard let ordinal = Int(exactly: try reader.number()),
      let mode = PlayMode(rawValue: try reader.byte())
    else { throw ByteReader.Malformed() }
    self.ordinal = ordinal
    self.mode = mode
    guard let endComparison = EndComparison(rawValue: try reader.byte()) else {
      throw ByteReader.Malformed()
    }
    self.endComparison = endComparison
    overtime = try reader.signed()
    stuckStep = try reader.number()
    token = try reader.text()
    switch try reader.byte() {
    case 0: statics = .shared
    case 1: statics = .separate
    default: statics = .separateOnly(try reader.text())
    }
  }

  /// The scenario and the configuration of the order's token, with the order's overtime.
  func configuration() throws(TokenError) -> (scenario: String, configuration: RunConfiguration) {
    let token = try ReplayToken(parsing: token)
    var configuration = token.configuration
    configuration.overtime = .nanoseconds(overtime)
    configuration.endComparison = endComparison
    configuration.statics = statics
    return (token.scenario, configuration)
  }
}
