import Simulator

func seconds(_ body: () -> Void) -> Double {
  let t = ContinuousClock().measure(body)
  return Double(t.components.seconds) + Double(t.components.attoseconds) * 1e-18
}
do {
  let world = World(seed: 1)
  let s = seconds {
    world.run {
      await withTaskGroup(of: Void.self) { _ in }
      let lanes = (0..<1000).map { world.lane("t\($0)") }
      var tasks: [Task<Void, Never>] = []
      for k in 0..<1000 {
        tasks.append(
          lanes[k].spawn {
            for i in 0..<1000 {
              try? await world.sleep(for: .microseconds(1 + (k * 7919 + i * 104729) % 1000))
            }
          })
      }
      for t in tasks { await t.value }
    }
  }
  print("timers", 1e6 / s / 1e6, "M/s", world.eventCount)
}
do {
  actor Counter: LaneActor {
    nonisolated let lane: Lane
    var n = 0
    init(_ l: Lane) { lane = l }
    func bump() { n += 1 }
  }
  let world = World(seed: 1)
  let s = seconds {
    world.run {
      let a = Counter(world.lane("a"))
      for _ in 0..<1_000_000 { await a.bump() }
    }
  }
  print("hops", 2e6 / s / 1e6, "M/s", world.eventCount)
}
do {
  actor Pinger: LaneActor {
    nonisolated let lane: Lane
    var n = 0
    var peer: Pinger?
    var done: Parked<Void>?
    init(_ l: Lane) { lane = l }
    func set(_ p: Pinger, _ d: Parked<Void>?) {
      peer = p
      done = d
    }
    func hit() {
      n += 1
      if n > 200_000 {
        done?.resume(returning: ())
        return
      }
      let p = peer!
      p.schedule(after: .milliseconds(5)) { $0.hit() }
    }
  }
  let world = World(seed: 1)
  let s = seconds {
    world.run {
      let a = Pinger(world.lane("a"))
      let b = Pinger(world.lane("b"))
      try await world.park({ "x" }) { p in
        a.post { $0.set(b, p) }
        b.post { $0.set(a, nil) }
        a.post { $0.hit() }
      }
    }
  }
  print("pingpong", 0.2 / s, "M rt/s", world.eventCount)
}
