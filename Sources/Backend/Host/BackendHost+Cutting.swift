package import Simulator

/// Runs of a server function that a scenario has cut off after one of their effects.
public struct FunctionCuts: Sendable {
  let total: WorldBound<Int>

  /// The number of runs that were cut off so far.
  public var count: Int { total.withValue { $0 } }
}

/// A cut of a function's next runs, which a scenario wants.
struct PlannedFunctionCut {
  /// The name of the function.
  let function: String
  /// The number of the effect after which a run ends, from 1.
  let effect: Int
  /// The number of runs that are still to be cut off.
  var left: Int
  /// The cuts as the scenario sees them.
  let cuts: FunctionCuts
}

extension BackendHost {
  /// Ends the instance of a function right after an effect of its next runs: what such a run has done stays, the rest is not
  /// done, and the run has not told that it is over.
  ///
  /// An effect is a write that a call makes, a push message to one phone, or the removal of a file; a transaction is one. A
  /// function that retries is run again after 10 s or more, others might be. Source: Firebase documentation, "Retry
  /// asynchronous functions" and "Tips & tricks" (write idempotent functions).
  ///
  /// - Parameters:
  ///   - function: The function's name.
  ///   - effect: The number of the effect, from 1.
  ///   - times: The number of runs to cut off, one after the other.
  package func cut(
    _ function: String, afterEffect effect: Int, times: Int, at location: CodeLocation?
  ) -> FunctionCuts {
    let world = lane.world
    let cuts = FunctionCuts(total: WorldBound(0, in: world))
    let names = runtime.functions.map(\.name)
    guard
      world.takes(
        names.contains(function), "cutFunction(_:afterEffect:times:)", given: function,
        takes: "the name of a function of the backend (\(names.joined(separator: ", ")))",
        at: location),
      world.takes(
        effect, in: 1...1_000_000, "cutFunction(_:afterEffect:times:)", at: location),
      world.takes(times, in: 1...1_000_000, "cutFunction(_:afterEffect:times:)", at: location)
    else { return cuts }
    plannedCuts.append(
      PlannedFunctionCut(function: function, effect: effect, left: times, cuts: cuts))
    return cuts
  }

  /// The number of effects that a run may still have before a planned cut; nil where none is planned.
  func effectsUntilCut(of run: FunctionRun) -> Int? {
    guard !plannedCuts.isEmpty, let effects = runtime.effects(of: run.id) else { return nil }
    return plannedCuts.filter { $0.function == run.function && $0.effect > effects }
      .map { $0.effect - effects }.min()
  }

  /// Ends a run of which the last effect was one after which a cut is planned.
  ///
  /// - Throws: ``FunctionCut`` where it has ended so.
  func cutAfterEffect(of run: FunctionRun) throws {
    guard !plannedCuts.isEmpty, let effects = runtime.effects(of: run.id),
      let index = plannedCuts.firstIndex(where: {
        $0.function == run.function && $0.effect == effects
      })
    else { return }
    plannedCuts[index].cuts.total.withValue { $0 += 1 }
    plannedCuts[index].left -= 1
    if plannedCuts[index].left == 0 { plannedCuts.remove(at: index) }
    deliveries.putToSleep(run.function)
    let (choices, attempt) = (lane.world.choices, run.event.attempt)
    execute(
      runtime.interrupt(run.id, because: "its instance ended after effect \(effects)") { function in
        deliveries.mayRunAgain(function, choices)
      } retryDelay: { function in
        deliveries.retryDelay(of: function, after: attempt, choices)
      })
    throw FunctionCut()
  }
}
