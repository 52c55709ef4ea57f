public import Simulator

/// The data that the harness keeps with a world for the length of a run.
///
/// Touched only by the thread that drives the world.
final class RunRecord {
  var measures: [Measure] = []
  var overruns: [Overrun] = []
  var overtime: Duration = .zero
  /// The network profile that the run is to be played on; see ``World/profileInForce()``.
  var profile: String?
  /// The path to the backend on which the run is to be played; see ``World/backendPathInForce()``.
  var backendPath: String?
  /// Whether something asked for the run's profile, so that another one would have changed the run.
  var followsProfile = false
  /// Whether an app of ordinary code was started; see ``World/noteOrdinaryCode()``.
  var hostsOrdinaryCode = false
  /// The line of the scenario that was reached last; known only while the journal is kept.
  var place: CodeLocation?
  var probes: [ProbeCount] = []
  /// The time by which limits of expectations are extended.
  var slack: Duration = .zero
  /// The knobs that are on, without those that the scenario pins.
  var knobs = KnobSettings()
  /// Those of them that something asked for.
  var askedKnobs = KnobSettings()
  var nemesis: Nemesis?
  /// The day that the run is to play; see ``DayChoice``.
  var dayChoice: DayChoice?
  /// The day that it plays.
  var day: Day?
  var coverage: Set<String> = []
  /// Who tells what a phone's work waits for; none unless the run is told.
  var holdups: [() -> Holdup?] = []
  /// The first expectation that took longer than its limit, and came true, in a run that waits on.
  var late: Measure?
  /// Takes what a report shows; nil unless the run is recorded for one.
  var recorder: RunRecorder?
  /// Names for stories.
  var names = StoryNames()
}

extension World {
  /// The record of this world's run.
  var record: RunRecord {
    if let record = attachment as? RunRecord { return record }
    let record = RunRecord()
    attachment = record
    return record
  }

  /// Whether something asked for the run's profile, so that another one would have changed the run.
  public var followsProfile: Bool {
    checkReader("the run's profile was asked about")
    return record.followsProfile
  }

  /// Tells that the world hosts ordinary code, whose runs are compared with those of another process in CI, and which no two worlds of
  /// a program run at a time.
  package func noteOrdinaryCode() {
    guard isFurnishable("an app was started") else { return }
    record.hostsOrdinaryCode = true
    claimProgram()
  }

  /// The name of the network profile that the run is to be played on, in place of the one that a scenario
  /// names; nil where the scenario decides.
  ///
  /// Whoever asks is counted as following it.
  public func profileInForce() -> String? {
    if isFurnishable("the run's profile was asked for") { record.followsProfile = true }
    return record.profile
  }

  /// The name of the path to the backend on which the run is to be played, in place of the one that a scenario names; nil where
  /// the scenario decides.
  public func backendPathInForce() -> String? {
    checkReader("the run's path to the backend was asked for")
    return record.backendPath
  }
}
