internal import Harness
import Simulator
import Testing

@testable import RehearsalCommand

extension Knob {
  fileprivate static let wind: Knob = "wind"
  fileprivate static let rain: Knob = "rain"
}

@Suite("Configurations that seeds draw")
struct DrawnConfigurationTests {
  private struct Weather: ScenarioWorld {
    static let knobs: [Knob] = [.wind, .rain]
    init(in world: World) async throws {
      for knob in Self.knobs { _ = world.setting(of: knob) }
    }
  }

  private static let open = Scenario("any weather", faults: .allowed) { (_: Weather) in }
    .named("open")
  private static let pinned = Scenario("no rain", pinned: .rain) { (_: Weather) in }
    .named("pinned")
  private static let catalog = Sample.catalog(open, pinned, Sample.races)

  private static func lines(_ arguments: String...) -> [String] {
    let captured = Captured()
    _ = RehearseCommand(catalog: catalog, host: .thisProcess).run(
      arguments + ["--format", "json"], on: captured.console)
    return captured.lines.filter { $0.contains(#""kind":"result""#) }.map {
      $0.replacing(/"wall_ns":\d+/, with: "").replacing(/,"check":"[^"]*"/, with: "")
    }
  }

  @Test("run with a seed plays what a sweep plays with it, and without one the plain story")
  func runAndSweep() {
    for seed in 1...30 {
      let range = "\(seed)..<\(seed + 1)"
      #expect(Self.lines("run", "--seed", "\(seed)") == Self.lines("sweep", "--seeds", range))
    }
    let plain = Self.lines("run")
    #expect(plain.count == 3)
    #expect(plain.allSatisfy { $0.contains(#""schedule":"fifo""#) && !$0.contains("knobs") })
  }

  @Test("a sweep draws several schedules and knobs, and none that a scenario pins")
  func drawn() {
    let lines = Self.lines("sweep", "--seeds", "100")
    for schedule in ["fifo", "random", "pct:1", "pct:5"] {
      #expect(lines.contains { $0.contains(#""schedule":"\#(schedule)""#) })
    }
    #expect(lines.contains { $0.contains(#""knobs":"rain+wind""#) })
    #expect(lines.contains { $0.contains("wind-extreme") })
    #expect(lines.contains { $0.contains(#""faults":"#) })
    #expect(!lines.contains { $0.contains(#""scenario":"pinned""#) && $0.contains("rain") })
  }

  @Test("an option fixes what it names")
  func options() {
    let calm = Self.lines("sweep", "--seeds", "40", "--knobs", "none")
    #expect(!calm.contains { $0.contains("knobs") } && calm.contains { $0.contains("pct:") })
    let windy = Self.lines(
      "sweep", "--seeds", "40", "--knobs", "wind-extreme", "--schedule", "fifo")
    #expect(
      windy.allSatisfy {
        $0.contains(#""schedule":"fifo""#)
          && ($0.contains(#""knobs":"wind-extreme""#) || $0.contains("races"))
      })
    let all = Self.lines("run", "--knobs", "all")
    #expect(all.map { $0.contains(#""knobs":"rain+wind""#) } == [true, false, false])
    #expect(all[1].contains(#""knobs":"wind""#))
  }

  @Test(
    "a knob that no scenario has is refused, and so is what names none",
    arguments: [("win", "there is no knob win; there are rain, wind"), ("Wind", "names no knob")])
  func unknown(text: String, answer: String) {
    let captured = Captured()
    let status = captured.run("sweep", "--knobs", text, catalog: Self.catalog)
    #expect(status == .usage)
    #expect(captured.notes.contains(answer))
  }
}
