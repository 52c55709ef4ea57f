import Network
import Simulator

/// Datagrams back and forth between two actors over a link with 5 ms each way.
struct PingPong: SingleWorkload {
  let name = "ping-pong"
  let unit = "round trips/s"
  let summary = "round trips between two actors over a link with 5 ms each way"

  func run() -> Double {
    let roundTrips = 200_000
    let world = World(seed: 1)
    return Stopwatch.perSecond(roundTrips) {
      let verdict = world.run {
        let network = Network(world: world)
        let direction = DirectionProfile(latency: .constant(.microseconds(2500)))
        let profile = LinkProfile("five-milliseconds", bothWays: direction)
        let left = Player(lane: world.lane("left"), roundTrips: roundTrips)
        let right = Player(lane: world.lane("right"), roundTrips: .max)
        let here = try network.addHost("left", on: profile)
        let there = try network.addHost("right", on: profile)
        let leftEnd = network.endpoint(on: here, lane: left.lane) { ball in
          left.runIsolated(ball) { player, _ in player.receive() }
        }
        let rightEnd = network.endpoint(on: there, lane: right.lane) { ball in
          right.runIsolated(ball) { player, _ in player.receive() }
        }
        await right.play(over: network.route(from: rightEnd, to: leftEnd))
        await left.play(over: network.route(from: leftEnd, to: rightEnd))
        try await world.withContinuation({ "the last round trip" }) {
          (continuation: WorldContinuation<Void>) in
          left.post { $0.begin(continuation) }
        }
      }
      guard case .passed = verdict else { preconditionFailure("ping-pong ended as \(verdict)") }
    }
  }
}

/// One side of the game.
private actor Player: LaneActor {
  nonisolated let lane: Lane
  private var route: Route?
  private var left: Int
  private var finished: WorldContinuation<Void>?

  init(lane: Lane, roundTrips: Int) {
    self.lane = lane
    left = roundTrips
  }

  func play(over route: Route) { self.route = route }

  func begin(_ finished: WorldContinuation<Void>) {
    self.finished = finished
    route?.send(Ball())
  }

  func receive() {
    left -= 1
    guard left > 0 else {
      finished?.resume(returning: ())
      return
    }
    route?.send(Ball())
  }
}

/// The message that goes back and forth.
private struct Ball: Payload {
  var byteCount: Int { 32 }
  var summary: String { "ball" }
  func digest(into hash: inout StableHash) { hash.mix(UInt64(1)) }
}

/// A task on one lane that calls an actor on another, again and again.
struct Hops: SingleWorkload {
  let name = "hops"
  let unit = "hops/s"
  let summary = "awaits between two lanes: there and back are two hops"

  func run() -> Double {
    let calls = 500_000
    let world = World(seed: 1)
    return Stopwatch.perSecond(2 * calls) {
      world.run {
        let counter = Counter(lane: world.lane("counter"))
        for _ in 0..<calls { await counter.increment() }
      }
    }
  }
}

/// The actor that is called.
private actor Counter: LaneActor {
  nonisolated let lane: Lane
  private var count = 0

  init(lane: Lane) {
    self.lane = lane
  }

  func increment() { count += 1 }
}
