import Simulator

// Prints the digest of one world, for a test that compares processes: Swift seeds its hashes anew in
// each, so an order that comes out of a set or a dictionary would show.
//
//   digest-probe SEED            a world that uses every part of the kernel
//   digest-probe SEED unordered  the same, with one loop over a set: it must not be repeatable

let arguments = CommandLine.arguments
guard arguments.count >= 2, let seed = UInt64(arguments[1]) else {
  fatalError("usage: digest-probe SEED [unordered]")
}
let isUnordered = arguments.dropFirst(2).contains("unordered")
let names = (0..<100).map { "lane \($0)" }
let link = ChoiceStream("probe.link")
var overrides: [ChoiceKey: UInt64] = [:]
for index in 0..<50 {
  overrides[ChoiceKey(stream: link.identifier, entity: UInt64(index), ordinal: 0)] = UInt64(index)
}

let world = World(seed: seed, schedule: .random, overrides: overrides)
world.run {
  let order = isUnordered ? Array(Set(names)) : names
  for (index, name) in order.enumerated() {
    let lane = world.lane(name)
    lane.spawn {
      let draw = world.choices.draw(link, entity: UInt64(index), ordinal: 0)
      world.journal.record(JournalNote(.message, "drawn \(draw)"), about: JournalSource(name))
      try? await world.sleep(for: .milliseconds(index % 7))
      await Task.detached {}.value
      await MainActor.run {}
      // Left for the end of the world, which cancels every task that still runs.
      try? await world.sleep(for: .hours(1))
      world.journal.record(JournalNote(.life, "ended"), about: JournalSource(name))
    }
    lane.schedule(after: .milliseconds(index % 5)) {
      world.journal.record(JournalNote(.fault, "alarm"), about: JournalSource(name))
    }
  }
  try await world.sleep(for: .minutes(1))
}
print(world.journal.digest, world.eventCount)
