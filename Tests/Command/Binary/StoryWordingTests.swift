import Foundation
import Testing

/// The wording of every way in which a run can end, whole: a change of it is a change of what people read.
@Suite("The wording of failures")
struct StoryWordingTests {
  /// The story that the command tells of a scenario, without the digest and without how to see it again.
  private static func story(_ arguments: String...) throws -> String {
    let output = try Binary.runAll(
      Binary.misbehaving, ["run"] + arguments,
      // The place of a trap stands in its backtrace.
      environment: ["SWIFT_BACKTRACE": "enable=yes,color=no"])
    let story = output.results.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix("✗") }.prefix { !$0.hasPrefix("  To see it again") }
    return story.joined(separator: "\n").replacing(/digest [0-9a-f]{16}/, with: "digest …")
      .replacing(/signal \d+ \([^)]*\)/, with: "signal …")
      .replacing(/(number|pupil) \d+/) { "\($0.1) …" }
      .replacing(/\n +closure [^\n]*/, with: "")
      .replacing("release build", with: "debug build")
  }

  @Test("failed")
  func failed() throws {
    let story = try Self.story("fails")
    #expect(
      story == """
        ✗ fails failed at 3 s of virtual time
          Alice sees a blue check
          seed 1, schedule fifo, debug build, digest …
          Expected
            the bubble is read within 1 s
          at misbehaving/Misbehaviour.swift:43
            43 │ observed: ["hello ✓✓ grey"], location: CodeLocation()))
          What there was instead
            hello ✓✓ grey
          Under way
            on Alice's phone: 1 queued write: messages/1
        """)
  }

  @Test("thrown, with the place where it was thrown")
  func thrown() throws {
    let story = try Self.story("throws")
    #expect(
      story == """
        ✗ throws failed at 0 s of virtual time
          throws an error of its own
          seed 1, schedule fifo, debug build, digest …
          Expected
            the scenario throws nothing; it threw: CancellationError()
          at Misbehaving/Misbehaviour.swift:53
            53 │ throw CancellationError()
        """)
  }

  @Test("thrown by a typed throw, with the place in the app where it was thrown")
  func thrownTyped() throws {
    let story = try Self.story("throwsTyped")
    #expect(
      story == """
        ✗ throwsTyped failed at 0 s of virtual time
          an app throws an error of its own type
          seed 1, schedule fifo, debug build, digest …
          Expected
            the scenario throws nothing; it threw: isLocked(by: "Bob")
          at Misbehaving/TypedMisbehaviour.swift:14
            14 │ throw .isLocked(by: "Bob")
        """)
  }

  @Test("stalled")
  func stalled() throws {
    let story = try Self.story("stalls")
    #expect(
      story == """
        ✗ stalls stalled at 0 s of virtual time
          waits for what never comes
          seed 1, schedule fifo, debug build, digest …
          What happened
            nothing is left to run that could end what is waited for: Bob's answer
        """)
  }

  @Test("exhausted")
  func exhausted() throws {
    let story = try Self.story("loops")
    #expect(
      story == """
        ✗ loops exhausted at 0 s of virtual time
          loops at one instant
          seed 1, schedule fifo, debug build, digest …
          What happened
            more than 1000 steps ran at 0 s without the clock moving: a task loops without waiting for
            anything. Let it sleep on the world's clock, or wait for a change; of the last 1001, 1001
            ran on lane scenario
        """)
  }

  @Test("gone on for longer than a run may")
  func overdue() throws {
    let story = try Self.story("dawdles", "--run-timeout", "1s")
      .replacing(/\ at [0-9:.]+(?: s)? of virtual time/, with: "")
      .replacing(/\d+ steps/, with: "… steps")
      .replacing(/circles, or\s+it\s+plays/, with: "circles, or it plays")
    #expect(
      story == """
        ✗ dawdles exhausted
          goes on and on, in short steps
          seed 1, schedule fifo, debug build, digest …
          What happened
            the run was not over after 1 s of real time and … steps. It goes round in circles, or it plays \
        more than that time allows: --run-timeout limits it
        """)
  }

  @Test("took too much memory")
  func tookMemory() throws {
    // Where it was just then is chance.
    let story = try Self.story("takesMemory", "--memory", "200m")
      .replacing(/took \d+ MiB/, with: "took … MiB")
      .replacing(/\n {2}(?:at |The last words)[\s\S]*/, with: "")
    #expect(
      story == """
        ✗ takesMemory crashed
          takes 2 GiB
          seed 1, schedule fifo, debug build, digest …
          What happened
            the run took … MiB of memory, and a process that plays runs may hold 200 MiB. Something in
            it grows without end; for a world that needs as much, raise --memory
        """)
  }

  @Test("leaked")
  func leaked() throws {
    let story = try Self.story("leaks")
    #expect(
      story == """
        ✗ leaks leaked at 1 s of virtual time
          is called back by a real thread
          seed 1, schedule fifo, debug build, digest …
          What happened
            a job for lane Alice came from a thread outside of the simulation. Something in the app or
            the scenario uses real concurrency (a dispatch queue, a timer, a callback of the system);
            call it through the simulated phone, or resume from a task of the world
        """)
  }

  @Test("trapped")
  func trapped() throws {
    let story = try Self.story("traps")
    #expect(
      story == """
        ✗ traps crashed at 1 s of virtual time
          runs into a trap
          seed 1, schedule fifo, debug build, digest …
          What happened
            the run ended its process by signal …: a trap, such as a failed
            precondition, an index out of range, a forced nil or an overflow
          at Misbehaving/Misbehaviour.swift:98
            98 │ preconditionFailure("this scenario always does that")
          The last words of its process
            misbehaving/Misbehaviour.swift:98: Fatal error: this scenario always does that
        """)
  }

  @Test("timed out")
  func timedOut() throws {
    // The compiler assigns some instructions of a loop to no line.
    let story = try Self.story("spins", "--hang-timeout", "1s")
      .replacing(/\n +at Misbehaving\/Misbehaviour\.swift:93\n +93 │ while turn [^\n]*/, with: "")
    #expect(
      story == """
        ✗ spins exhausted
          never gives control back
          seed 1, schedule fifo, debug build, digest …
          What happened
            step 1 of the run ran for 1 s of real time without giving control back: it loops without an
            `await`, or calls something that blocks its thread (a lock, a semaphore, a sleep of the
            system). Let it wait on the world's clock or for a change; for a step that needs this long,
            raise --hang-timeout
          The last words of its process
        """)
  }

  @Test("nondeterministic")
  func nondeterministic() throws {
    let story = try Self.story("hashes", "--verify-determinism")
      .replacing(/[0-9a-f]{16}/, with: "…")
      // By chance the two may ask some pupils in the same order.
      .replacing(/(before: 1 s) (pupil …: is asked|teacher: enters the room)/) { "\($0.1) …" }
      .replacing(/(Misbehaviour\.swift):\d+/) { "\($0.1):…" }
    #expect(
      story == """
        ✗ hashes failed at 1 s of virtual time
          asks people in the order of a set
          seed 1, schedule fifo, debug build, digest …
          Expected
            equal runs give equal digests, in every process
          Not deterministic
            digest … (passed) here, … (passed) in another process
            the first event that differs is number …:
            one process: 1 s pupil …: is asked
            another process: 1 s pupil …: is asked
            both had before: 1 s …
            the scenario is declared at misbehaving/Misbehaviour.swift:…
        """)
  }

  @Test("broke an invariant")
  func invariant() throws {
    let story = try Self.story("breaksAnInvariant")
    #expect(
      story == """
        ✗ breaksAnInvariant failed at 2 s of virtual time
          Alice's badge is wrong
          seed 1, schedule fifo, debug build, digest …
          Expected at every step (invariant I-04)
            a badge to be the number of unread messages
          What there was instead
            Alice's badge is 3, and 2 messages are unread
        """)
  }

  @Test("misused")
  func misused() throws {
    let story = try Self.story("misuses")
    #expect(
      story == """
        ✗ misuses failed at 0 s of virtual time
          has two lanes of one name
          seed 1, schedule fifo, debug build, digest …
          Expected
            world.lane(_:) to be given a name that no lane has: every actor needs a lane of its own; it
            was given "Alice"
          at misbehaving/Misbehaviour.swift:143
            143 │ _ = stage.world.lane("Alice")
        """)
  }

  @Test("asked the real world, by code that a library without frame pointers called")
  func realWorld() throws {
    let story = try Self.story("usesTheRealWorld")
      .replacing(
        /\ +\(misbehaving[^\n]* static\n +misbehaving\.Misbehaviour\.usesTheRealWorld : Harness\.Scenario/,
        with: "    …")
    #expect(
      story == """
        ✗ usesTheRealWorld leaked at 0 s of virtual time
          an app spreads work over threads
          seed 1, schedule fifo, debug build, digest …
          What happened
            … asked the real world by
            dispatch_apply on lane Alice/main: a queue runs its blocks on a thread that no schedule
            decides about; use a task, or a post or a timer of an actor's lane instead. What a run may
            know of the real world stands in World.allowingRealWorld { … }
        """)
  }
}
