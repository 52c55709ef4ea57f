import Harness
import RehearsalCommand
import Simulator

// The command over scenarios that end in every way there is, for the tests of the command.
RehearseCommand(
  catalog: ScenarioCatalog(
    [
      .init("fine", Misbehaviour.fine),
      .init("fails", Misbehaviour.fails),
      .init("failsSometimes", Misbehaviour.failsSometimes),
      .init("throws", Misbehaviour.throwing),
      .init("stalls", Misbehaviour.stalls),
      .init("loops", Misbehaviour.loops),
      .init("sleepsForHours", Misbehaviour.sleepsForHours),
      .init("leaks", Misbehaviour.leaks),
      .init("spins", Misbehaviour.spins),
      .init("hashes", Misbehaviour.hashes), .init("hides", Misbehaviour.hides),
      .init("traps", Misbehaviour.traps),
      .init("trapsElsewhere", Misbehaviour.trapsElsewhere),
      .init("trapsInAnApp", Misbehaviour.trapsInAnApp),
      .init("breaksAnInvariant", Misbehaviour.breaksAnInvariant),
      .init("misuses", Misbehaviour.misuses),
      .init("usesTheRealWorld", Misbehaviour.usesTheRealWorld),
      .init("calls", [Misbehaviour.fine.named("home"), Misbehaviour.fine.named("work")]),
      .init("sharesState", StaticsMisbehaviour.shares),
      .init("ownsState", StaticsMisbehaviour.owns),
      .init("wakesTheDead", DeadProcessMisbehaviour.wakes),
      .init("waitsForTheDead", DeadProcessMisbehaviour.waits),
      .init("leavesTheDead", DeadProcessMisbehaviour.leaves),
      .init("hostsAnApp", OrdinaryMisbehaviour.hosts),
      .init("tellsItsProcess", OrdinaryMisbehaviour.tellsItsProcess),
      .init("throwsTyped", TypedMisbehaviour.throwing),
    ] + Hostility.all.map { .init($0.0, $0.1) })
).main()
