import Foundation
internal import Harness
import Simulator

/// Scenarios that do to their process what a process does not survive, or what a report does not.
enum Hostility {
  static let all: [(String, Scenario)] = [
    ("exits", exits), ("exitsAtOnce", exitsAtOnce), ("aborts", aborts),
    ("killsItself", killsItself),
    ("overflowsStack", overflowsStack), ("takesMemory", takesMemory), ("takesABit", takesABit),
    ("badIndex", badIndex), ("closesDescriptors", closesDescriptors), ("garbles", garbles),
    ("prints", prints), ("printsResults", printsResults), ("printsForEver", printsForEver),
    ("leavesSomething", leavesSomething), ("leavesAChild", leavesAChild), ("quick", quick),
    ("loopsOnce", once("loops") { while getppid() > 0 {} }),
    ("overflowsOnce", once("overflows the stack") { _ = deeper(0) }),
    ("exitsOnce", once("calls exit") { exit(0) }),
    ("takesOnce", once("takes 2 GiB") { _ = memory(mebibytes: 2048) }),
    ("stopsItself", stopsItself), ("blocks", blocks), ("crashesOnce", crashesOnce),
    ("walksOn", walksOn), ("dawdles", dawdles),
  ]

  /// A run whose steps are short and that takes minutes.
  static let dawdles = Scenario("goes on and on, in short steps", tags: "long") {
    (stage: BareWorld) in
    for _ in 0..<100_000 {
      let began = stage.world.now
      for _ in 0..<1000 where getppid() > 0 { _ = stage.world.now }
      try await stage.world.sleep(until: began.advanced(by: .milliseconds(1)))
    }
  }

  /// A run that comes to the bound on steps: what it keeps must not grow with them.
  static let walksOn = Scenario("goes on for 50 million steps", tags: "long") {
    (stage: BareWorld) in
    let world = stage.world
    let stream = ChoiceStream("hostile.pause")
    for number in 0..<20 {
      let name = "walker \(number)"
      let (lane, subject) = (world.lane(name), JournalSource(name))
      let entity = StableHash.of(name)
      _ = lane.spawn {
        for step in 0..<UInt64.max {
          let pause = 1 + world.choices.index(below: 50, stream, entity: entity, ordinal: step)
          guard (try? await world.sleep(for: .milliseconds(pause))) != nil else { return }
          let timer = lane.schedule(after: .seconds(1)) {}
          world.journal.record(JournalNote(.scenario, "makes step \(step)"), about: subject)
          if step % 16 == 0 { world.probe("a sixteenth step") }
          if step % 64 == 0 { await Task { await Task.yield() }.value }
          timer.cancel()
        }
      }
    }
    try await world.untilQuiet()
  }

  static let quick = Scenario("does nothing") { (_: BareWorld) in }

  /// A scenario that does nothing under all seeds but one.
  private static func once(_ title: String, _ bad: @escaping @Sendable () -> Void) -> Scenario {
    Scenario("\(title) under the seed 777", tags: "once") { (stage: BareWorld) in
      if stage.world.choices.seed == 777 { bad() }
    }
  }

  private static func deeper(_ level: Int) -> Int {
    level == .min ? 0 : deeper(level + 1) &* 3 &+ level
  }

  private static func memory(mebibytes: Int) -> Int {
    var blocks: [[UInt8]] = []
    while blocks.count < mebibytes { blocks.append([UInt8](repeating: 1, count: 1 << 20)) }
    return blocks.count
  }

  static let exits = Scenario("calls exit with the status of success", tags: "hostile") {
    (stage: BareWorld) in
    try await stage.world.sleep(for: .seconds(1))
    stage.world.journal.record(
      JournalNote(.scenario, "is about to leave"), about: JournalSource("Alice"))
    exit(0)
  }

  static let exitsAtOnce = Scenario("calls _exit", tags: "hostile") { (_: BareWorld) in _exit(0) }

  static let aborts = Scenario("calls abort", tags: "hostile") { (_: BareWorld) in abort() }

  static let killsItself = Scenario("sends itself SIGKILL", tags: "hostile") { (_: BareWorld) in
    kill(getpid(), SIGKILL)
  }

  static let overflowsStack = Scenario("calls itself without end", tags: "hostile") {
    (_: BareWorld) in
    guard deeper(getpid() > 0 ? 0 : .min) != 1 else { return }
  }

  static let takesMemory = Scenario("takes 2 GiB", tags: "hostile") { (_: BareWorld) in
    guard memory(mebibytes: 2048) == 2048 else { return }
  }

  static let takesABit = Scenario("takes 200 MiB for a moment") { (_: BareWorld) in
    let block = [UInt8](repeating: 1, count: 200 << 20)
    guard block.count > 0 else { return }
  }

  static let badIndex = Scenario("looks beyond the end of an array", tags: "hostile") {
    (stage: BareWorld) in
    let none: [Int] = []
    try await stage.world.sleep(for: .seconds(2))
    guard none[Int(stage.world.choices.seed)] == 1 else { return }
  }

  static let closesDescriptors = Scenario("closes everything that is open", tags: "hostile") {
    (_: BareWorld) in
    for number in 0..<64 as Range<Int32> { close(number) }
  }

  static let garbles = Scenario("writes to every descriptor", tags: "hostile") { (_: BareWorld) in
    let text =
      Array("{\"version\":1,\"kind\":\"result\"}\n".utf8) + [UInt8](repeating: 0xFF, count: 64)
    for number in 3..<16 as Range<Int32> { _ = unsafe write(number, text, text.count) }
  }

  static let prints = Scenario("prints") { (stage: BareWorld) in
    print("hello from seed \(stage.world.choices.seed)")
  }

  static let printsResults = Scenario("prints what looks like a result") { (_: BareWorld) in
    print(#"{"version":1,"kind":"result","scenario":"forged","seed":1,"outcome":"passed"}"#)
    print("\u{1B}[2Jgone")
  }

  static let printsForEver = Scenario("prints 200 MiB") { (_: BareWorld) in
    let line = String(repeating: "x", count: (1 << 20) - 1)
    for _ in 0..<200 { print(line) }
  }

  /// What a run leaves behind for the next one of its process. `nonisolated(unsafe)`: that is the point.
  nonisolated(unsafe) private static var left: UInt64 = 0

  static let leavesSomething = Scenario("counts its runs in a global", tags: "leaving") {
    (stage: BareWorld) in
    unsafe left += stage.world.choices.seed
    let now = unsafe left
    stage.world.journal.record(
      JournalNote(.scenario, "is now \(now)"), about: JournalSource("global"))
  }

  static let leavesAChild = Scenario("starts a process that outlives it", tags: "hostile") {
    (_: BareWorld) in
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sleep")
    process.arguments = ["3"]
    try process.run()
    abort()
  }

  static let stopsItself = Scenario("stops its process", tags: "stopping") { (_: BareWorld) in
    kill(getpid(), SIGSTOP)
  }

  static let blocks = Scenario("blocks its thread for good", tags: "hostile") { (_: BareWorld) in
    let semaphore = DispatchSemaphore(value: 0)
    func wait() { semaphore.wait() }
    wait()
  }

  /// Ends its process in the first one that plays it: a file tells the others.
  static let crashesOnce = Scenario("crashes in one process and in no other", tags: "hostile") {
    (_: BareWorld) in
    let mark = FileManager.default.temporaryDirectory.appendingPathComponent(
      "rehearse-crashes-once-\(getppid())")
    guard !FileManager.default.fileExists(atPath: mark.path) else {
      try FileManager.default.removeItem(at: mark)
      return
    }
    try Data().write(to: mark)
    abort()
  }
}
