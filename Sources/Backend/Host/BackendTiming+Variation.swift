internal import Harness
package import Simulator

extension BackendTiming {
  /// The timing as a run has it: with the knob `timings` other times, with `duplicates` deliveries that are made twice.
  ///
  /// Times, mildly: half to twice as long each. At the extremes: none at all, or ten times as long with instances that
  /// are never awake. Calls of several requests are cut in two, by up to 5 ms or, at the extremes, 200 ms.
  /// Duplicates: one delivery in ten, at the extremes one in two.
  package func varied(in world: World) -> BackendTiming {
    var timing = self
    if let setting = world.setting(of: .timings) { timing.vary(by: setting) }
    if let setting = world.setting(of: .duplicates) {
      let chance = setting.isExtreme ? 0.5 : 0.1
      timing.duplicateProbability = max(duplicateProbability, chance)
      timing.pushDuplicateProbability = max(pushDuplicateProbability, chance)
    }
    return timing
  }

  private mutating func vary(by setting: KnobSetting) {
    var factors: ClosedRange<Double> = 0.5...2
    if setting.isExtreme {
      let isSlow = setting.happens(0.5, "slow")
      factors = isSlow ? 10...10 : 0...0
      if isSlow {
        idleLimit = .zero
        requestGap = .zero ... .milliseconds(200)
      }
    } else {
      requestGap = .zero ... .milliseconds(5)
      idleLimit = setting.duration(in: .minutes(1) ... .minutes(15), "idle")
    }
    func scale(_ range: inout ClosedRange<Duration>, _ subject: String) {
      let factor = setting.number(in: factors, subject)
      let bounds = [range.lowerBound, range.upperBound].map {
        min($0 * factor, World.longestDuration)
      }
      range = bounds[0]...bounds[1]
    }
    scale(&functionLatency, "function")
    scale(&coldStart, "cold start")
    scale(&functionStep, "step")
    scale(&pushLatency, "push")
  }
}
