import Synchronization
internal import TestSupport
import Testing

@testable import Simulator

@Suite("What outlives its world ends in peace")
struct LateActorTests {
  /// Counts the actors that ended on an executor of their own.
  private final class Ended: Sendable {
    let count = Mutex(0)
  }

  private actor Late: LaneActor {
    nonisolated let lane: Lane
    private let ended: Ended
    private var log = [1]

    init(_ lane: Lane, _ ended: Ended) {
      self.lane = lane
      self.ended = ended
    }

    func touch() -> Int { log.count }

    isolated deinit {
      log.append(2)
      ended.count.withLock { $0 += 1 }
    }
  }

  /// What a scenario hands out of its world. The lock makes it sendable.
  private final class Kept: Sendable {
    let actors = Mutex<[Late]>([])
  }

  @Test("an actor's isolated deinit runs when the actor is let go after its world has ended")
  func afterTheEnd() {
    let (kept, ended) = (Kept(), Ended())
    weak var freed: World?
    do {
      let world = World(seed: 1)
      freed = world
      let passed = world.mustPass {
        let late = Late(world.lane("late"), ended)
        #expect(await late.touch() == 1)
        kept.actors.withLock { $0 = [late] }
      }
      #expect(passed)
      #expect(world.remains == nil)
    }
    #expect(ended.count.withLock { $0 } == 0)
    kept.actors.withLock { $0 = [] }
    #expect(ended.count.withLock { $0 } == 1)
    #expect(freed == nil)
  }

  @Test("an actor's isolated deinit runs when its world lets go of it, and nothing is kept")
  func atTheEnd() {
    let ended = Ended()
    weak var freed: World?
    do {
      let world = World(seed: 1)
      freed = world
      let passed = world.mustPass {
        let late = Late(world.lane("late"), ended)
        world.atEnd { _ = late }
        world.addReporter("late") {
          _ = late
          return []
        }
      }
      #expect(passed)
      #expect(world.remains == nil && world.lanes.isEmpty)
    }
    #expect(ended.count.withLock { $0 } == 1)
    #expect(freed == nil)
  }

  @Test(
    "an actor of another run that is let go within a run ends that run as misused, once it has ended itself"
  )
  func withinAnotherRun() {
    let (kept, ended) = (Kept(), Ended())
    let world = World(seed: 1)
    world.run { kept.actors.withLock { $0 = [Late(world.lane("late"), ended)] } }
    let verdict = World(seed: 2).run { kept.actors.withLock { $0 = [] } }
    #expect(ended.count.withLock { $0 } == 1)
    guard case .failed(let failure) = verdict else {
      Issue.record("ended as \(verdict)")
      return
    }
    #expect(failure.expected.contains("lane late was used after its world had ended"))
  }

  @Test("a call from a thread of no run to an actor of a world that has ended is answered")
  func calledLate() async {
    let (kept, ended) = (Kept(), Ended())
    let world = World(seed: 1)
    world.run { kept.actors.withLock { $0 = [Late(world.lane("late"), ended)] } }
    let late = kept.actors.withLock { $0[0] }
    #expect(await late.touch() == 1)
  }
}
