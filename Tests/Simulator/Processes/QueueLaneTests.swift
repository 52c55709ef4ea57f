import Dispatch
import Foundation
internal import TestSupport
import Testing

@testable import Simulator

#if os(Linux)
  @Suite("The lanes of an app's queues do not depend on where memory was free")
  struct QueueLaneTests {
    /// The lanes on which blocks ran, and objects that take the place of those that are gone.
    ///
    /// `@unchecked Sendable`: it is touched on the thread that drives the world, and read behind it.
    private final class Notes: @unchecked Sendable {
      private(set) var lanes: [String] = []
      private var noise: [[UInt8]] = []
      var queues: [OperationQueue] = []

      func noteLane() {
        let lane = unsafe Ambient.world?.currentLane?.takeUnretainedValue()
        lanes.append(lane?.name ?? "none")
      }

      /// Takes what is free in the heap.
      func takeMemory() {
        World.allowingRealWorld {
          for size in stride(from: 16, to: 1024, by: 16) {
            for _ in 0..<32 { noise.append([UInt8](repeating: 1, count: size)) }
          }
        }
      }
    }

    /// Plays code on the main lane of a process, a hundredth of a second after each other.
    private func play(
      _ bodies: [@Sendable (Notes) -> Void], noting notes: Notes = Notes()
    ) -> (lanes: [String], digest: UInt64, count: Int) {
      let world = World(seed: 1, schedule: .random)
      let passed = world.mustPass {
        let process = SimulatedProcess(name: "Alice", mainLane: world.lane("Alice"))
        for body in bodies {
          process.mainLane.post { body(notes) }
          try await world.sleep(for: .milliseconds(10))
        }
      }
      #expect(passed)
      return (notes.lanes, world.journal.digest, world.lanes.count)
    }

    @Test("an operation queue without a name has the same lanes, wherever its object lies")
    func unnamed() {
      let body: @Sendable (Notes) -> Void = { notes in
        for _ in 1...3 {
          let queue = OperationQueue()
          queue.addOperation { notes.noteLane() }
          queue.addOperation { notes.noteLane() }
          notes.queues.append(queue)
        }
      }
      // The queues of the first run are there yet when those of the second are made.
      let (first, second) = (Notes(), Notes())
      let (one, other) = (play([body], noting: first), play([body], noting: second))
      #expect(one.lanes == other.lanes)
      #expect(one.digest == other.digest)
      // Its queue of Dispatch is a concurrent one.
      let lanes = (1...6).map { "Alice queue \($0) NSOperationQueue" }
      #expect(Set(one.lanes) == Set(lanes))
      #expect(first.queues.count + second.queues.count == 6)
    }

    @Test("a label shows no address", arguments: ["0x00007f12ab34cd56", "0xABCDEF"])
    func labels(address: String) {
      #expect(SimulatedProcess.name(ofLabel: "a \(address)") == "a")
      #expect(SimulatedProcess.name(ofLabel: "a.\(address).b \(address)") == "a..b")
      #expect(SimulatedProcess.name(ofLabel: "a 0x12") == "a 0x12")
    }

    @Test("a queue gets no lane of one that lay at its address before")
    func shortLived() {
      let use: @Sendable (Notes) -> Void = { notes in
        DispatchQueue(label: "short").async { notes.noteLane() }
      }
      let take: @Sendable (Notes) -> Void = { $0.takeMemory() }
      let nothing: @Sendable (Notes) -> Void = { _ in }
      let quiet = play((1...10).flatMap { _ in [use, nothing] })
      let noisy = play((1...10).flatMap { _ in [use, take] })
      #expect(quiet.lanes == (1...10).map { "Alice queue \($0) short" })
      #expect(noisy.lanes == quiet.lanes)
      #expect(noisy.digest == quiet.digest)
    }

    @Test("many queues share the lanes of those that are gone; one that is kept has its own")
    func many() {
      let kept = DispatchQueue(label: "kept")
      let ran = play(
        (1...200).map { number in
          { (notes: Notes) in
            DispatchQueue(label: "short").async { notes.noteLane() }
            if number % 50 == 0 { kept.async { notes.noteLane() } }
          }
        })
      #expect(ran.lanes.count == 204)
      #expect(Set(ran.lanes.filter { $0.hasSuffix("kept") }).count == 1)
      #expect(ran.count < 60, "\(ran.count)")
    }

    @Test("a queue that only its timer has is kept for it")
    func timersQueue() {
      let ran = play([
        { (notes: Notes) in
          let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "timer's"))
          notes.takeMemory()
          timer.setEventHandler {
            notes.noteLane()
            timer.cancel()
          }
          timer.schedule(deadline: .now() + .milliseconds(5))
          timer.resume()
        }
      ])
      #expect(ran.lanes == ["Alice queue 1 timer's"])
    }
  }
#endif
